package dev.corral.memcached.security;

import dev.corral.fault.ConfigurationException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts connections, and lets none come about to a server whose certificate is not signed by
 * someone trusted, or is for another host. For any number of threads.
 */
public final class Tls {
  /* design
   *
   * The JDK remembers sessions by host and port in the context, which all connections of a store
   * share, so that one that is made anew is spared most of the handshake. A context lasts until the
   * files that it was made of change. They are looked at before each connection is made: their
   * content is, and not their time, so that links and mounted volumes are followed too. Files that
   * are being replaced may not fit together for a moment; then the context stays that there is.
   */

  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  private final TlsKeys keys;
  private final LastGood<Made> made = new LastGood<>("the certificates and keys of TLS");

  private final UnresumedServers unresumed = new UnresumedServers();

  /** A context, and the files' contents that it was made of. */
  private static final class Made {
    final byte[][] files;
    final SslContext context;

    Made(byte[][] files, SslContext context) {
      this.files = files;
      this.context = context;
    }
  }

  /**
   * Creates what encrypts nothing until it is refreshed.
   *
   * @param keys whom it trusts, and who we are
   */
  public Tls(TlsKeys keys) {
    this.keys = keys;
  }

  /**
   * Takes up what the files hold now.
   *
   * @throws ConfigurationException if they cannot be used, and could not before
   */
  void refresh() {
    made.refresh(before -> {
      byte[][] now = read(keys.trustFile(), keys.certificateFile(), keys.keyFile());
      return before != null && Arrays.deepEquals(now, before.files)
          ? before
          : new Made(now, context(now));
    });
  }

  private static byte[][] read(@Nullable Path... files) {
    byte[][] contents = new byte[files.length][];
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < files.length; i++) {
      Path file = files[i];
      try {
        contents[i] = file == null ? new byte[0] : Files.readAllBytes(file);
      } catch (NoSuchFileException e) {
        problems.add(file + ": there is no such file");
      } catch (IOException e) {
        problems.add(file + ": cannot be read: " + e.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException("TLS: " + String.join("; ", problems));
    }
    return contents;
  }

  private SslContext context(byte[][] files) {
    SslContextBuilder builder = SslContextBuilder.forClient()
        .sslProvider(SslProvider.JDK)
        .protocols(PROTOCOLS)
        .endpointIdentificationAlgorithm("HTTPS");
    Path trustFile = keys.trustFile();
    if (trustFile != null) {
      attempt(trustFile, "no certificates in PEM", () -> builder.trustManager(stream(files[0])));
    } else if (keys.trust() != null) {
      builder.trustManager(keys.trust());
    }
    Path keyFile = keys.keyFile();
    if (keyFile != null) {
      attempt(
          keyFile,
          "no unencrypted PKCS#8 key in PEM with a certificate in " + keys.certificateFile()
              + " (openssl pkcs8 -topk8 -nocrypt makes one)",
          () -> builder.keyManager(stream(files[1]), stream(files[2])));
      if (!KeyMatch.matches(files[1], files[2])) {
        throw new ConfigurationException(
            "TLS: " + keyFile + ": is not the key of the certificate in " + keys.certificateFile());
      }
    } else if (keys.identity() != null) {
      builder.keyManager(keys.identity());
    }
    try {
      return builder.build();
    } catch (SSLException e) {
      throw new ConfigurationException("TLS: " + e.getMessage(), e);
    }
  }

  private static void attempt(Path file, String otherwise, Runnable reading) {
    try {
      reading.run();
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException("TLS: " + file + ": " + otherwise);
    }
  }

  private static InputStream stream(byte[] content) {
    return new ByteArrayInputStream(content);
  }

  /**
   * Begins with a new connection, after a refresh.
   *
   * @param host the server's host, for which its certificate must be
   * @param port the server's port
   * @param executor what checks certificates, which may block
   * @return how it is encrypted
   */
  public TlsHandshake handshake(String host, int port, Executor executor) {
    return new TlsHandshake(made.get().context, unresumed, named(host), port, executor);
  }

  private String named(String host) {
    return plain(keys.hostName() == null ? host : keys.hostName());
  }

  /** As it stands in certificates: without an address's scope or a name's last dot. */
  private static String plain(String host) {
    int scope = host.indexOf('%');
    String unscoped = scope < 0 ? host : host.substring(0, scope);
    return unscoped.endsWith(".") ? unscoped.substring(0, unscoped.length() - 1) : unscoped;
  }
}
