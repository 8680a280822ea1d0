package dev.corral.memcached.security;

import java.nio.file.Path;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Whom TLS trusts, and who we are.
 *
 * @param trustFile certificates in PEM whose owners are trusted, and no others
 * @param trust the same, made already; if neither is there, the JVM decides
 * @param certificateFile our certificate in PEM, followed by those up to its authority's
 * @param keyFile the private key for it, in PEM
 * @param identity certificate and key, made already
 * @param hostName for which host servers must have their certificates; null for each its own
 */
public record TlsKeys(
    @Nullable Path trustFile,
    @Nullable TrustManagerFactory trust,
    @Nullable Path certificateFile,
    @Nullable Path keyFile,
    @Nullable KeyManagerFactory identity,
    @Nullable String hostName) {
  /** What there is unless something else is said. */
  public static final TlsKeys NONE = new TlsKeys(null, null, null, null, null, null);

  /** The same with others to trust: a file, or what was made already. */
  public TlsKeys trusting(@Nullable Path file, @Nullable TrustManagerFactory made) {
    return new TlsKeys(file, made, certificateFile, keyFile, identity, hostName);
  }

  /** The same with another identity: files, or what was made already. */
  public TlsKeys being(
      @Nullable Path certificate, @Nullable Path key, @Nullable KeyManagerFactory made) {
    return new TlsKeys(trustFile, trust, certificate, key, made, hostName);
  }

  /** The same with another host for which servers must have their certificates. */
  public TlsKeys expecting(String host) {
    return new TlsKeys(trustFile, trust, certificateFile, keyFile, identity, host);
  }
}
