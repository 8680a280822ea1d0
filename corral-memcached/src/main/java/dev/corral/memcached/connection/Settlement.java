package dev.corral.memcached.connection;

import dev.corral.memcached.request.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Gives callers their answers, all of one read in one go. The event loop's own. */
final class Settlement {
  private final RequestQueue queue;
  private final Admission admission;
  private final Counters counters;
  private final Settings settings;
  private final List<Thread> waiters = new ArrayList<>();

  Settlement(RequestQueue queue, Admission admission, Counters counters, Settings settings) {
    this.queue = queue;
    this.admission = admission;
    this.counters = counters;
    this.settings = settings;
  }

  /**
   * Settles the requests that are over, and lets them go.
   *
   * @return whether there were any
   */
  boolean settle() {
    int count = 0;
    long size = 0;
    long now = settings.ticker().nanos();
    for (Request<?> request = queue.pollOver(); request != null; request = queue.pollOver()) {
      count++;
      size += request.size();
      settle(request, now);
    }
    if (count == 0) {
      return false;
    }
    // A thread that wakes to one answer finds the others of the same read, too.
    waiters.forEach(LockSupport::unpark);
    waiters.clear();
    admission.leave(count, size);
    return true;
  }

  private void settle(Request<?> request, long now) {
    boolean isFailure = request.failure() != null;
    if (request.settle(settings.executor())) {
      if (isFailure) {
        counters.errors.increment();
      } else {
        counters.latencies.record(now - request.started());
      }
      Thread waiter = request.waiter();
      if (waiter != null) {
        waiters.add(waiter);
      }
    }
  }
}
