package dev.corral.memcached.request;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** A thread that moves bytes. It serves many callers at once and must never wait for one. */
public final class IoThread extends FastThreadLocalThread {
  private IoThread(Runnable task, String name) {
    super(task, name);
    setDaemon(true);
  }

  /**
   * Refuses to let an I/O thread wait.
   *
   * @param task what would wait
   * @throws IllegalStateException if the calling thread is one
   */
  public static void requireOther(String task) {
    if (Thread.currentThread() instanceof IoThread) {
      throw new IllegalStateException(
          "an I/O thread must not " + task + ": it would wait for itself");
    }
  }

  /**
   * Makes them.
   *
   * @return a factory of daemon threads
   */
  public static ThreadFactory factory() {
    AtomicInteger count = new AtomicInteger();
    return task -> new IoThread(task, "corral-io-" + count.incrementAndGet());
  }
}
