package dev.corral.memcached.discovery;

import dev.corral.ring.ServerList;

/** Finds the servers of a store. For one thread at a time. */
public interface Finder extends AutoCloseable {
  /**
   * Looks for the servers, which may block.
   *
   * @return all that there are now
   * @throws dev.corral.fault.CorralException if none are found, or nobody can be asked
   */
  ServerList find();

  /** Frees what it asks with. */
  @Override
  default void close() {}
}
