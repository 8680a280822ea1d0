package dev.corral.memcached.security;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Objects;

/**
 * Certificates that were made once, with keys that protect nothing: of the authority
 * {@code authority} the servers {@code server} (for cache1 and cache.example), {@code expired},
 * {@code early} (valid from 2100 on) and {@code elsewhere} (for cache2), and {@code caller} (for
 * clients only); of the authority {@code stranger} the server {@code foreign}.
 */
public final class Certificates {
  private Certificates() {}

  /** A certificate in PEM. */
  public static Path certificate(String name) {
    return file(name + ".pem");
  }

  /** The key for it in PEM, PKCS#8. */
  public static Path key(String name) {
    return file(name + "-key.pem");
  }

  private static Path file(String name) {
    URL found = Objects.requireNonNull(Certificates.class.getResource(name), name);
    try {
      return Path.of(found.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A key store that trusts an authority. */
  public static KeyStore trusting(String authority) throws GeneralSecurityException {
    KeyStore store = empty();
    store.setCertificateEntry(authority, read(authority));
    return store;
  }

  /** A key store with a certificate and its key, which a password opens. */
  public static KeyStore identity(String name, String password) throws GeneralSecurityException {
    String pem = read(key(name)).replaceAll("-----[A-Z ]+-----|\\s", "");
    KeyStore store = empty();
    store.setKeyEntry(
        name,
        KeyFactory.getInstance("EC")
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem))),
        password.toCharArray(),
        new Certificate[] {read(name)});
    return store;
  }

  private static KeyStore empty() throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return store;
  }

  private static Certificate read(String name) throws GeneralSecurityException {
    try (InputStream in = Files.newInputStream(certificate(name))) {
      return CertificateFactory.getInstance("X.509").generateCertificate(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
