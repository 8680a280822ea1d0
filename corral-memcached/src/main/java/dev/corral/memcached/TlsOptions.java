package dev.corral.memcached;

import static dev.corral.memcached.OptionValues.required;

import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.security.Tls;
import dev.corral.memcached.security.TlsKeys;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * How connections are encrypted: with TLS 1.3 or 1.2. A server's certificate must be signed by
 * someone trusted and be for the host that the server is listed by, or there is no connection;
 * nothing here turns that off. Immutable: each change yields new options.
 *
 * <p>Files are read when the store is opened, and again before each connection is made, so that
 * certificates can be replaced while it is open. Files that then can't be used are reported in the
 * log, and what was read before stays in use.
 */
public final class TlsOptions {
  /** What there is unless it is told otherwise. */
  static final TlsOptions DEFAULTS = new TlsOptions(TlsKeys.NONE);

  private final TlsKeys keys;

  private TlsOptions(TlsKeys keys) {
    this.keys = keys;
  }

  /**
   * Whom to trust, and nobody else. By default the JVM's own authorities are trusted.
   *
   * @param certificates a file in PEM with the certificates of authorities, or of servers
   * @return the options so changed
   */
  public TlsOptions trust(Path certificates) {
    return new TlsOptions(keys.trusting(required("certificates", certificates), null));
  }

  /**
   * Whom to trust, and nobody else.
   *
   * @param certificates a key store with the certificates of authorities, or of servers
   * @return the options so changed
   * @throws ConfigurationException if it cannot be used
   */
  public TlsOptions trust(KeyStore certificates) {
    KeyStore store = required("certificates", certificates);
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      if (store.size() == 0) {
        throw new ConfigurationException("TLS: the trusted certificates: there are none");
      }
      trust.init(store);
      return new TlsOptions(keys.trusting(null, trust));
    } catch (GeneralSecurityException e) {
      throw new ConfigurationException("TLS: the trusted certificates: " + e.getMessage(), e);
    }
  }

  /**
   * Who we are to servers that want a certificate of their clients. By default we have none.
   *
   * @param certificate a file in PEM with our certificate, followed by those up to its authority's
   * @param key a file in PEM with the private key for it: PKCS#8, not encrypted
   * @return the options so changed
   */
  public TlsOptions identity(Path certificate, Path key) {
    return new TlsOptions(
        keys.being(required("certificate", certificate), required("key", key), null));
  }

  /**
   * Who we are to servers that want a certificate of their clients.
   *
   * @param identity a key store with our certificate and the private key for it
   * @param password what opens the key
   * @return the options so changed
   * @throws ConfigurationException if they cannot be used
   */
  public TlsOptions identity(KeyStore identity, char[] password) {
    KeyStore store = required("identity", identity);
    try {
      KeyManagerFactory made =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      made.init(store, required("password", password));
      return new TlsOptions(keys.being(null, null, made));
    } catch (GeneralSecurityException e) {
      throw new ConfigurationException("TLS: our own certificate and key: " + e.getMessage(), e);
    }
  }

  /**
   * For which host the certificates of all servers must be. It is for servers that are listed by
   * addresses of which their certificates know nothing.
   *
   * @param name by default each server's own host, as it is listed; where servers are found by
   *     {@link Discovery#dns}, the host that was looked up
   * @return the options so changed
   */
  public TlsOptions hostName(String name) {
    return new TlsOptions(keys.expecting(required("name", name)));
  }

  /** The same, for servers of which only the addresses are known. */
  TlsOptions hostNameUnlessGiven(String name) {
    return keys.hostName() == null ? hostName(name) : this;
  }

  Tls tls() {
    return new Tls(keys);
  }
}
