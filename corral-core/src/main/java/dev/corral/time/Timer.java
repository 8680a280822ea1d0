package dev.corral.time;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs things later. What it runs must not block.
 *
 * <p>Safe for use by many threads.
 */
public interface Timer extends AutoCloseable {
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

  /** Takes no more tasks: those that come later are run at once. */
  @Override
  void close();

  /**
   * The machine's own time, kept by one daemon thread that starts with the first task. The tasks
   * run in the common pool.
   *
   * @param name the name of the thread
   * @return the timer
   */
  static Timer daemon(String name) {
    ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
        1,
        task -> {
          Thread daemon = new Thread(task, name);
          daemon.setDaemon(true);
          return daemon;
        },
        // Who waits for a timer that is closed would wait for ever.
        (task, closed) -> task.run());
    thread.setRemoveOnCancelPolicy(true);
    return new Timer() {
      @Override
      public Alarm after(Duration delay, Runnable task) {
        var scheduled = thread.schedule(
            () -> ForkJoinPool.commonPool().execute(task), delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
      }

      @Override
      public void close() {
        thread.shutdown();
      }
    };
  }
}
