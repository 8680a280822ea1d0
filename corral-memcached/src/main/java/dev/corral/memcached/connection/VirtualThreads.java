package dev.corral.memcached.connection;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Virtual threads, as far as the JDK has them: from Java 21 on. */
interface VirtualThreads {
  /** Whether a thread is one. */
  boolean isOne(Thread thread);

  /** Runs a task on a new one, or here if there is none to be had. */
  void start(Runnable task);

  /** Those of the JDK that this runs on. */
  static VirtualThreads ofJdk() {
    return Jdk.THREADS;
  }

  /** By names that older JDKs don't have. */
  final class Jdk implements VirtualThreads {
    private static final VirtualThreads THREADS = new Jdk();

    private static final @Nullable MethodHandle IS_VIRTUAL =
        find("isVirtual", MethodType.methodType(boolean.class));

    private static final @Nullable MethodHandle START =
        find("startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));

    private Jdk() {}

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

    @Override
    public boolean isOne(Thread thread) {
      try {
        return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
      } catch (Throwable e) {
        throw new AssertionError("a thread knows what it is", e);
      }
    }

    @Override
    public void start(Runnable task) {
      if (!hasStarted(task)) {
        task.run();
      }
    }

    private static boolean hasStarted(Runnable task) {
      try {
        if (START == null) {
          return false;
        }
        Thread unused = (Thread) START.invokeExact(task);
        return true;
      } catch (Throwable e) { // there is no memory for one, say
        return false;
      }
    }
  }
}
