package dev.corral.dashboard.web;

import dev.corral.patience.PatientThreads;
import dev.corral.time.Ticker;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/*
 * design
 *
 * The JDK's server reads a request on the thread that answers it, and has no limit of time for a
 * request. So half a request that never becomes a whole one would keep a thread for ever, and so
 * would an answer that nobody takes; and that before anybody has asked for a token.
 *
 * Each task has until a deadline, which it may put off by getting on. A thread that is past its own
 * is interrupted: what it reads or writes is an interruptible channel, which is closed by that.
 * Interrupting happens within the map's entry, and so never after the task has left it.
 */
/** Threads for requests, each of which has to get on: the connection of one that does not ends. */
final class PromptThreads implements Executor, AutoCloseable {
  private static final int LOOKS = 4;

  private final PatientThreads threads = new PatientThreads("corral-dashboard");
  private final Map<Thread, Long> deadlines = new ConcurrentHashMap<>();
  private final Duration patience;
  private final Ticker ticker;
  private final Timer timer;
  private volatile boolean closed;

  /**
   * Threads that begin when they are needed.
   *
   * @param patience how long a task may take until it gets on; up to a quarter more
   */
  PromptThreads(Duration patience) {
    this(patience, Ticker.system(), Timer.system());
  }

  PromptThreads(Duration patience, Ticker ticker, Timer timer) {
    this.patience = patience;
    this.ticker = ticker;
    this.timer = timer;
    watch();
  }

  private void watch() {
    if (!closed) {
      interruptLate();
      timer.after(patience.dividedBy(LOOKS), this::watch);
    }
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(() -> run(task));
  }

  private void run(Runnable task) {
    getsOn();
    try {
      task.run();
    } finally {
      deadlines.remove(Thread.currentThread());
      Thread.interrupted(); // it was for this task, not for the thread's next one
    }
  }

  /** The task that calls this has come further, and may take as long again. */
  void getsOn() {
    deadlines.put(Thread.currentThread(), ticker.nanos() + patience.toNanos());
  }

  private void interruptLate() {
    for (Thread each : deadlines.keySet()) {
      deadlines.computeIfPresent(each, (thread, deadline) -> {
        if (ticker.nanos() - deadline >= 0) {
          thread.interrupt();
        }
        return deadline;
      });
    }
  }

  /** Takes no more tasks. Those that run end with their connections. */
  @Override
  public void close() {
    closed = true;
    threads.close();
  }
}
