package dev.corral.memcached.request;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * An executor that runs nothing until the test says so, and then on the test's thread; or refuses.
 */
public final class HeldExecutor implements Executor {
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  private volatile boolean isFull;

  /** Takes nothing any more. */
  public void refuse() {
    isFull = true;
  }

  @Override
  public void execute(Runnable task) {
    if (isFull) {
      throw new RejectedExecutionException("it is full");
    }
    tasks.add(task);
  }

  /** How many tasks wait to be run. */
  public int held() {
    return tasks.size();
  }

  /** Runs all there is, and what that adds. */
  public void release() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }
}
