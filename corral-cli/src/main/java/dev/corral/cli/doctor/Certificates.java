package dev.corral.cli.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Finds out until when a server's certificates are valid. */
final class Certificates {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private Certificates() {}

  /**
   * The end of the first that ends, of those that the server shows.
   *
   * @param name what the server is called, for servers that show another to each
   */
  static Optional<Instant> end(InetSocketAddress address, String name) {
    Look look = new Look();
    try (Socket wire = new Socket()) {
      wire.connect(address, (int) PATIENCE.toMillis());
      wire.setSoTimeout((int) PATIENCE.toMillis());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {look}, null);
      try (SSLSocket socket = (SSLSocket)
          context.getSocketFactory().createSocket(wire, name, address.getPort(), false)) {
        socket.startHandshake();
      }
    } catch (IOException | GeneralSecurityException e) {
      // As is meant: the look ends the handshake. If it came to none, nothing was seen.
      return Optional.ofNullable(look.end);
    }
    return Optional.ofNullable(look.end);
  }

  /** Trusts nobody: it looks at what it is shown and refuses it. */
  private static final class Look implements X509TrustManager {
    private @Nullable Instant end;

    @Override
    public void checkServerTrusted(X509Certificate[] shown, String type)
        throws CertificateException {
      end = Arrays.stream(shown)
          .map(X509Certificate::getNotAfter)
          .map(Date::toInstant)
          .min(Instant::compareTo)
          .orElse(null);
      throw new CertificateException("seen");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] shown, String type)
        throws CertificateException {
      throw new CertificateException("this is no server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
