package dev.corral.memcached.connection;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Threads that have got their answers, to be woken all at once. For one thread. */
final class Waiters {
  /* design
   *
   * To wake a virtual thread is to give its scheduler a task. From a thread that is not the
   * scheduler's own, each such task goes through a queue that all share, and each may find the
   * scheduler's threads just gone to sleep. So when there are some, one virtual thread is started that
   * wakes them all: by then it is one of the scheduler's own, and they stand in its queue.
   */

  /** So many virtual threads are worth it to start one more. */
  private static final int SOME = 4;

  /** Since Java 21; null before. */
  private static final @Nullable MethodHandle IS_VIRTUAL =
      find("isVirtual", MethodType.methodType(boolean.class));

  private static final @Nullable MethodHandle START =
      find("startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));

  private final List<Thread> platform = new ArrayList<>();
  private List<Thread> virtual = new ArrayList<>();

  private static @Nullable MethodHandle find(String name, MethodType type) {
    try {
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      return type.parameterCount() == 0
          ? lookup.findVirtual(Thread.class, name, type)
          : lookup.findStatic(Thread.class, name, type);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  void add(Thread waiter) {
    (isVirtual(waiter) ? virtual : platform).add(waiter);
  }

  void wake() {
    platform.forEach(LockSupport::unpark);
    platform.clear();
    if (virtual.size() < SOME) {
      virtual.forEach(LockSupport::unpark);
      virtual.clear();
    } else {
      List<Thread> all = virtual;
      virtual = new ArrayList<>(all.size());
      start(() -> all.forEach(LockSupport::unpark));
    }
  }

  private static boolean isVirtual(Thread thread) {
    try {
      return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
    } catch (Throwable e) {
      throw new AssertionError("a thread knows what it is", e);
    }
  }

  private static void start(Runnable task) {
    try {
      if (START != null) {
        Thread unused = (Thread) START.invokeExact(task);
      }
    } catch (Throwable e) { // there is no memory for one, say
      task.run();
    }
  }
}
