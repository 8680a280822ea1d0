package dev.corral.memcached.connection;

import dev.corral.key.Key;
import dev.corral.memcached.request.Request;
import java.util.List;

/** Whoever made the connection and is told what becomes of it, on its event loop. */
interface Owner {
  /** The server has greeted. Unless this closes the connection, callers' requests go out next. */
  void greeted(Connection connection, ServerFacts facts);

  /** It is over. No request that was sent will be answered any more. */
  void closed(Connection connection, Ending ending);

  /** A change was sent, or was to be, and nobody knows whether the server made it. */
  void undelivered(Key key);

  /**
   * How a connection ended.
   *
   * @param reason why
   * @param isIdle whether it was closed by the server in peace, with nothing in flight
   * @param hasServed whether a caller ever got an answer by it
   * @param inFlight how many requests failed by it
   * @param unsent what was accepted and never sent
   */
  record Ending(
      Reason reason, boolean isIdle, boolean hasServed, int inFlight, List<Request<?>> unsent) {
    Ending because(Reason other) {
      return new Ending(other, isIdle, hasServed, inFlight, unsent);
    }
  }
}
