package dev.corral.it.secure;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.it.Conversation;
import dev.corral.it.Memcached;
import dev.corral.it.ScriptedServer;
import dev.corral.it.SocketStore;
import dev.corral.key.Key;
import dev.corral.ring.Server;
import dev.corral.store.Item;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the rig that the tests of TLS and logins trust against the JDK's own sockets. */
class SecureRigIT {
  private static final Key KEY = Key.raw("rig");

  @TempDir
  private static Path folder;

  private static Authority authority;
  private static Authority foreigner;
  private static Identity identity;

  @BeforeAll
  static void issue() {
    authority = Authority.create(folder, "authority");
    foreigner = Authority.create(folder, "foreigner");
    identity = authority.issue("server", "IP:127.0.0.1", "DNS:localhost");
  }

  @Test
  void aCertificateIsGoodForItsAuthorityAlone() throws Exception {
    validate(identity, authority);
    assertThat(identity.certificate().getSubjectAlternativeNames())
        .containsExactlyInAnyOrder(List.of(7, "127.0.0.1"), List.of(2, "localhost"));
    assertThatThrownBy(() -> validate(identity, foreigner))
        .isInstanceOf(CertPathValidatorException.class);
  }

  @Test
  void anExpiredCertificateIsExpiredAndNothingElse() {
    Identity expired = authority.issueExpired("expired", "IP:127.0.0.1");
    assertThatThrownBy(() -> validate(expired, authority))
        .isInstanceOfSatisfying(
            CertPathValidatorException.class,
            e -> assertThat(e.getReason()).isEqualTo(BasicReason.EXPIRED));
  }

  @Test
  void aServerWithTlsIsAskedWithoutItOnAnotherPort() throws Exception {
    try (Memcached server = Memcached.with(identity.server()).start()) {
      try (Store store = new SocketStore(connect(authority.context(), server.server()));
          Store plain = new SocketStore(server.connect())) {
        store.set(KEY, bytes("one"), Ttl.NEVER).join();
        assertThat(((Item) plain.get(KEY).join()).value()).isEqualTo(bytes("one"));
      }
      int port = server.address().getPort();
      server.restart();
      assertThat(server.address().getPort()).isEqualTo(port);
      assertThat(server.stats()).containsEntry("cmd_set", "0");
    }
  }

  @Test
  void aServerShowsTheCertificateThatItWasToldToReadAnew() throws Exception {
    Identity old = authority.issue("rotated", "IP:127.0.0.1");
    X509Certificate before = old.certificate();
    try (Memcached server = Memcached.with(old.server()).start()) {
      Identity fresh = authority.issue("rotated", "IP:127.0.0.1");
      assertThat(fresh).isEqualTo(old);
      assertThat(authority.shownBy(server.server())).isEqualTo(before);
      server.refreshCertificates();
      assertThat(authority.shownBy(server.server()))
          .isEqualTo(fresh.certificate())
          .isNotEqualTo(before);
    }
  }

  @Test
  void aServerCanDemandCertificates() throws Exception {
    Identity client = authority.issue("client");
    Identity stranger = foreigner.issue("client");
    try (Memcached server = Memcached.with(identity.demandingServer(authority)).start()) {
      assertThat(version(client.context(authority), server.server())).isEqualTo("VERSION 1.6");
      for (SSLContext refused : List.of(authority.context(), stranger.context(authority))) {
        assertThatThrownBy(() -> version(refused, server.server()))
            // The alert, or what comes of writing to who has gone.
            .isInstanceOfAny(SSLHandshakeException.class, SocketException.class);
      }
    }
  }

  @Test
  void aServerWithUsersLetsTheTestIn() throws Exception {
    Path users = Files.writeString(folder.resolve("users"), "someone:password\nother:secret\n");
    for (String[] arguments :
        List.of(new String[] {"-Y", users.toString()}, identity.server("-Y", users.toString()))) {
      try (Memcached server = Memcached.with(arguments).start();
          Store store = new SocketStore(server.connect())) {
        store.set(KEY, bytes("one"), Ttl.NEVER).join();
        assertThat(server.stats()).containsEntry("auth_cmds", "2");
      }
    }
  }

  @Test
  void aScriptSpeaksInsideTls() throws Exception {
    BlockingQueue<String> logins = new LinkedBlockingQueue<>();
    try (ScriptedServer server = ScriptedServer.with(identity.context(authority), connection -> {
          logins.add(connection.takeLogin());
          connection.writeOneByOne(connection.reply(connection.next()));
        });
        Socket socket = connect(authority.context(), server.server())) {
      socket.getOutputStream().write(bytes("set a 0 -1 11\r\nuser secret\r\nversion\r\n"));
      assertThat(socket.getInputStream().readAllBytes())
          .isEqualTo(bytes("STORED\r\nVERSION 1.6.18\r\n"));
      assertThat(logins.poll(10, TimeUnit.SECONDS)).isEqualTo("user secret");
      try (Store store = new SocketStore(connect(authority.context(), server.server()))) {
        store.set(KEY, bytes("one"), Ttl.NEVER).join();
        assertThat(((Item) store.get(KEY).join()).value()).isEqualTo(bytes("one"));
      }
    }
  }

  @Test
  void aScriptCanEndAConnectionAboveAndBelowTls() throws Exception {
    SSLContext tls = identity.context(authority);
    assertThat(ending(tls, Conversation::close)).isEqualTo("end");
    assertThat(ending(tls, Conversation::closeHalf)).isEqualTo("end");
    // The JDK takes it for an end too.
    assertThat(ending(tls, Conversation::closeOnWire)).isEqualTo("end");
    assertThat(ending(tls, Conversation::reset)).contains("reset");
    // The head of a record of data, of 32 bytes.
    String forged = "\27\3\3\0\40" + "x".repeat(32);
    assertThat(ending(tls, connection -> connection.writeOnWire(bytes(forged))))
        .containsIgnoringCase("tag mismatch");
  }

  private static void validate(Identity identity, Authority authority) throws Exception {
    CertPath path =
        CertificateFactory.getInstance("X.509").generateCertPath(List.of(identity.certificate()));
    TrustAnchor anchor = new TrustAnchor(Identity.read(authority.certificate()), null);
    PKIXParameters parameters = new PKIXParameters(Set.of(anchor));
    parameters.setRevocationEnabled(false);
    CertPathValidator.getInstance("PKIX").validate(path, parameters);
  }

  /** How a connection ends for the client after one answer. */
  private static String ending(SSLContext tls, ScriptedServer.Script end) throws IOException {
    try (ScriptedServer server = ScriptedServer.with(tls, connection -> {
          connection.serve(1);
          end.run(connection);
        });
        Socket socket = connect(authority.context(), server.server())) {
      socket.getOutputStream().write(bytes("mn\r\n"));
      assertThat(socket.getInputStream().readNBytes(4)).isEqualTo(bytes("MN\r\n"));
      return socket.getInputStream().read() < 0 ? "end" : "more";
    } catch (SSLException | SocketException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String version(SSLContext tls, Server server) throws IOException {
    try (Socket socket = connect(tls, server)) {
      socket.getOutputStream().write(bytes("version\r\n"));
      return new String(socket.getInputStream().readNBytes(11), US_ASCII);
    }
  }

  private static SSLSocket connect(SSLContext tls, Server server) throws IOException {
    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", server.port());
    socket.setSoTimeout(10_000);
    return socket;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }
}
