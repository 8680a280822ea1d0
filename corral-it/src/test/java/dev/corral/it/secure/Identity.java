package dev.corral.it.secure;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate and its key, both PEM files.
 *
 * @param chain the certificate
 * @param key its private key, PKCS#8, without a password
 */
public record Identity(Path chain, Path key) {
  private static final char[] NO_PASSWORD = {};

  /** What starts a memcached that shows this certificate, with further arguments. */
  public String[] server(String... more) {
    return arguments("ssl_chain_cert=" + chain + ",ssl_key=" + key, more);
  }

  /** As {@link #server}, and it demands certificates of that authority from its clients. */
  public String[] demandingServer(Authority clients, String... more) {
    return demandingServer(clients.certificate(), more);
  }

  /** The same, of whichever authority has its certificate in that file. */
  String[] demandingServer(Path clients, String... more) {
    return arguments(
        "ssl_chain_cert=%s,ssl_key=%s,ssl_ca_cert=%s,ssl_verify_mode=2"
            .formatted(chain, key, clients),
        more);
  }

  private static String[] arguments(String options, String... more) {
    return Stream.concat(Stream.of("-Z", "-o", options), Stream.of(more)).toArray(String[]::new);
  }

  /** One end of TLS that shows this certificate, and trusts those that the authority has issued. */
  public SSLContext context(Authority trusted) {
    try {
      KeyStore keys = emptyStore();
      keys.setKeyEntry("key", privateKey(), NO_PASSWORD, new Certificate[] {certificate()});
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(keys, NO_PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(factory.getKeyManagers(), trust(trusted).getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static TrustManagerFactory trust(Authority trusted) throws GeneralSecurityException, IOException {
    KeyStore certificates = emptyStore();
    certificates.setCertificateEntry("authority", read(trusted.certificate()));
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(certificates);
    return factory;
  }

  public X509Certificate certificate() {
    return read(chain);
  }

  static X509Certificate read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private PrivateKey privateKey() throws GeneralSecurityException, IOException {
    String base64 = Files.readString(key, US_ASCII).replaceAll("-----[A-Z ]+-----|\\s", "");
    return KeyFactory.getInstance("EC")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }
}
