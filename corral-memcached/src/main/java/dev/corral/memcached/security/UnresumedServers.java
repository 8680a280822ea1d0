package dev.corral.memcached.security;

import io.netty.handler.ssl.SslContext;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;

/**
 * The servers that sessions are not resumed with. A memcached that asks its clients for
 * certificates fails whoever wants to resume one: OpenSSL wants to be told what sessions are good
 * for, and is not (1.6.18 sends the alert internal_error). Nothing tells such servers beforehand,
 * so one that fails a client with a session is not met with one again. For any number of threads.
 */
final class UnresumedServers {
  private final Set<String> addresses = ConcurrentHashMap.newKeySet();

  /** Forgets the sessions with a server that can't resume them. */
  void prepare(SslContext context, String host, int port) {
    if (addresses.contains(address(host, port))) {
      forgetSessions(context, host, port);
    }
  }

  /**
   * Adds a server that failed a handshake, if there was a session with it.
   *
   * @return whether it is new here, so that another attempt may help
   */
  boolean add(SslContext context, String host, int port) {
    return forgetSessions(context, host, port) && addresses.add(address(host, port));
  }

  private static String address(String host, int port) {
    return host + ":" + port;
  }

  private static boolean forgetSessions(SslContext context, String host, int port) {
    SSLSessionContext sessions = context.sessionContext();
    boolean wereAny = false;
    for (byte[] id : Collections.list(sessions.getIds())) {
      SSLSession session = sessions.getSession(id);
      if (session != null && session.getPeerPort() == port && host.equals(session.getPeerHost())) {
        session.invalidate();
        wereAny = true;
      }
    }
    return wereAny;
  }
}
