package dev.corral.benchmarks.cost;

import dev.corral.benchmarks.table.Figures;
import dev.corral.benchmarks.table.Table;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.store.GetOutcome;
import dev.corral.time.Ttl;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;

/**
 * What a client holds once it has worked with all of its servers: live heap, direct memory, which
 * is Netty's, and threads.
 */
final class ClientMemory {
  private static final int ROUNDS = 5;
  private static final int ITEMS = 20_000;
  private static final int IN_FLIGHT = 256;
  private static final double KIB = 1024;

  private ClientMemory() {}

  private record Held(double heap, double direct, double threads) {}

  static void print(Pace pace) throws IOException {
    Table table = new Table("servers", "heap, KiB", "direct, KiB", "threads");
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
            written(held, Held::threads));
      }
    }
    System.out.print(table);
  }

  private static String written(List<Held> held, ToDoubleFunction<Held> figure) {
    return Figures.of(held.stream().mapToDouble(figure).toArray()).withSpread("%.0f");
  }

  private static Held measure(String uri) {
    Set<Thread> before = threads();
    long heap = Heap.live();
    try (MemcachedStore store = MemcachedStore.open(uri)) {
      work(store);
      return new Held(
          (Heap.live() - heap) / KIB,
          // Netty keeps what a store has given back for the next one: all of it counts.
          PlatformDependent.usedDirectMemory() / KIB,
          // That of the store before may be about to end: only others count.
          threads().stream().filter(thread -> !before.contains(thread)).count());
    }
  }

  private static Set<Thread> threads() {
    return Set.copyOf(Thread.getAllStackTraces().keySet());
  }

  /** Writes and reads on all servers, with many requests in flight. */
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
  }
}
