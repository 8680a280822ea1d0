package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A thread of a caller's, which may come to wait for something. */
public final class Caller<T> {
  private static final long PATIENCE_SECONDS = 20;

  private final AtomicBoolean isInterruptedAfter = new AtomicBoolean();
  private final FutureTask<T> task;
  private final Thread thread;

  private Caller(Callable<T> call, ThreadFactory threads) {
    this.task = new FutureTask<>(() -> {
      try {
        return call.call();
      } finally {
        isInterruptedAfter.set(Thread.currentThread().isInterrupted());
      }
    });
    this.thread = threads.newThread(task);
    thread.setDaemon(true);
    thread.start();
  }

  public static <T> Caller<T> of(Callable<T> call) {
    return of(call, Thread::new);
  }

  public static <T> Caller<T> of(Callable<T> call, ThreadFactory threads) {
    return new Caller<>(call, threads);
  }

  public Thread thread() {
    return thread;
  }

  /** Comes back when the caller is parked. */
  public Caller<T> untilItWaits() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (LockSupport.getBlocker(thread) == null || thread.getState() == Thread.State.RUNNABLE) {
      assertThat(thread.isAlive()).as("the caller has not returned").isTrue();
      assertThat(System.nanoTime()).as("the caller waits in time").isLessThan(end);
      Thread.onSpinWait();
    }
    return this;
  }

  public void interrupt() {
    thread.interrupt();
  }

  /** What the call returned. */
  public T result() throws Exception {
    return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** What the call threw. */
  public Throwable failure() {
    try {
      throw new AssertionError("the call returned " + result());
    } catch (ExecutionException e) {
      return Objects.requireNonNull(e.getCause());
    } catch (Exception e) {
      throw new AssertionError("the call did not end", e);
    }
  }

  /** Whether the thread was interrupted, and not told of it by an exception. */
  public boolean isInterruptedAfter() {
    return isInterruptedAfter.get();
  }
}
