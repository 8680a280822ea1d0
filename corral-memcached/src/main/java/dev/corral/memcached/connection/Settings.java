package dev.corral.memcached.connection;

import dev.corral.memcached.node.HostResolver;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.memcached.security.Protection;
import dev.corral.time.Ticker;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * What connections go by, as the store's options say it. Times are in nanoseconds.
 *
 * @param connections how many to each server
 * @param deadline how long a request may take that has no deadline of its own
 * @param maxInFlight how many requests a connection takes
 * @param maxBytesInFlight how many bytes of values
 * @param isWaitingWhenFull whether a caller waits for room, or fails
 * @param connectTimeout how long the way to a server's greeting may take
 * @param reconnectLeast the first step of the time between two attempts
 * @param reconnectMost the last step
 * @param failures after how many in a row a server is ejected; 0 for never
 * @param journalKeys how many changes are remembered for a server that is down; 0 for none
 * @param maxItemBytes the server's item size limit; 0 to ask it
 * @param drainTimeout how long a connection that is to close may finish what is in flight
 * @param executor what runs callbacks
 * @param listener who is told of what happens
 * @param resolver what finds addresses
 * @param protection what protects connections
 * @param random what the jitter comes from
 * @param ticker the time
 */
public record Settings(
    int connections,
    long deadline,
    int maxInFlight,
    long maxBytesInFlight,
    boolean isWaitingWhenFull,
    long connectTimeout,
    long reconnectLeast,
    long reconnectMost,
    int failures,
    int journalKeys,
    int maxItemBytes,
    long drainTimeout,
    Executor executor,
    Consumer<NodeEvent> listener,
    HostResolver resolver,
    Protection protection,
    RandomGenerator random,
    Ticker ticker) {
  /**
   * The same for servers that are on no ring and are asked little, by nobody who waits: one
   * connection to each, for an answer the time that a connection may take, and none when it is to
   * close. They are not ejected, for nobody stands in for them.
   *
   * @return the changed copy
   */
  public Settings unhurried() {
    return new Settings(
        1,
        connectTimeout,
        maxInFlight,
        maxBytesInFlight,
        isWaitingWhenFull,
        connectTimeout,
        reconnectLeast,
        reconnectMost,
        0,
        0,
        maxItemBytes,
        0,
        executor,
        listener,
        resolver,
        protection,
        random,
        ticker);
  }
}
