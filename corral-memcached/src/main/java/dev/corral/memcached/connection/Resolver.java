package dev.corral.memcached.connection;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the addresses of a host. It may block: no I/O thread asks it. */
@FunctionalInterface
public interface Resolver {
  /**
   * Looks a host up.
   *
   * @param host its name
   * @return its addresses, at least one
   * @throws UnknownHostException if there is none
   */
  InetAddress[] resolve(String host) throws UnknownHostException;
}
