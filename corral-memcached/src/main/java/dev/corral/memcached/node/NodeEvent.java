package dev.corral.memcached.node;

import dev.corral.ring.Server;
import java.time.Duration;

/**
 * Something that happened to a server or to one of the connections to it. Each event as a string is
 * a sentence for a log.
 */
public sealed interface NodeEvent {
  /**
   * The server that it happened to.
   *
   * @return one of the ring's servers or of the spare ones
   */
  Server server();

  /**
   * A connection is ready for requests.
   *
   * @param server the server that it leads to
   * @param version what the server said it is
   * @param took how long it took to connect, the greeting included
   */
  record Connected(Server server, ServerVersion version, Duration took) implements NodeEvent {
    @Override
    public String toString() {
      return server + ": connected to version " + version + " in " + took.toMillis() + " ms";
    }
  }

  /**
   * A connection could not be made. It is tried again, however often it fails.
   *
   * @param server the server that it should lead to
   * @param attempt how many have failed in a row, this one included
   * @param reason what went wrong
   * @param retryAfter the time until the next attempt
   */
  record ConnectFailed(Server server, int attempt, String reason, Duration retryAfter)
      implements NodeEvent {
    @Override
    public String toString() {
      return server + ": attempt " + attempt + " to connect failed, the next is in "
          + retryAfter.toMillis() + " ms: " + reason;
    }
  }

  /**
   * A connection that was ready is so no longer.
   *
   * @param server the server that it led to
   * @param reason what went wrong
   * @param pending how many requests failed with it
   */
  record Disconnected(Server server, String reason, int pending) implements NodeEvent {
    @Override
    public String toString() {
      return server + ": connection lost with " + counted(pending, "request") + " in flight: "
          + reason;
    }
  }

  /**
   * The server counts as down: until it is readmitted its keys go elsewhere.
   *
   * @param server the server
   * @param failures how many there were in a row
   */
  record Ejected(Server server, int failures) implements NodeEvent {
    @Override
    public String toString() {
      return server + ": ejected after " + counted(failures, "failure");
    }
  }

  /**
   * The server gets its keys back.
   *
   * @param server the server
   * @param replayed how many keys were deleted there first, since what could not be delivered
   *     meanwhile would have deleted or changed them
   */
  record Readmitted(Server server, int replayed) implements NodeEvent {
    @Override
    public String toString() {
      return server + ": readmitted after " + counted(replayed, "journalled key")
          + (replayed == 1 ? " was" : " were") + " deleted";
    }
  }

  /**
   * The server is back, and more was changed while it was down than the journal holds. It may have
   * outdated items.
   *
   * @param server the server that could not be reached
   * @param lost how many changes were not journalled this time
   */
  record JournalOverflowed(Server server, long lost) implements NodeEvent {
    @Override
    public String toString() {
      return server + ": the journal was full, " + counted(lost, "change")
          + " the server may not know of";
    }
  }

  private static String counted(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
