package dev.corral.memcached.security;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.Collections;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;

/** How one connection comes to be encrypted, or does not. Its event loop's own. */
public final class TlsHandshake {
  /** Of a server without a port, the JDK keeps no sessions to resume, and finds none. */
  private static final int NO_PORT = -1;

  /** For how long a closing connection may try to say so to its server. */
  private static final long FAREWELL_MILLIS = 100;

  private final UnresumedServers unresumed;
  private final String host;
  private final int port;
  private final boolean mayResume;
  private final boolean hadSession;
  private final SslHandler handler;

  TlsHandshake(
      SslContext context, UnresumedServers unresumed, String host, int port, Executor executor) {
    this.unresumed = unresumed;
    this.host = host;
    this.port = port;
    this.mayResume = !unresumed.contains(host, port);
    // It is looked for now: later TLS may have used it up.
    this.hadSession = mayResume && hasSession(context.sessionContext(), host, port);
    this.handler = context.newHandler(
        PooledByteBufAllocator.DEFAULT, host, mayResume ? port : NO_PORT, executor);
    handler.setHandshakeTimeoutMillis(0); // the link has an eye on that
    handler.setCloseNotifyFlushTimeoutMillis(FAREWELL_MILLIS);
    handler.setWrapDataSize(0); // what is written in one begins a record
  }

  private static boolean hasSession(SSLSessionContext sessions, String host, int port) {
    for (byte[] id : Collections.list(sessions.getIds())) {
      SSLSession session = sessions.getSession(id);
      if (session != null && session.getPeerPort() == port && host.equals(session.getPeerHost())) {
        return true;
      }
    }
    return false;
  }

  /**
   * What encrypts the connection.
   *
   * @return the handler, always the same
   */
  public SslHandler handler() {
    return handler;
  }

  /**
   * Takes note that the server has failed it.
   *
   * @return whether that may have been for a session that the server was to resume; from now on it
   *     is not asked for that, so that another attempt may help
   */
  public boolean failed() {
    if (hadSession) {
      unresumed.add(host, port);
    }
    // One that began before another failed may have had the same session, or one got since.
    return mayResume && unresumed.contains(host, port);
  }
}
