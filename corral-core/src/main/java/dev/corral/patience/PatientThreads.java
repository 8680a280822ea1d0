package dev.corral.patience;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Threads that may block: virtual ones where the JDK has them, else a pool of daemons. */
public final class PatientThreads implements Executor, AutoCloseable {
  private static final int MOST_PLATFORM_THREADS = 64;

  private final ExecutorService threads;

  /**
   * Threads that end when there is nothing to do.
   *
   * @param name what those that have names are called, with a number behind it
   */
  public PatientThreads(String name) {
    this.threads = virtualOr(() -> platformThreads(name));
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(task);
  }

  private static ExecutorService virtualOr(Supplier<ExecutorService> others) {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      return others.get(); // a JDK before 21, or one where they are a preview only
    }
  }

  private static ExecutorService platformThreads(String name) {
    AtomicInteger count = new AtomicInteger();
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        MOST_PLATFORM_THREADS,
        MOST_PLATFORM_THREADS,
        10,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        task -> {
          Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
