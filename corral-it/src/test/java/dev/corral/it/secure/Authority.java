package dev.corral.it.secure;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.ring.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A certificate authority in a folder of its own, run by openssl, with keys on the curve P-256. Who
 * is issued a second certificate by the same name finds it in the files of the first.
 */
public final class Authority {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private static final String SETTINGS = """
      [req]
      distinguished_name = subject
      x509_extensions = authority
      [subject]
      [authority]
      basicConstraints = critical, CA:TRUE
      keyUsage = critical, keyCertSign
      subjectKeyIdentifier = hash
      [ca]
      default_ca = issue
      [issue]
      database = index
      new_certs_dir = .
      rand_serial = yes
      unique_subject = no
      default_md = sha256
      policy = any
      certificate = ca.pem
      private_key = ca.key
      [any]
      commonName = supplied
      """;

  private final Path folder;

  private Authority(Path folder) {
    this.folder = folder;
  }

  /** Makes one, in a folder within the given one that has its name. */
  public static Authority create(Path folder, String name) {
    try {
      Authority authority = new Authority(Files.createDirectory(folder.resolve(name)));
      authority.write("settings", SETTINGS);
      authority.write("index", "");
      authority.request("ca", name, "-x509", "-days", "365");
      return authority;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The authority's own certificate, a PEM file. */
  public Path certificate() {
    return folder.resolve("ca.pem");
  }

  /** An end of TLS that trusts this authority and has nothing to show. */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, Identity.trust(this).getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The certificate that a server on this machine shows to who comes for the first time. */
  X509Certificate shownBy(Server server) throws IOException {
    try (SSLSocket socket =
        (SSLSocket) context().getSocketFactory().createSocket("127.0.0.1", server.port())) {
      socket.setSoTimeout(10_000);
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }

  /** A certificate for names such as {@code DNS:cache1.test} and {@code IP:127.0.0.1}. */
  public Identity issue(String name, String... subjectAltNames) {
    Instant now = Instant.now();
    return issue(
        name, now.minus(Duration.ofHours(1)), now.plus(Duration.ofDays(30)), subjectAltNames);
  }

  /** A certificate that was valid until yesterday. */
  public Identity issueExpired(String name, String... subjectAltNames) {
    Instant now = Instant.now();
    return issue(
        name, now.minus(Duration.ofDays(30)), now.minus(Duration.ofDays(1)), subjectAltNames);
  }

  private Identity issue(String name, Instant from, Instant until, String... subjectAltNames) {
    String extensions = "basicConstraints = CA:FALSE\n";
    if (subjectAltNames.length > 0) {
      extensions += "subjectAltName = " + String.join(", ", subjectAltNames) + "\n";
    }
    write(name + ".extensions", extensions);
    request(name, name);
    openssl(
        "ca",
        "-batch",
        "-notext",
        "-config",
        "settings",
        "-startdate",
        DATE.format(from),
        "-enddate",
        DATE.format(until),
        "-extfile",
        name + ".extensions",
        "-in",
        name + ".request",
        "-out",
        name + ".pem");
    return new Identity(folder.resolve(name + ".pem"), folder.resolve(name + ".key"));
  }

  /** Makes a key, and a request to certify it, or the authority's own certificate. */
  private void request(String file, String name, String... more) {
    List<String> command = new ArrayList<>(List.of("req", "-config", "settings", "-nodes"));
    command.addAll(List.of("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"));
    command.addAll(List.of("-subj", "/CN=" + name, "-keyout", file + ".key"));
    command.addAll(List.of("-out", file + (more.length == 0 ? ".request" : ".pem")));
    command.addAll(List.of(more));
    openssl(command.toArray(String[]::new));
  }

  private void openssl(String... arguments) {
    List<String> command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command)
          .directory(folder.toFile())
          .redirectErrorStream(true)
          .start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(command + ": " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private void write(String file, String text) {
    try {
      Files.writeString(folder.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
