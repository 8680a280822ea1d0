package dev.corral.cli.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What this JVM has used so far. Before Java 21 what threads have allocated counts only while they
 * live: those that are measured must live from before one reading until after the other.
 *
 * @param nanoTime when it was read
 * @param cpuNanos CPU time of the process, with that of the compiler and the garbage collector
 * @param allocatedBytes by all Java threads
 * @param gcMillis time in garbage collections
 * @param threadCpuNanos CPU time of each live thread, by its id
 */
record Usage(
    long nanoTime,
    long cpuNanos,
    long allocatedBytes,
    long gcMillis,
    Map<Long, Long> threadCpuNanos) {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** Since Java 21. */
  private static final @Nullable Method TOTAL_ALLOCATED = totalAllocated();

  private static @Nullable Method totalAllocated() {
    try {
      return ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  /** Reads it. */
  static Usage now() {
    Map<Long, Long> threads = new HashMap<>();
    for (long id : THREADS.getAllThreadIds()) {
      threads.put(id, THREADS.getThreadCpuTime(id));
    }
    long gc = ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
    long allocated = allocated();
    return new Usage(System.nanoTime(), SYSTEM.getProcessCpuTime(), allocated, gc, threads);
  }

  private static long allocated() {
    if (TOTAL_ALLOCATED != null) {
      try {
        return (long) TOTAL_ALLOCATED.invoke(THREADS);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    return Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
        .filter(bytes -> bytes > 0) // -1 of those that have ended
        .sum();
  }

  /**
   * How much of a core threads have used since an earlier reading, by their names without digits:
   * those of a pool count together. Without those that have ended.
   */
  Map<String, Double> busySince(Usage earlier) {
    double wall = nanoTime - earlier.nanoTime;
    Map<String, Double> shares = new HashMap<>();
    threadCpuNanos.forEach((id, cpu) -> {
      ThreadInfo info = THREADS.getThreadInfo(id);
      if (info != null) {
        double share = (cpu - earlier.threadCpuNanos.getOrDefault(id, 0L)) / wall;
        shares.merge(info.getThreadName().replaceAll("[-#\\d]+$", ""), share, Double::sum);
      }
    });
    return shares;
  }
}
