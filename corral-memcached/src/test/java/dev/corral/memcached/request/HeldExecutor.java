package dev.corral.memcached.request;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** An executor that runs nothing until the test says so, and then on the test's thread. */
public final class HeldExecutor implements Executor {
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  @Override
  public void execute(Runnable task) {
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
