package dev.corral.dashboard.web;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells all pages that look on. Whoever comes is told the last message of each topic, in the order
 * in which the topics came up, and then each new one. A slow reader hinders nobody: of each topic
 * it is told the newest, and what that replaces is left out. Any thread may call it.
 */
public final class Broadcast implements AutoCloseable {
  /** How many pages may look on at once. */
  static final int MOST_VIEWERS = 32;

  private final IntConsumer viewersChanged;
  private final ReentrantLock lock = new ReentrantLock();

  /** Held while a number of viewers is reported, so that the last one reported is the last. */
  private final ReentrantLock reporting = new ReentrantLock();

  private final Map<String, String> last = new LinkedHashMap<>();
  private final Set<Viewer> viewers = new LinkedHashSet<>();
  private boolean closed;

  /**
   * A broadcast that nobody looks at yet.
   *
   * @param viewersChanged is given the number of viewers whenever it has changed, by any thread,
   *     one at a time
   */
  public Broadcast(IntConsumer viewersChanged) {
    this.viewersChanged = viewersChanged;
  }

  /**
   * Tells what is known of a topic now. It does not wait for anybody to read it.
   *
   * @param topic what it is about: the event's name
   * @param data maps, lists, numbers, truths and words, as they are now
   */
  public void tell(String topic, @Nullable Object data) {
    String event = "event: " + topic + "\ndata: " + Json.of(data) + "\n\n";
    lock.lock();
    try {
      last.put(topic, event);
      viewers.forEach(viewer -> viewer.tell(topic, event));
    } finally {
      lock.unlock();
    }
  }

  /**
   * How many look on.
   *
   * @return 0 to 32
   */
  public int viewers() {
    lock.lock();
    try {
      return viewers.size();
    } finally {
      lock.unlock();
    }
  }

  /** Somebody looks on until it {@linkplain #leave leaves}; empty if the house is full. */
  Optional<Viewer> join() {
    Viewer viewer = new Viewer();
    lock.lock();
    try {
      if (closed || viewers.size() == MOST_VIEWERS) {
        return Optional.empty();
      }
      last.forEach(viewer::tell);
      viewers.add(viewer);
    } finally {
      lock.unlock();
    }
    report();
    return Optional.of(viewer);
  }

  void leave(Viewer viewer) {
    lock.lock();
    try {
      viewers.remove(viewer);
    } finally {
      lock.unlock();
    }
    report();
  }

  /** Not under the lock that telling takes: who is reported to may be telling something. */
  private void report() {
    reporting.lock();
    try {
      viewersChanged.accept(viewers());
    } finally {
      reporting.unlock();
    }
  }

  /** Ends it for all who look on, and lets nobody in any more. */
  @Override
  public void close() {
    List<Viewer> present;
    lock.lock();
    try {
      closed = true;
      present = List.copyOf(viewers);
    } finally {
      lock.unlock();
    }
    present.forEach(Viewer::end);
  }
}
