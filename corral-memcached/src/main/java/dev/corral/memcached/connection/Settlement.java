package dev.corral.memcached.connection;

import dev.corral.key.Key;
import dev.corral.memcached.request.Request;
import java.util.function.Consumer;

/**
 * Gives callers their answers, all of one read in one go. The event loop's own, but for
 * {@link #unsent}, which is whoever's turn it is to write.
 */
final class Settlement {
  /* design
   *
   * Room is given back first, then callers get their answers, then those who wait are woken. So a
   * caller that waits for each answer before it asks again never finds its own request in the way,
   * and a thread that wakes to one answer finds the others of the same read, too.
   */

  private final RequestQueue queue;
  private final Admission admission;
  private final Counters counters;
  private final Faults faults;
  private final Settings settings;
  private final Waiters waiters;
  private boolean hasServed;
  private int leaving;
  private long leavingBytes;

  Settlement(
      RequestQueue queue,
      Admission admission,
      Counters counters,
      Faults faults,
      Settings settings,
      Waiters waiters) {
    this.queue = queue;
    this.admission = admission;
    this.counters = counters;
    this.faults = faults;
    this.settings = settings;
    this.waiters = waiters;
  }

  /** Whether a caller ever got an answer. */
  boolean hasServed() {
    return hasServed;
  }

  /** The last reply to a request has come. */
  void over(Request<?> request) {
    request.setOver();
    leaving++;
    leavingBytes += request.size();
  }

  /** A request is over that was not sent. */
  void unsent(Request<?> request) {
    admission.leave(1, request.size());
    boolean isFailure = request.failure() != null;
    if (request.settle(settings.executor()) && isFailure) {
      counters.failed(request);
    }
    request.wake();
  }

  /**
   * Settles the requests that are over, and lets them go.
   *
   * @return whether there were any
   */
  boolean settle() {
    if (leaving > 0) {
      admission.leave(leaving, leavingBytes);
      leaving = 0;
      leavingBytes = 0;
    }
    Request<?> first = queue.pollOver();
    if (first == null) {
      return false;
    }
    long now = settings.ticker().nanos();
    try {
      for (Request<?> request = first; request != null; request = queue.pollOver()) {
        settle(request, now);
      }
    } finally { // whoever has an answer by now is polled no more
      waiters.wake();
    }
    return true;
  }

  private void settle(Request<?> request, long now) {
    boolean isFailure = request.failure() != null;
    if (request.settle(settings.executor())) {
      if (isFailure) {
        counters.failed(request);
      } else {
        counters.answered(request, now);
        hasServed |= !request.isOwn();
      }
      Thread waiter = request.waiter();
      if (waiter != null) {
        waiters.add(waiter);
      }
    }
  }

  /** Whether threads that have their answers are still to be woken. */
  boolean isWaking() {
    return waiters.isWaking();
  }

  /** Wakes those that should be awake by now. */
  void wakeLate() {
    waiters.wakeLate();
  }

  /**
   * The connection has ended: tells of the changes of which nobody knows whether they were made.
   *
   * @return how many requests will not be answered
   */
  int lose(Consumer<Key> undelivered) {
    int inFlight = 0;
    for (Request<?> request = queue.first(); request != null; request = request.next()) {
      Key key = request.key();
      if (key != null && request.isChange() && !request.isOver()) {
        undelivered.accept(key);
      }
      inFlight++;
    }
    return inFlight;
  }

  /** Fails what will not be answered. */
  void failAll(Reason reason) {
    for (Request<?> request = queue.first(); request != null; request = request.next()) {
      fail(request, reason);
    }
  }

  /** Fails a request by the end of its connection. */
  void fail(Request<?> request, Reason reason) {
    if (request.settle(faults.lost(request, reason), settings.executor())) {
      counters.failed(request);
    }
  }
}
