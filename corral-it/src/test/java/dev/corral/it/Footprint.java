package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocatorMetric;
import java.io.File;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * What this JVM holds that a leak would let grow.
 *
 * @param threads all threads that are alive, but for the JDK's common pool
 * @param descriptors open files and sockets
 * @param buffers how many pieces of Netty's pooled direct memory are in use
 * @param directBytes how much direct memory Netty has in all
 * @param jdkBytes how much the JDK's direct buffers have in all: waiting callers write from such
 */
public record Footprint(
    int threads, int descriptors, long buffers, long directBytes, long jdkBytes) {
  /** What the JDK may keep for threads that read and write: 64 times what a connection has. */
  private static final long KEPT_BY_THREADS = 1 << 20;

  /** Measures when a first store has come and gone: what it loads, stays. */
  public static Footprint afterTheFirstStore(Way way) {
    Nodes.warmUp(way);
    System.gc(); // the JDK's buffers are given back then, and not before
    return now();
  }

  public static Footprint now() {
    String[] open = new File("/proc/self/fd").list();
    PooledByteBufAllocatorMetric memory = PooledByteBufAllocator.DEFAULT.metric();
    return new Footprint(
        threadNames().size(),
        open == null ? 0 : open.length,
        memory.directArenas().stream()
            .mapToLong(PoolArenaMetric::numActiveAllocations)
            .sum(),
        memory.usedDirectMemory(),
        jdkDirectMemory());
  }

  private static long jdkDirectMemory() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private static List<String> threadNames() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> !name.startsWith("ForkJoinPool.commonPool"))
        .sorted()
        .toList();
  }

  /** Waits until no more is held than before. */
  public static Footprint awaitAtMost(Footprint before) {
    Footprint[] last = {now()};
    long mostJdkBytes = before.jdkBytes + KEPT_BY_THREADS;
    try {
      Memcached.awaitUntil("what is held to shrink", () -> {
        last[0] = now();
        if (last[0].jdkBytes > mostJdkBytes) {
          System.gc();
        }
        return last[0].threads <= before.threads
            && last[0].descriptors <= before.descriptors
            && last[0].buffers <= before.buffers
            && last[0].directBytes <= before.directBytes
            && last[0].jdkBytes <= mostJdkBytes;
      });
    } catch (AssertionError e) {
      assertThat(last[0]).as("what is still held, with %s", threadNames()).isEqualTo(before);
    }
    return last[0];
  }

  /** The same with room for what comes and goes. */
  public Footprint plus(int moreThreads, int moreDescriptors, int moreBuffers) {
    return new Footprint(
        threads + moreThreads,
        descriptors + moreDescriptors,
        buffers + moreBuffers,
        directBytes,
        jdkBytes);
  }
}
