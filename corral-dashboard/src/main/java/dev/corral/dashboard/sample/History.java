package dev.corral.dashboard.sample;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** The last ticks, for pages that come late. Any thread may read them. */
final class History {
  /** How many are kept. */
  static final int MOST = 300;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Object> ticks = new ArrayDeque<>();

  void add(Object tick) {
    lock.lock();
    try {
      if (ticks.size() == MOST) {
        ticks.removeFirst();
      }
      ticks.addLast(tick);
    } finally {
      lock.unlock();
    }
  }

  /** All there are, the oldest first. */
  Map<String, Object> told() {
    lock.lock();
    try {
      return Map.of("ticks", List.copyOf(ticks));
    } finally {
      lock.unlock();
    }
  }
}
