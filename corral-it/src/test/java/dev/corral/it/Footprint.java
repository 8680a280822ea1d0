package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocatorMetric;
import java.io.File;
import java.util.List;

/**
 * What this JVM holds that a leak would let grow.
 *
 * @param threads all threads that are alive, but for the JDK's common pool
 * @param descriptors open files and sockets
 * @param buffers how many pieces of Netty's pooled direct memory are in use
 * @param directBytes how much direct memory Netty has in all
 */
public record Footprint(int threads, int descriptors, long buffers, long directBytes) {
  /** Measures when a first store has come and gone: what it loads, stays. */
  public static Footprint afterTheFirstStore(Way way) {
    Nodes.warmUp(way);
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
        memory.usedDirectMemory());
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
    try {
      Memcached.awaitUntil("what is held to shrink", () -> {
        last[0] = now();
        return last[0].threads <= before.threads
            && last[0].descriptors <= before.descriptors
            && last[0].buffers <= before.buffers
            && last[0].directBytes <= before.directBytes;
      });
    } catch (AssertionError e) {
      assertThat(last[0]).as("what is still held, with %s", threadNames()).isEqualTo(before);
    }
    return last[0];
  }

  /** The same with room for what comes and goes. */
  public Footprint plus(int moreThreads, int moreDescriptors, int moreBuffers) {
    return new Footprint(
        threads + moreThreads, descriptors + moreDescriptors, buffers + moreBuffers, directBytes);
  }
}
