package dev.corral.memcached.connection;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Threads that have got their answers, to be woken all at once. For one thread. */
final class Waiters {
  /* design
   *
   * To wake a virtual thread is to give its scheduler a task. From a thread that is not the
   * scheduler's own, each such task goes through a queue that all share, and each may find the
   * scheduler's threads just gone to sleep. So when there are some, one virtual thread is started that
   * wakes them all: by then it is one of the scheduler's own, and they stand in its queue.
   *
   * Then it stands in line behind them, twice, since other threads of the scheduler may have taken some
   * of them and not be through yet. When it is its turn, most have asked for the next thing: so it
   * sends that for all of them, in one write, and the I/O thread need not be woken for any of it.
   *
   * It may never come to its turn: each of the scheduler's threads may be held by one who waits, pinned
   * to it (in synchronized before JDK 24, in native code still), for an answer that is there, and who
   * is to be woken by just this thread. So what has not begun by the next tick is done here.
   */

  /** So many virtual threads are worth it to start one more. */
  private static final int SOME = 4;

  /** What virtual threads that are woken together ask for next, to be sent in one go. */
  interface Burst {
    /**
     * They are about to be woken, or will be at the next tick. Tells whether what they ask for is
     * to be sent at the end.
     */
    boolean begin();

    /** They have had their turn. On any thread. */
    void end();
  }

  private final VirtualThreads threads;
  private final Burst burst;
  private final List<Thread> platform = new ArrayList<>();
  private List<Thread> virtual = new ArrayList<>();
  private final Queue<Wake> begun = new ArrayDeque<>();

  Waiters(VirtualThreads threads, Burst burst) {
    this.threads = threads;
    this.burst = burst;
  }

  void add(Thread waiter) {
    (threads.isOne(waiter) ? virtual : platform).add(waiter);
  }

  void wake() {
    platform.forEach(LockSupport::unpark);
    platform.clear();
    if (virtual.size() < SOME) {
      virtual.forEach(LockSupport::unpark);
      virtual.clear();
    } else {
      Wake wake = new Wake(virtual);
      virtual = new ArrayList<>(virtual.size());
      begun.add(wake);
      boolean isBurst = burst.begin();
      threads.start(() -> wake(wake, isBurst));
    }
  }

  @SuppressWarnings(
      "ThreadPriorityCheck") // a virtual thread that yields goes to the end of a queue
  private void wake(Wake wake, boolean isBurst) {
    wake.all();
    if (isBurst) {
      Thread.yield();
      Thread.yield();
      burst.end();
    }
  }

  /** Whether a virtual thread was started to wake others, and has not come to it. */
  boolean isWaking() {
    begun.removeIf(Wake::isOver);
    return !begun.isEmpty();
  }

  /** Wakes whom no virtual thread has come to wake. */
  void wakeLate() {
    for (Wake late = begun.poll(); late != null; late = begun.poll()) {
      late.all();
    }
  }

  /** Virtual threads that are woken together, once, by whoever comes first. */
  private static final class Wake {
    private final List<Thread> threads;
    private final AtomicBoolean isOver = new AtomicBoolean();

    Wake(List<Thread> threads) {
      this.threads = threads;
    }

    boolean isOver() {
      return isOver.get();
    }

    void all() {
      if (isOver.compareAndSet(false, true)) {
        threads.forEach(LockSupport::unpark);
      }
    }
  }
}
