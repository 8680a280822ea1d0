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
}
