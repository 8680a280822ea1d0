package dev.corral.time;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs things later. What it runs must not block.
 *
 * <p>Safe for use by many threads.
 */
@FunctionalInterface
public interface Timer {
  /** Something that will be run. */
  @FunctionalInterface
  interface Alarm {
    /** Keeps it from being run, if it has not begun. */
    void cancel();
  }

  /**
   * Runs a task once, after a while.
   *
   * @param delay from now; zero or less for as soon as possible
   * @param task what to run; what it throws is lost
   * @return to cancel it
   */
  Alarm after(Duration delay, Runnable task);

  /**
   * The machine's own time. Tasks run in the JVM's common pool.
   *
   * @return a timer that has no thread of its own, and nothing to be closed
   */
  static Timer system() {
    return (delay, task) -> {
      CompletableFuture<@Nullable Void> due = new CompletableFuture<@Nullable Void>()
          .completeOnTimeout(null, Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
      CompletableFuture<@Nullable Void> unused = due.thenRunAsync(task, ForkJoinPool.commonPool());
      return () -> due.cancel(false);
    };
  }
}
