package dev.corral.memcached.connection;

import dev.corral.memcached.request.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Gives callers their answers, all of one read in one go. The event loop's own. */
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
  private final Settings settings;
  private final List<Thread> waiters = new ArrayList<>();
  private int leaving;
  private long leavingBytes;

  Settlement(RequestQueue queue, Admission admission, Counters counters, Settings settings) {
    this.queue = queue;
    this.admission = admission;
    this.counters = counters;
    this.settings = settings;
  }

  /** The last reply to a request has come. */
  void over(Request<?> request) {
    request.setOver();
    leaving++;
    leavingBytes += request.size();
  }

  /** No reply to a request will come, since it was not sent. */
  void unsent(Request<?> request) {
    request.setOver();
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
    for (Request<?> request = first; request != null; request = queue.pollOver()) {
      settle(request, now);
    }
    waiters.forEach(LockSupport::unpark);
    waiters.clear();
    return true;
  }

  private void settle(Request<?> request, long now) {
    boolean isFailure = request.failure() != null;
    if (request.settle(settings.executor())) {
      if (isFailure) {
        counters.failed(request);
      } else {
        counters.answered(request, now);
      }
      Thread waiter = request.waiter();
      if (waiter != null) {
        waiters.add(waiter);
      }
    }
  }
}
