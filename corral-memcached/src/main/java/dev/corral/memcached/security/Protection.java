package dev.corral.memcached.security;

import org.jspecify.annotations.Nullable;

/**
 * What protects the connections of a store. For any number of threads.
 *
 * @param tls what encrypts them and tells servers apart; null for nothing
 * @param login who the servers are told that we are; null for nobody
 */
public record Protection(@Nullable Tls tls, @Nullable Login login) {
  /** None at all. */
  public static final Protection NONE = new Protection(null, null);

  /**
   * Reads what is in files, which blocks. If they have become unreadable, what was read last stays.
   *
   * @throws dev.corral.fault.ConfigurationException if nothing was ever read, naming what is wrong
   */
  public void refresh() {
    if (tls != null) {
      tls.refresh();
    }
    if (login != null) {
      login.refresh();
    }
  }
}
