package dev.corral.memcached.connection;

import dev.corral.memcached.request.Request;
import java.util.Objects;

/**
 * Sees to it that no request of a connection waits beyond its deadline, and that a connection on
 * which nothing comes any more is found out. The event loop's own, but for what senders tell.
 */
final class DeadlineWatch {
  /* design
   *
   * Deadlines. There is no timer for a request: while anything waits, the connection looks here at
   * each tick of its loop. A look goes through the queue only if the earliest deadline that there was
   * has passed, or something is still to be sent, or was sent on another thread than the loop's. With
   * equal deadlines that is about once in a deadline, or at each look while others than the loop send;
   * and one that is shorter than those before it is met too. A request that timed out stays in its
   * place, so that its late reply is dropped and not given to the next.
   *
   * Silence. When something was sent and for a deadline nothing at all has come, a no-op is to be
   * sent, and after as long again the connection is to be given up. If all that wait were given more
   * time than usual, the connection is given as much as the least of them.
   */

  /** A time that never passes. */
  static final long FAR = Long.MAX_VALUE / 4;

  /** What is to be done about silence. */
  enum Silence {
    BEARABLE,
    TO_BE_PROBED,
    FINAL
  }

  private final RequestQueue queue;
  private final Settings settings;
  private final Counters counters;
  private final Faults faults;

  private long earliest;
  private volatile long quietSince;
  private volatile boolean isSentDirectly;
  private boolean isProbing;

  DeadlineWatch(RequestQueue queue, Settings settings, Counters counters, Faults faults) {
    this.queue = queue;
    this.settings = settings;
    this.counters = counters;
    this.faults = faults;
    this.earliest = settings.ticker().nanos() + FAR;
  }

  /** Requests are on their way, from that one to that one. */
  void sent(Request<?> first, Request<?> last) {
    sent(last);
    for (Request<?> one = first; one != last; one = Objects.requireNonNull(one.next())) {
      sent(one);
    }
  }

  private void sent(Request<?> request) {
    if (request.deadline() - earliest < 0) {
      earliest = request.deadline();
    }
  }

  /** Requests are on their way by another thread than the loop's, and the cursor is past them. */
  void sentDirectly() {
    isSentDirectly = true;
  }

  /** The first request is about to be on its way after all before were answered. */
  void waits() {
    quietSince = settings.ticker().nanos();
  }

  /** Something has come. */
  void heard() {
    quietSince = settings.ticker().nanos();
    isProbing = false;
  }

  /** Ends what has waited too long. */
  void expire() {
    long now = settings.ticker().nanos();
    if (!queue.hasUnsent() && !isSentDirectly && earliest - now > 0) {
      return;
    }
    isSentDirectly = false; // before the look, so that whoever is sent now is in it or in the next
    long least = FAR;
    for (Request<?> request = queue.first(); request != null; request = request.next()) {
      long left = request.deadline() - now;
      if (request.isSettled()) {
        continue;
      }
      if (left > 0) {
        least = Math.min(least, left);
      } else if (request.settle(faults.late(request), settings.executor())) {
        counters.timedOut(request);
      }
    }
    earliest = now + least;
  }

  /** Judges how long nothing has come. */
  Silence silence() {
    Request<?> oldest = queue.nextToAnswer();
    long now = settings.ticker().nanos();
    if (oldest == null
        || now - quietSince < settings.deadline()
        || now - quietSince < patience(oldest)) {
      return Silence.BEARABLE;
    }
    if (isProbing) {
      return Silence.FINAL;
    }
    isProbing = true;
    quietSince = now;
    return Silence.TO_BE_PROBED;
  }

  private static long patience(Request<?> oldest) {
    long least = FAR;
    for (Request<?> request = oldest; request != null; request = request.next()) {
      least = Math.min(least, request.deadline() - request.started());
    }
    return least;
  }
}
