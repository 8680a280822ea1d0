package dev.corral.memcached.security;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The servers that sessions are not resumed with. A memcached that asks its clients for
 * certificates fails whoever wants to resume one: OpenSSL wants to be told what sessions are good
 * for, and is not (1.6.18 sends the alert internal_error). Nothing tells such servers beforehand,
 * so one that fails a client with a session is not met with one again. For any number of threads.
 */
final class UnresumedServers {
  private final Set<String> addresses = ConcurrentHashMap.newKeySet();

  boolean contains(String host, int port) {
    return addresses.contains(address(host, port));
  }

  void add(String host, int port) {
    addresses.add(address(host, port));
  }

  private static String address(String host, int port) {
    return host + ":" + port;
  }
}
