package dev.corral.memcached.connection;

import java.util.ArrayDeque;
import java.util.Queue;

/** Threads of any JDK that pass for virtual ones, with a scheduler that the test plays. */
final class PlayedVirtualThreads implements VirtualThreads {
  private final Queue<Runnable> started = new ArrayDeque<>();
  private boolean areVirtual;

  /** From now on all threads pass for virtual, or none. */
  void areVirtual(boolean they) {
    areVirtual = they;
  }

  @Override
  public boolean isOne(Thread thread) {
    return areVirtual;
  }

  @Override
  public void start(Runnable task) {
    started.add(task);
  }

  /** Gives what was started its turn. Tells whether there was anything. */
  boolean run() {
    boolean isAny = !started.isEmpty();
    for (Runnable task = started.poll(); task != null; task = started.poll()) {
      task.run();
    }
    return isAny;
  }
}
