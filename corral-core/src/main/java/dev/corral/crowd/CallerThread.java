package dev.corral.crowd;

import dev.corral.future.Answers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs tasks on the thread of a caller, while it waits for its result. When it waits no more, tasks
 * go to the other executor: what was begun for a caller is ended without it.
 */
public final class CallerThread implements Executor {
  /** A task that must be told if no thread will run it. */
  public interface Refusable extends Runnable {
    void refuse(RejectedExecutionException refusal);
  }

  private final Thread thread = Thread.currentThread();
  private final Executor others;
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private volatile boolean gone;

  public CallerThread(Executor others) {
    this.others = others;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (gone) {
      handOver();
    } else {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Runs what comes until the result is there. Called once, by the caller's own thread.
   *
   * @throws InterruptedException if the thread was interrupted while there was nothing to run
   */
  public void runUntil(CompletableFuture<?> result) throws InterruptedException {
    Answers.when(result, (value, fault) -> LockSupport.unpark(thread));
    try {
      while (!result.isDone()) {
        Runnable task = tasks.poll();
        if (task != null) {
          task.run();
        } else if (Thread.interrupted()) {
          throw new InterruptedException();
        } else if (!result.isDone()) {
          ForkJoinPool.managedBlock(new Pause(result));
        }
      }
    } finally {
      gone = true;
      handOver();
    }
  }

  /** Parks so that a pool whose thread it is gets another one: the result may need one to come. */
  private final class Pause implements ForkJoinPool.ManagedBlocker {
    private final CompletableFuture<?> result;

    Pause(CompletableFuture<?> result) {
      this.result = result;
    }

    @Override
    public boolean block() {
      LockSupport.park(CallerThread.this);
      return true; // or woken for nothing: the caller looks again
    }

    @Override
    public boolean isReleasable() {
      return result.isDone() || !tasks.isEmpty();
    }
  }

  private void handOver() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      try {
        others.execute(task);
      } catch (RejectedExecutionException e) {
        // It may be a task of another's, or the thread may be on its way out: who throws it would
        // throw it at the wrong one. What is no load was for the caller, who needs it no more.
        if (task instanceof Refusable load) {
          load.refuse(e);
        }
      }
    }
  }
}
