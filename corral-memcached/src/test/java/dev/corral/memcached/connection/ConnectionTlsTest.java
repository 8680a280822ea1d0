package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.memcached.request.ValueRequest;
import dev.corral.memcached.security.Certificates;
import dev.corral.memcached.security.Handshake;
import dev.corral.memcached.security.Login;
import dev.corral.memcached.security.Protection;
import dev.corral.memcached.security.Tls;
import dev.corral.memcached.security.TlsHandshake;
import dev.corral.memcached.security.TlsKeys;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection behind TLS, with a server that the test plays. */
class ConnectionTlsTest {
  private static final String REFUSAL = "the TLS handshake failed: Received fatal alert: x";

  private final Tls tls =
      new Tls(new TlsKeys(Certificates.certificate("authority"), null, null, null, null, null));
  private final SettingsOf settings = new SettingsOf();
  private final TestConnection tested;

  ConnectionTlsTest() {
    settings.protection = new Protection(
        tls, new Login("a test", () -> "joe sesame".getBytes(StandardCharsets.UTF_8)));
    settings.protection.refresh();
    tested = new TestConnection(settings);
  }

  private ChannelHandler[] handlers() {
    return handlers(tested);
  }

  private ChannelHandler[] handlers(TestConnection connection) {
    TlsHandshake handshake = tls.handshake("cache1", 11211, Runnable::run);
    return new ChannelHandler[] {
      handshake.handler(),
      new HandshakeWatch(handshake, connection.connection),
      connection.connection
    };
  }

  /** Begins a handshake with a server that says nothing yet. */
  private Handshake begin(TestConnection connection) {
    return Handshake.withPlain("", handlers(connection));
  }

  private static Reason refusal(TestConnection connection, Handshake server) {
    server.breaks(new DecoderException(new SSLHandshakeException("Received fatal alert: x")));
    return connection.owner.ending().reason();
  }

  /** Takes the connection and greets. */
  private Handshake greet() {
    Handshake server = Handshake.with("server", handlers());
    step(server);
    assertThat(server.received())
        .isEqualTo("set corral-login 0 -1 10\r\njoe sesame\r\n" + Peer.GREETING);
    server.reply("STORED\r\n" + Peer.GREETED);
    step(server);
    assertThat(tested.connection.session().hasGreeted()).isTrue();
    return server;
  }

  private void step(Handshake server) {
    tested.loop.run();
    server.converse();
  }

