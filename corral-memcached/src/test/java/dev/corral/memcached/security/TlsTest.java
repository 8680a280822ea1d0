package dev.corral.memcached.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {
  @TempDir
  private Path folder;

  private Path trust;
  private Path certificate;
  private Path key;

  // The folder is made before each test, as is JUnit's way.
  @SuppressWarnings("NullAway.Init")
  TlsTest() {}

  @BeforeEach
  void copyFiles() throws IOException {
    trust = folder.resolve("trust.pem");
    certificate = folder.resolve("certificate.pem");
    key = folder.resolve("key.pem");
    copy(Certificates.certificate("authority"), trust);
    copy(Certificates.certificate("caller"), certificate);
    copy(Certificates.key("caller"), key);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  private Tls withAllFiles() {
    return new Tls(new TlsKeys(trust, null, certificate, key, null, null));
  }

  private static Tls named(@Nullable String hostName) {
    return new Tls(new TlsKeys(null, null, null, null, null, hostName));
  }

  private static SSLEngine engine(Tls tls, String host) {
    SslHandler handler = tls.handshake(host, 11211, Runnable::run).handler();
    return handler.engine();
  }

  /** What all connections of one context share, and no others; a server must be trusted for it. */
  private static SSLSessionContext context(Tls tls, String server) {
    SslHandler handler = tls.handshake("cache1", 11211, Runnable::run).handler();
    Handshake.with(server, handler);
    assertThat(handler.handshakeFuture().isSuccess()).isTrue();
    return handler.engine().getSession().getSessionContext();
  }

  private static SSLSessionContext context(Tls tls) {
    return context(tls, "server");
  }

  @Test
  void withoutFilesTheJvmDecidesWhomToTrust() {
    Tls tls = new Tls(TlsKeys.NONE);
    tls.refresh();

    SSLEngine engine = engine(tls, "cache1");

    assertThat(engine.getUseClientMode()).isTrue();
    assertThat(engine.getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
    assertThat(engine.getSSLParameters().getEndpointIdentificationAlgorithm()).isEqualTo("HTTPS");
    assertThat(engine.getPeerPort()).isEqualTo(11211);
  }

  @Test
  void nothingIsEncryptedBeforeAnythingIsRead() {
    Tls tls = new Tls(TlsKeys.NONE);

    assertThatThrownBy(() -> engine(tls, "cache1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the certificates and keys of TLS were not read yet");
  }

  @ParameterizedTest
  @CsvSource({
    "cache1, cache1",
    "cache.example., cache.example",
    "fe80::1%eth0, fe80::1",
    "::1, ::1",
    "10.0.0.1, 10.0.0.1"
  })
  void aHostIsNamedAsItStandsInCertificates(String host, String plain) {
    Tls own = named(null);
    own.refresh();
    Tls given = named(host);
    given.refresh();

    assertThat(engine(own, host).getPeerHost()).isEqualTo(plain);
    assertThat(engine(given, "other").getPeerHost()).isEqualTo(plain);
  }

  @Test
  void aContextLastsAsLongAsItsFiles() throws IOException {
    Tls tls = withAllFiles();
    tls.refresh();
    SSLSessionContext first = context(tls);

    tls.refresh();
    copy(Certificates.certificate("authority"), trust); // the same again
    tls.refresh();

    assertThat(context(tls)).isSameAs(first);
  }

  @Test
  void aFileThatHasChangedMakesAnother() throws IOException {
    Tls tls = withAllFiles();
    tls.refresh();
    SSLSessionContext first = context(tls);

    copy(Certificates.certificate("stranger"), trust);
    tls.refresh();
    SSLSessionContext second = context(tls, "foreign");
    copy(Certificates.certificate("server"), certificate);
    copy(Certificates.key("server"), key);
    tls.refresh();

    assertThat(second).isNotSameAs(first);
    assertThat(context(tls, "foreign")).isNotSameAs(first).isNotSameAs(second);
  }

  @Test
  void filesThatHaveBecomeBadChangeNothing() throws IOException {
    Tls tls = withAllFiles();
    tls.refresh();
    SSLSessionContext first = context(tls);

    Files.writeString(trust, "nonsense");
    tls.refresh();
    tls.refresh();
    assertThat(context(tls)).isSameAs(first);
    Files.delete(trust);
    tls.refresh();
    assertThat(context(tls)).isSameAs(first);

    copy(Certificates.certificate("authority"), trust);
    tls.refresh();
    assertThat(context(tls)).as("the files are what they were").isSameAs(first);
  }

  @Test
  void aCertificateWithoutItsKeyYetChangesNothing() throws IOException {
    Tls tls = withAllFiles();
    tls.refresh();
    SSLSessionContext first = context(tls);

    copy(Certificates.certificate("server"), certificate);
    tls.refresh();
    assertThat(context(tls)).isSameAs(first);

    copy(Certificates.key("server"), key);
    tls.refresh();
    assertThat(context(tls)).isNotSameAs(first);
  }

  @Test
  void aKeyOfAnotherCertificateIsRefused() throws IOException {
    copy(Certificates.key("server"), key);

    assertRefused(key + ": is not the key of the certificate in " + certificate);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pkcs1", "caller-sec1"})
  void aKeyOfAnotherFormIsRefusedInPlainWords(String name) throws IOException {
    copy(Certificates.key(name), key);

    assertRefused(key + ": no unencrypted PKCS#8 key in PEM with a certificate in " + certificate
        + " (openssl pkcs8 -topk8 -nocrypt makes one)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense"})
  void filesThatHoldNothingOfUseAreRefused(String text) throws IOException {
    Files.writeString(trust, text);

    assertRefused(trust + ": no certificates in PEM");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense"})
  void anEmptyCertificateIsRefused(String text) throws IOException {
    Files.writeString(certificate, text);

    assertThatThrownBy(withAllFiles()::refresh)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("TLS: " + key + ": no unencrypted PKCS#8 key in PEM with a "
            + "certificate in " + certificate);
  }

  @Test
  void allFilesThatAreNotThereAreNamed() throws IOException {
    Files.delete(trust);
    Files.delete(certificate);
    Files.delete(key);
    Files.createDirectory(key);

    assertRefused(trust + ": there is no such file; " + certificate + ": there is no such file; "
        + key + ": cannot be read: Is a directory");
  }

  private void assertRefused(String problem) {
    Tls tls = withAllFiles();
    assertThatThrownBy(tls::refresh)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("TLS: " + problem)
        .hasMessageNotContaining("-----");
  }

  @Test
  void allProtectionIsRefreshedAtOnce() {
    Tls tls = withAllFiles();
    Login login = new Login("a test", () -> new byte[] {'j', ' ', 'p'});
    Protection protection = new Protection(tls, login);

    protection.refresh();

    assertThat(engine(tls, "cache1")).isNotNull();
    assertThat(login.token()).containsExactly('j', ' ', 'p');
    assertThatCode(Protection.NONE::refresh).doesNotThrowAnyException();
  }

  @Test
  void allThatIsWrongWithItIsNamedAtOnce() throws IOException {
    Files.delete(trust);
    Login login = new Login("a test", () -> {
      throw new ConfigurationException("there is no password");
    });

    assertThatThrownBy(new Protection(withAllFiles(), login)::refresh)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("TLS: " + trust + ": there is no such file; there is no password");
  }

  @Test
  void aPasswordIsTakenUpWhateverBecomesOfTheFiles() throws IOException {
    Files.delete(trust);
    Login login = new Login("a test", () -> new byte[] {'j', ' ', 'p'});

    assertThatThrownBy(new Protection(withAllFiles(), login)::refresh)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("TLS: " + trust + ": there is no such file");
    assertThat(login.token()).containsExactly('j', ' ', 'p');
  }
}
