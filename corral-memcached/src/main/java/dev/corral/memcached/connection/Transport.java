package dev.corral.memcached.connection;

import dev.corral.ring.Server;

/** What moves bytes: sockets of the system, or of the JDK, or in tests none at all. */
public interface Transport extends AutoCloseable {
  /**
   * The thread of the next link.
   *
   * @return one after the other
   */
  Loop nextLoop();

  /**
   * Begins to connect. What comes of it, the connection learns: it becomes active, or is closed
   * with the reason.
   *
   * @param server where to
   * @param settings what finds its addresses, and what protects the connection
   * @param attempt which of its addresses, if it has several
   * @param loop the connection's thread
   * @param connection who takes the channel
   */
  void connect(Server server, Settings settings, int attempt, Loop loop, Connection connection);

  /** Frees its threads. All connections are closed before. */
  @Override
  void close();
}
