package dev.corral.benchmarks.cost;

import dev.corral.benchmarks.table.Figures;
import dev.corral.benchmarks.table.Table;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.time.Ttl;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;

/**
 * What a client holds once it has worked with all of its servers, for callers that wait and for
 * others: live heap, direct memory and threads. Netty's direct memory is the process's: it keeps
 * what a store has given back for the next one.
 */
final class ClientMemory {
  private static final int ROUNDS = 5;
  private static final int ITEMS = 20_000;
  private static final int IN_FLIGHT = 256;
  private static final int AWAITED = 2_000;
  private static final double KIB = 1024;

  private ClientMemory() {}

  private record Held(double heap, double direct, double netty, double threads) {}

  static Table table(Pace pace) throws IOException {
    Table table = new Table(
        "servers", "heap, KiB", "direct, KiB", "Netty's direct, of the process, KiB", "threads");
    try (Servers servers = Servers.start(FlatCost.MOST_SERVERS)) {
      measure(servers.uri(1)); // loads all classes
      for (int count : FlatCost.SERVERS) {
        List<Held> held = new ArrayList<>();
        for (int round = 0; round < Math.min(ROUNDS, pace.rounds()); round++) {
          held.add(measure(servers.uri(count)));
        }
        table.row(
            String.valueOf(count),
            written(held, Held::heap),
            written(held, Held::direct),
            written(held, Held::netty),
            written(held, Held::threads));
      }
    }
    return table;
  }

  private static String written(List<Held> held, ToDoubleFunction<Held> figure) {
    return Figures.of(held.stream().mapToDouble(figure).toArray()).withSpread("%.0f");
  }

  private static Held measure(String uri) {
    Set<Thread> before = threads();
    long heap = Heap.live();
    long direct = direct();
    try (MemcachedStore store = MemcachedStore.open(uri)) {
      work(store);
      return new Held(
          (Heap.live() - heap) / KIB,
          (direct() - direct) / KIB,
          PlatformDependent.usedDirectMemory() / KIB,
          // That of the store before may be about to end: only others count.
          threads().stream().filter(thread -> !before.contains(thread)).count());
    }
  }

  /** What the JDK's direct buffers have, and with them what a store has outside of Netty's pool. */
  private static long direct() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private static Set<Thread> threads() {
    return Set.copyOf(Thread.getAllStackTraces().keySet());
  }

  /**
   * Writes and reads on all servers, with many requests in flight, and reads one by one, for which
   * the caller writes to the socket itself.
   */
  private static void work(MemcachedStore store) {
    for (int i = 0; i < ITEMS; i += IN_FLIGHT) {
      List<CompletableFuture<GetOutcome>> replies = new ArrayList<>();
      for (int j = i; j < i + IN_FLIGHT; j++) {
        Key key = Key.of("client-memory", j);
        CompletableFuture<?> unused =
            store.set(key, new byte[1024], Ttl.of(Duration.ofMinutes(10)));
        replies.add(store.get(key));
      }
      replies.forEach(CompletableFuture::join);
    }
    for (int i = 0; i < AWAITED; i++) {
      store.executeAwaited(Get.of(Key.of("client-memory", i))).join();
    }
  }
}
