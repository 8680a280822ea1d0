package dev.corral.memcached.connection;

import dev.corral.fault.CorralException;
import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.OverloadedException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.fault.UntrustedException;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.wire.Reply;
import dev.corral.ring.Server;
import dev.corral.time.Ticker;
import java.util.concurrent.TimeUnit;

/**
 * What callers are told when a server fails them: which request, which server, how long it took.
 */
final class Faults {
  private final Server server;
  private final Ticker ticker;

  Faults(Server server, Ticker ticker) {
    this.server = server;
    this.ticker = ticker;
  }

  /** There was no connection, and so nothing was sent. */
  CorralException down(Request<?> request, long since, Reason reason) {
    return unavailable(
        reason,
        request.describe() + " was not sent: " + server + " has been down for "
            + millis(ticker.nanos() - since) + ": " + reason);
  }

  /** There was no room, and so nothing was sent. */
  CorralException overloaded(Request<?> request, Admission admission) {
    return new OverloadedException(
        request.describe() + " was not sent after " + millis(ticker.nanos() - request.started())
            + ": on " + server + " " + admission + " already");
  }

  /** The connection ended before the answer came. */
  CorralException lost(Request<?> request, Reason reason) {
    return unavailable(reason, failed(request) + reason);
  }

  /** The deadline has passed. */
  CorralException late(Request<?> request) {
    return new DeadlineExceededException(failed(request) + "no answer in time");
  }

  /** The server answered what makes no sense to its caller. */
  CorralException rejected(Request<?> request, RejectedException cause) {
    return new RejectedException(failed(request) + cause.getMessage(), cause);
  }

  /** The server could not do it, and says so. */
  CorralException refused(Request<?> request, Reply reply) {
    String message = failed(request) + reply;
    return reply.says("object too large")
        ? new RejectedException(message)
        : new UnavailableException(message);
  }

  private static CorralException unavailable(Reason reason, String message) {
    return reason.isDistrust()
        ? new UntrustedException(message)
        : new UnavailableException(message);
  }

  private String failed(Request<?> request) {
    return request.describe() + " on " + server + " failed after "
        + millis(ticker.nanos() - request.started()) + ": ";
  }

  static String millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
  }
}
