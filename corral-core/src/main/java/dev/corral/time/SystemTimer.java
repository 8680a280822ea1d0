package dev.corral.time;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Two daemon threads for the whole JVM, which begin with the first task and end when there is none.
 * Not the common pool: whoever blocks all of its threads would wait for alarms that need one.
 */
final class SystemTimer implements Timer {
  static final SystemTimer INSTANCE = new SystemTimer();

  private final ScheduledThreadPoolExecutor threads;

  private SystemTimer() {
    threads = new ScheduledThreadPoolExecutor(2, task -> {
      Thread thread = new Thread(task, "corral-timer");
      thread.setDaemon(true);
      return thread;
    });
    threads.setKeepAliveTime(10, TimeUnit.SECONDS);
    threads.allowCoreThreadTimeOut(true);
    threads.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Alarm after(Duration delay, Runnable task) {
    Future<?> scheduled = threads.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }
}
