package dev.corral.memcached.connection;

import io.netty.handler.ssl.NotSslRecordException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Why a connection ended, or none came about.
 *
 * @param words what is to be said of it to the user
 * @param kind what it says of server and client
 */
record Reason(String words, Kind kind) {
  /** What it says of server and client. */
  enum Kind {
    /** The server is down, or the way to it is. */
    OUTAGE,
    /** The server went away before it said anything: it may be down, or expect another client. */
    WORDLESS,
    /** They don't trust each other: another attempt is of no use until someone mends that. */
    DISTRUST
  }

  /** What may be the matter with a server that speaks TLS and goes away without a word. */
  static final String IF_CERTIFICATE =
      " (if it wants a certificate of its clients, tlsCertificate is for that)";

  /** Of a connection that there was. */
  static final Reason RESET = of("the connection was reset");

  static Reason of(String words) {
    return new Reason(words, Kind.OUTAGE);
  }

  static Reason wordless(String words) {
    return new Reason(words, Kind.WORDLESS);
  }

  static Reason distrust(String words) {
    return new Reason(words, Kind.DISTRUST);
  }

  boolean isWordless() {
    return kind == Kind.WORDLESS;
  }

  boolean isDistrust() {
    return kind == Kind.DISTRUST;
  }

  /** What became of a socket, without what Netty knows of the system call. */
  static Reason of(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof FileNotFoundException) {
      return of("there is no such socket");
    }
    if (message.contains("Connection reset")) {
      return RESET;
    }
    return of(message.contains("Connection refused") ? "connection refused" : cause.toString());
  }

  /** Why there was no TLS handshake. */
  static Reason ofHandshake(Throwable thrown) {
    // What became of the socket, Netty wraps where it could not write.
    Throwable cause =
        thrown.getCause() instanceof IOException inner && !(inner instanceof SSLException)
            ? inner
            : thrown;
    if (cause instanceof NotSslRecordException) {
      return distrust("it does not speak TLS, for which there is memcached://");
    }
    if (cause instanceof ClosedChannelException) {
      return wordless("the server ended the TLS handshake without a word" + IF_CERTIFICATE);
    }
    if (!(cause instanceof SSLException)) {
      return wordless("the TLS handshake failed: " + of(cause).words() + IF_CERTIFICATE);
    }
    CertificateException certificate = find(CertificateException.class, cause);
    CertPathValidatorException path = find(CertPathValidatorException.class, cause);
    if (find(CertificateExpiredException.class, cause) != null
        || find(CertificateNotYetValidException.class, cause) != null) {
      return distrust("its certificate has expired, or is not valid yet: " + root(cause));
    }
    // Of just this class if it is the host; the JDK's other findings have classes of their own.
    if (certificate != null
        && certificate.getClass().equals(CertificateException.class)
        && certificate.getCause() == null) {
      return distrust("its certificate is for another host: " + certificate.getMessage());
    }
    return certificate == null && path == null
        ? distrust("the TLS handshake failed: " + cause.getMessage())
        : distrust("its certificate is not trusted: " + root(cause));
  }

  private static <T extends Throwable> @Nullable T find(Class<T> kind, Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return kind.cast(cause);
      }
    }
    return null;
  }

  private static String root(Throwable thrown) {
    Throwable root = thrown;
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      root = cause;
    }
    return String.valueOf(root.getMessage());
  }

  @Override
  public String toString() {
    return words;
  }
}
