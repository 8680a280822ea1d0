package dev.corral.crowd;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Lets so many loads of a cache run at the same time, and the others in the order they came. */
public final class LoadLimit {
  /** What this thread is to start, while it is starting something. */
  private static final ThreadLocal<@Nullable Queue<Runnable>> STARTING = new ThreadLocal<>();

  private final ReentrantLock turn = new ReentrantLock();
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private int running;

  /** Starts a load now, or when one has ended. It must be followed by a {@link #release}. */
  public void submit(int max, Runnable start) {
    turn.lock();
    try {
      if (running >= max) {
        queue.add(start);
        return;
      }
      running++;
    } finally {
      turn.unlock();
    }
    start.run();
  }

  /** A load has ended. */
  public void release() {
    Runnable next = takeNext();
    if (next == null) {
      return;
    }
    // What starts may end at once, and so release in turn. On one stack many would be too many.
    Queue<Runnable> outer = STARTING.get();
    if (outer != null) {
      outer.add(next);
      return;
    }
    Queue<Runnable> started = new ArrayDeque<>();
    STARTING.set(started);
    try {
      for (Runnable start = next; start != null; start = started.poll()) {
        start.run();
      }
    } finally {
      STARTING.remove();
    }
  }

  /** Whether the next load would have to wait. */
  public boolean isFull(int max) {
    turn.lock();
    try {
      return running >= max;
    } finally {
      turn.unlock();
    }
  }

  private @Nullable Runnable takeNext() {
    turn.lock();
    try {
      Runnable next = queue.poll();
      if (next == null) {
        running--;
      }
      return next;
    } finally {
      turn.unlock();
    }
  }
}
