package dev.corral.cli.bench;

import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that loops run on. */
public final class Callers {
  private Callers() {}

  /** Threads of the system. */
  public static ThreadFactory platform() {
    AtomicInteger made = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "caller-" + made.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Virtual threads, where this JVM has them: from Java 21 on. */
  public static Optional<ThreadFactory> virtual() {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Object factory =
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
      return Optional.of((ThreadFactory) factory);
    } catch (ReflectiveOperationException e) {
      return Optional.empty();
    }
  }
}
