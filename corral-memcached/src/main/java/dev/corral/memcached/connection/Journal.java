package dev.corral.memcached.connection;

import dev.corral.key.Key;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The keys whose items a server holds outdated, because it was down when they were changed. They
 * are deleted there before anything is read from it again. It remembers so many and no more; what
 * is lost is counted.
 */
final class Journal {
  /* design
   *
   * It is open while its link is down, and shut by whoever brings the link up, in the same step in
   * which it finds that nothing is left to replay. So a change is either in the journal before the
   * link is up, or its caller is told that the link is up, and sends it there.
   */

  private final int limit;
  private final ReentrantLock turn = new ReentrantLock();
  private final Set<Key> keys = new LinkedHashSet<>();
  private boolean isOpen;
  private final AtomicLong lost = new AtomicLong();
  private volatile int size;

  Journal(int limit) {
    this.limit = limit;
  }

  void open() {
    turn.lock();
    try {
      isOpen = true;
    } finally {
      turn.unlock();
    }
  }

  /** Remembers a key, or forgets it for want of room. Tells whether the journal is open. */
  boolean add(Key key) {
    turn.lock();
    try {
      if (isOpen && !keys.contains(key)) {
        if (keys.size() < limit) {
          keys.add(key);
          size = keys.size();
        } else {
          lost.incrementAndGet();
        }
      }
      return isOpen;
    } finally {
      turn.unlock();
    }
  }

  /** Takes out all there is; if there is nothing, shuts the journal. */
  List<Key> takeOrShut() {
    turn.lock();
    try {
      List<Key> taken = List.copyOf(keys);
      keys.clear();
      size = 0;
      isOpen = !taken.isEmpty();
      return taken;
    } finally {
      turn.unlock();
    }
  }

  int size() {
    return size;
  }

  long lost() {
    return lost.get();
  }
}
