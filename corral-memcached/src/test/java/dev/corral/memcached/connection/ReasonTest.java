package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.memcached.security.Certificates;
import dev.corral.memcached.security.Handshake;
import dev.corral.memcached.security.Protection;
import dev.corral.memcached.security.Tls;
import dev.corral.memcached.security.TlsKeys;
import io.netty.handler.ssl.SslHandler;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReasonTest {
  private static SslHandler handler() {
    Tls tls =
        new Tls(new TlsKeys(Certificates.certificate("authority"), null, null, null, null, null));
    new Protection(tls, null).refresh();
    return tls.handshake("cache1", 11211, Runnable::run).handler();
  }

  private static Reason failure(SslHandler handler) {
    return Reason.ofHandshake(Objects.requireNonNull(handler.handshakeFuture().cause()));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      expired   | its certificate has expired, or is not valid yet: NotAfter:
      early     | its certificate has expired, or is not valid yet: NotBefore:
      foreign   | its certificate is not trusted: unable to find valid certification path
      elsewhere | its certificate is for another host: No subject alternative DNS name matching cache1
      caller    | its certificate is not trusted: Extended key usage does not permit use for TLS server
      """)
  void aCertificateIsRefusedForWhatIsWrongWithIt(String certificate, String words) {
    SslHandler handler = handler();
    Handshake.with(certificate, handler);

    Reason reason = failure(handler);

    assertThat(reason.isDistrust()).isTrue();
    assertThat(reason.words()).startsWith(words);
    assertThat(reason).hasToString(reason.words());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ERROR\r\n", "VERSION 1.6.18\r\n"})
  void aServerThatDoesNotSpeakTlsIsToldFrom(String words) {
    SslHandler handler = handler();
    Handshake.withPlain(words, handler);

    assertThat(failure(handler))
        .isEqualTo(Reason.distrust("it does not speak TLS, for which there is memcached://"));
  }

  @Test
  void aServerThatSpeaksOnlyWhatIsTooOldIsNotTrusted() {
    SslHandler handler = handler();
    Handshake.with(
        "server",
        builder -> builder.ciphers(List.of("TLS_RSA_WITH_AES_128_CBC_SHA")).protocols("TLSv1.2"),
        handler);

    Reason reason = failure(handler);

    assertThat(reason.isDistrust()).isTrue();
    assertThat(reason.words())
        .isEqualTo("the TLS handshake failed: Received fatal alert: handshake_failure");
  }

  @Test
  void aServerThatGoesAwayMayComeBackAsAnother() {
    SslHandler handler = handler();
    Handshake.withPlain("", handler).hangUp();

    assertThat(failure(handler))
        .isEqualTo(Reason.wordless(
            "the server ended the TLS handshake without a word" + Reason.IF_CERTIFICATE));
    assertThat(Reason.ofHandshake(new ClosedChannelException()).isDistrust()).isFalse();
  }

  @Test
  void aConnectionThatBreaksInTheHandshakeSaysNothingOfTrust() {
    assertThat(Reason.ofHandshake(new IOException("recvAddress(..): Connection reset by peer")))
        .isEqualTo(Reason.wordless(
            "the TLS handshake failed: the connection was reset" + Reason.IF_CERTIFICATE));
    assertThat(Reason.ofHandshake(new SSLException("odd", new IOException("Broken pipe")))
            .isWordless())
        .isTrue();
  }

  @Test
  void whateverElseTlsFindsIsDistrust() {
    assertThat(
            Reason.ofHandshake(new SSLHandshakeException("Received fatal alert: bad_certificate")))
        .isEqualTo(
            Reason.distrust("the TLS handshake failed: Received fatal alert: bad_certificate"));
    assertThat(Reason.ofHandshake(new SSLException("odd", new SSLException("odder"))))
        .isEqualTo(Reason.distrust("the TLS handshake failed: odd"));
  }

  @Test
  void whatBecameOfASocketIsSaidWithoutTheSystemCall() {
    assertThat(Reason.of(new FileNotFoundException("/a")))
        .isEqualTo(Reason.of("there is no such socket"));
    assertThat(Reason.of(new ConnectException("finishConnect(..): Connection refused: a/1:2")))
        .isEqualTo(Reason.of("connection refused"));
    assertThat(Reason.of(new IOException("Connection reset by peer")))
        .isEqualTo(Reason.of("the connection was reset"));
    assertThat(Reason.of(new IOException("Broken pipe")))
        .isEqualTo(Reason.of("java.io.IOException: Broken pipe"));
    assertThat(Reason.of(new IOException())).isEqualTo(Reason.of("java.io.IOException"));
  }
}
