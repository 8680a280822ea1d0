package dev.corral.memcached.node;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Finds the addresses of a host. Asked anew for each attempt to connect, on a thread that may
 * block, so that a server can move to another address while the store is in use.
 */
@FunctionalInterface
public interface HostResolver {
  /**
   * Finds the addresses of a host. Calls may come from several threads at once. Whatever it throws
   * fails this attempt to connect, and the next is made as usual.
   *
   * @param host a host name or an IP address; IPv6 without brackets
   * @return at least one address, the one to try first at the beginning
   * @throws UnknownHostException if there is none
   */
  InetAddress[] resolve(String host) throws UnknownHostException;

  /**
   * The JVM's own resolver. It remembers what it has found, for 30 seconds unless the security
   * property {@code networkaddress.cache.ttl} says otherwise (and forever in a JVM with a security
   * manager), and for 10 seconds that there is no such host
   * ({@code networkaddress.cache.negative.ttl}). A server's new address is seen only after that.
   *
   * @return the default
   */
  static HostResolver system() {
    return InetAddress::getAllByName;
  }
}