  @Test
  void severalRepliesComeInOneRecord() {
    Handshake server = greet();
    ValueRequest a = tested.get("a");
    ValueRequest b = tested.get("b");
    ValueRequest c = tested.get("c");
    step(server);
    assertThat(server.received()).isEqualTo("mg a v O0\r\nmg b v O1\r\nmg c v O2\r\n");

    server.reply("VA 1 O0\r\nA\r\nEN\r\nVA 2 O2\r\nCC\r\n");

    assertThat(a.join()).asString().isEqualTo("A");
    assertThat(b).isCompletedWithValue(null);
    assertThat(c.join()).asString().isEqualTo("CC");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000})
  void oneReplyComesInManyRecords(int size) {
    Handshake server = greet();
    String value = "x".repeat(5000);
    ValueRequest a = tested.get("a");
    step(server);

    server.reply("VA 5000 O0\r\n" + value, size);
    assertThat(a.isDone()).isFalse();
    server.reply("\r\n", size);

    assertThat(a.join()).asString().isEqualTo(value);
  }

  @Test
  void aReplyLargerThanARecordComesWhole() {
    Handshake server = greet();
    String value = "x".repeat(100_000);
    ValueRequest a = tested.get("a");
    step(server);

    server.reply("VA 100000 O0\r\n" + value + "\r\n");

    assertThat(a.join()).asString().isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"foreign", "elsewhere", "expired", "early"})
  void nothingIsToldToAServerThatIsNotTrusted(String certificate) {
    Handshake server = Handshake.with(certificate, handlers());
    step(server);

    assertThat(server.received()).isEmpty();
    assertThat(tested.owner.ending().reason().isDistrust()).isTrue();
    assertThat(tested.owner.ending().reason().words()).startsWith("its certificate ");
    assertThat(server.isOpen()).isFalse();
  }

  @Test
  void aServerWithoutTlsIsToldNothingReadable() {
    Handshake server = Handshake.withPlain("ERROR\r\n", handlers());
    step(server);

    assertThat(server.received()).doesNotContain("sesame", "corral-login");
    assertThat(tested.owner.ending().reason())
        .isEqualTo(Reason.distrust("it does not speak TLS, for which there is memcached://"));
  }

  @Test
  void aServerThatWantsACertificateSaysSoAfterTheHandshake() {
    Handshake server = Handshake.withDemanding("server", handlers());
    step(server);

    assertThat(server.received()).isEmpty();
    Reason reason = tested.owner.ending().reason();
    assertThat(reason.isDistrust()).isTrue();
    assertThat(reason.words()).startsWith("the TLS handshake failed: ").contains("certificate");
  }

  @Test
  void aServerThatEndsTheHandshakeWithoutAWordIsNotDistrusted() {
    Handshake server = Handshake.withPlain("", handlers());

    server.hangUp();

    assertThat(tested.owner.ending().reason())
        .isEqualTo(Reason.wordless(
            "the server ended the TLS handshake without a word" + Reason.IF_CERTIFICATE));
  }

  @Test
  void norIsOneThatResetsTheConnectionBeforeItIsKnownToBeOne() {
    tested.connection.unconnected(new IOException("finishConnect(..): Connection reset by peer"));

    assertThat(tested.owner.ending().reason())
        .isEqualTo(Reason.wordless(
            "the connection was reset before it said anything" + Reason.IF_CERTIFICATE));
  }

  @Test
  void oneThatIsNotThereHasNotGoneAway() {
    tested.connection.unconnected(new ConnectException("Connection refused: cache1"));

    assertThat(tested.owner.ending().reason()).isEqualTo(Reason.of("connection refused"));
  }

  @Test
  void aServerThatGoesAwayLaterIsNotAskedForTls() {
    Handshake server = greet();

    server.hangUp();

    assertThat(tested.owner.ending().reason())
        .isEqualTo(Reason.of("the server closed the connection"));
  }

  @Test
  void whatBreaksTheEncryptionLaterIsNoDistrust() {
    greet().breaks(new DecoderException(new SSLException("bad record MAC")));

    assertThat(tested.owner.ending().reason())
        .isEqualTo(Reason.of("javax.net.ssl.SSLException: bad record MAC"));
  }

  @Test
  void whatBreaksItBeforeTheGreetingIs() {
    Handshake.withPlain("", handlers())
        .breaks(new DecoderException(new SSLHandshakeException("Received fatal alert: x")));

    assertThat(tested.owner.ending().reason())
        .isEqualTo(Reason.distrust("the TLS handshake failed: Received fatal alert: x"));
  }

  @Test
  void aServerMayOnlyRefuseToResumeASessionWhoeverHadOne() {
    greet().hangUp();
    TestConnection a = new TestConnection(settings);
    TestConnection b = new TestConnection(settings);
    Handshake withA = begin(a);
    Handshake withB = begin(b); // before it is known from the other

    assertThat(refusal(a, withA)).isEqualTo(Reason.of(REFUSAL));
    assertThat(refusal(b, withB)).isEqualTo(Reason.of(REFUSAL));

    TestConnection c = new TestConnection(settings);
    assertThat(refusal(c, begin(c))).as("without a session").isEqualTo(Reason.distrust(REFUSAL));
  }

  @Test
  void sessionsThatAreNotToBeResumedAreNotKept() {
    greet().hangUp();
    TestConnection a = new TestConnection(settings);
    assertThat(refusal(a, begin(a))).isEqualTo(Reason.of(REFUSAL));
    TestConnection b = new TestConnection(settings);
    ChannelHandler[] early = handlers(b);

    TestConnection c = new TestConnection(settings);
    Handshake server = Handshake.with("server", handlers(c));
    assertThat(server.received()).as("it is encrypted, and has given sessions").isNotEmpty();
    Handshake later = Handshake.withPlain("", early);

    assertThat(((SslHandler) early[0]).engine().getPeerPort()).isEqualTo(-1);
    assertThat(refusal(b, later)).isEqualTo(Reason.distrust(REFUSAL));
  }

  @Test
  void otherFaultsPassByTheWatch() {
    Handshake.withPlain("", handlers()).breaks(new DecoderException("odd"));

    assertThat(tested.owner.ending().reason().isDistrust()).isFalse();
    assertThat(tested.owner.ending().reason().words()).contains("odd");
  }
}
