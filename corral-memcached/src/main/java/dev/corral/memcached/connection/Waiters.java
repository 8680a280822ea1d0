package dev.corral.memcached.connection;

import java.util.ArrayList;
import java.util.List;
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
   */

  /** So many virtual threads are worth it to start one more. */
  private static final int SOME = 4;

  /** What virtual threads that are woken together ask for next, to be sent in one go. */
  interface Burst {
    /** They are about to be woken. Tells whether what they ask for is to be sent at the end. */
    boolean begin();

    /** They have had their turn. On any thread. */
    void end();
  }

  private final VirtualThreads threads;
  private final Burst burst;
  private final List<Thread> platform = new ArrayList<>();
  private List<Thread> virtual = new ArrayList<>();

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
      List<Thread> all = virtual;
      virtual = new ArrayList<>(all.size());
      boolean isBurst = burst.begin();
      threads.start(() -> wake(all, isBurst));
    }
  }

  @SuppressWarnings(
      "ThreadPriorityCheck") // a virtual thread that yields goes to the end of a queue
  private void wake(List<Thread> all, boolean isBurst) {
    all.forEach(LockSupport::unpark);
    if (isBurst) {
      Thread.yield();
      Thread.yield();
      burst.end();
    }
  }
}
