package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.security.Certificates;
import dev.corral.memcached.security.Protection;
import dev.corral.memcached.security.Tls;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TlsOptionsTest {
  private static final Path NOWHERE = Path.of("/no/such/file");
  private static final char[] PASSWORD = "sesame".toCharArray();

  private static Protection protection(UnaryOperator<TlsOptions> options) {
    return MemcachedOptions.DEFAULTS.tls(options).protection();
  }

  private static String peerHost(UnaryOperator<MemcachedOptions> options) {
    Protection protection = options.apply(MemcachedOptions.DEFAULTS).protection();
    protection.refresh();
    Tls tls = Objects.requireNonNull(protection.tls());
    return tls.handshake("cache1", 1, Runnable::run).handler().engine().getPeerHost();
  }

  @Test
  void keyStoresTakeThePlaceOfFiles() throws Exception {
    KeyStore trust = Certificates.trusting("authority");
    KeyStore identity = Certificates.identity("caller", "sesame");

    Protection protection = protection(tls ->
        tls.trust(NOWHERE).identity(NOWHERE, NOWHERE).trust(trust).identity(identity, PASSWORD));

    assertThatCode(protection::refresh).doesNotThrowAnyException();
  }

  @Test
  void filesTakeThePlaceOfKeyStores() throws Exception {
    KeyStore trust = Certificates.trusting("authority");
    KeyStore identity = Certificates.identity("caller", "sesame");

    Protection protection = protection(tls ->
        tls.trust(trust).identity(identity, PASSWORD).trust(NOWHERE).identity(NOWHERE, NOWHERE));

    assertThatThrownBy(protection::refresh)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("TLS: /no/such/file: there is no such file; /no/such/file: there is no such "
            + "file; /no/such/file: there is no such file");
  }

  @Test
  void aWrongPasswordOfAKeyStoreIsRefusedAndNotRepeated() throws Exception {
    KeyStore identity = Certificates.identity("caller", "sesame");

    assertThatThrownBy(() -> TlsOptions.DEFAULTS.identity(identity, "opensaysme".toCharArray()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("TLS: our own certificate and key: ")
        .hasMessageNotContainingAny("sesame", "opensaysme");
  }

  @Test
  void aKeyStoreThatWasNotLoadedIsRefused() throws Exception {
    KeyStore unloaded = KeyStore.getInstance("PKCS12");

    assertThatThrownBy(() -> TlsOptions.DEFAULTS.trust(unloaded))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("TLS: the trusted certificates: ");
    assertThatThrownBy(() -> TlsOptions.DEFAULTS.identity(unloaded, PASSWORD))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("TLS: our own certificate and key: ");
  }

  @Test
  void trustInNobodyIsRefused() throws Exception {
    KeyStore empty = Certificates.trusting("authority");
    empty.deleteEntry("authority");

    assertThatThrownBy(() -> TlsOptions.DEFAULTS.trust(empty))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("TLS: the trusted certificates: there are none");
  }

  @Test
  void eachServerHasItsOwnNameUnlessOneIsGivenForAll() {
    assertThat(peerHost(MemcachedOptions::tls)).isEqualTo("cache1");
    assertThat(peerHost(options -> options.tls(tls -> tls.hostName("b")))).isEqualTo("b");
  }

  @Test
  void aNameThatWasLookedUpCountsUnlessAnotherIsGiven() {
    assertThat(peerHost(options -> options.tls().hostName("found"))).isEqualTo("found");
    assertThat(peerHost(options -> options.tls(tls -> tls.hostName("b")).hostName("found")))
        .isEqualTo("b");
    assertThat(MemcachedOptions.DEFAULTS.hostName("found").isEncrypting()).isFalse();
  }

  @Test
  void furtherCallsChangeItFurther() {
    Protection protection =
        MemcachedOptions.DEFAULTS.tls(tls -> tls.trust(NOWHERE)).tls().protection();

    assertThatThrownBy(protection::refresh).hasMessageContaining(NOWHERE.toString());
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without NullAway can do
  void whatIsNotGivenIsRefusedWhereItIsNotGiven() {
    TlsOptions tls = TlsOptions.DEFAULTS;
    assertThatThrownBy(() -> tls.trust((Path) null)).hasMessage("certificates must not be null");
    assertThatThrownBy(() -> tls.trust((KeyStore) null))
        .hasMessage("certificates must not be null");
    assertThatThrownBy(() -> tls.identity((Path) null, NOWHERE))
        .hasMessage("certificate must not be null");
    assertThatThrownBy(() -> tls.identity(NOWHERE, null)).hasMessage("key must not be null");
    assertThatThrownBy(() -> tls.identity((KeyStore) null, PASSWORD))
        .hasMessage("identity must not be null");
    assertThatThrownBy(() -> tls.hostName(null)).hasMessage("name must not be null");
    assertThatThrownBy(() -> MemcachedOptions.DEFAULTS.tls(same -> null))
        .hasMessage("tls must not be null");
  }
}
