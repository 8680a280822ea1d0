package dev.corral.dashboard.web;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** One who looks on: what it has yet to be told, the newest of each topic. */
final class Viewer {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, String> untold = new LinkedHashMap<>();
  private boolean over;

  void tell(String topic, String event) {
    lock.lock();
    try {
      untold.put(topic, event);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      over = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until there is something to tell.
   *
   * @return all that is to be told, nothing if the patience has come to its end; empty once it is
   *     over
   */
  Optional<String> news(Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = patience.toNanos();
      while (untold.isEmpty() && !over && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (over) {
        return Optional.empty();
      }
      String news = String.join("", untold.values());
      untold.clear();
      return Optional.of(news);
    } finally {
      lock.unlock();
    }
  }
}
