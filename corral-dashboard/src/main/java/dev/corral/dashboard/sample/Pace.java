package dev.corral.dashboard.sample;

import dev.corral.time.Ticker;
import dev.corral.time.Timer;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * What a sampler goes by: its time, and its threads.
 *
 * @param ticker what measures durations
 * @param clock what tells the time of day
 * @param timer runs one thing at a time, on a thread of its own
 * @param askers run what may block
 * @param end stops the threads
 */
record Pace(Ticker ticker, InstantSource clock, Timer timer, Executor askers, Runnable end) {
  /** The machine's own time, and daemon threads that begin when they are needed. */
  static Pace own() {
    ScheduledExecutorService one =
        Executors.newSingleThreadScheduledExecutor(daemons("corral-dashboard"));
    ExecutorService askers = Executors.newCachedThreadPool(daemons("corral-dashboard-asker"));
    Timer timer = (delay, task) -> {
      Future<?> scheduled = one.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
      return () -> scheduled.cancel(false);
    };
    return new Pace(Ticker.system(), InstantSource.system(), timer, askers, () -> {
      one.shutdownNow();
      askers.shutdownNow();
    });
  }

  private static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
