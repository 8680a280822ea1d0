package dev.corral.benchmarks.cost;

import dev.corral.Corral;
import dev.corral.benchmarks.table.Figures;
import dev.corral.benchmarks.table.Table;
import dev.corral.cache.Cache;
import dev.corral.cli.bench.Callers;
import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/**
 * What becomes of 512 callers that ask for one cold key at the same moment: how often it is loaded,
 * and when the last of them has its value. Promised is one load, and 1.2 times its time and 100 ms.
 */
final class ColdHerd {
  private static final int CALLERS = 512;
  private static final long[] LOAD_MILLIS = {20, 200};
  private static final byte[] VALUE = new byte[100];

  private final Cache<String, byte[]> cache;
  private final ThreadFactory threads;
  private final long loadMillis;
  private final List<Round> rounds = new ArrayList<>();

  private record Round(double loads, double loadMillis, double lastMillis) {}

  private ColdHerd(Cache<String, byte[]> cache, ThreadFactory threads, long loadMillis) {
    this.cache = cache;
    this.threads = threads;
    this.loadMillis = loadMillis;
  }

  static Table table(Pace pace) throws IOException, InterruptedException, ExecutionException {
    Table table =
        new Table("callers", "loads", "the load, ms", "the last has its value, ms", "promised, ms");
    try (Servers servers = Servers.start(1);
        Corral corral = Corral.open(servers.uri(1))) {
      Cache<String, byte[]> cache =
          corral.cache("herd", Keys.strings(), Codec.bytes(), o -> o.ttl(Duration.ofHours(1)));
      for (long millis : LOAD_MILLIS) {
        new ColdHerd(cache, Callers.platform(), millis).addTo(table, "platform", pace);
        if (Callers.virtual().isPresent()) {
          new ColdHerd(cache, Callers.virtual().get(), millis).addTo(table, "virtual", pace);
        }
      }
    }
    return table;
  }

  private void addTo(Table table, String kind, Pace pace)
      throws InterruptedException, ExecutionException {
    for (int round = 0; round <= pace.rounds(); round++) {
      Round asked = ask(kind + "-" + loadMillis + "-" + round);
      if (round > 0) {
        rounds.add(asked);
      }
    }
    table.row(
        CALLERS + " " + kind + " threads",
        figures(Round::loads).withSpread("%.0f"),
        figures(Round::loadMillis).withSpread("%.1f"),
        figures(Round::lastMillis).withSpread("%.1f"),
        figures(round -> 1.2 * round.loadMillis + 100).medians("%.0f"));
  }

  private Figures figures(ToDoubleFunction<Round> figure) {
    return Figures.of(rounds.stream().mapToDouble(figure).toArray());
  }

  private Round ask(String key) throws InterruptedException, ExecutionException {
    AtomicInteger loaded = new AtomicInteger();
    AtomicLong loadNanos = new AtomicLong();
    CountDownLatch ready = new CountDownLatch(CALLERS);
    CountDownLatch start = new CountDownLatch(1);
    List<FutureTask<Long>> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      callers.add(new FutureTask<>(() -> {
        ready.countDown();
        start.await();
        cache.get(key, cold -> {
          long began = System.nanoTime();
          Thread.sleep(loadMillis);
          loaded.incrementAndGet();
          loadNanos.set(System.nanoTime() - began);
          return VALUE;
        });
        return System.nanoTime();
      }));
    }
    callers.forEach(caller -> threads.newThread(caller).start());
    ready.await();
    long began = System.nanoTime();
    start.countDown();
    long ended = began;
    for (FutureTask<Long> caller : callers) {
      ended = Math.max(ended, caller.get());
    }
    return new Round(loaded.get(), loadNanos.get() / 1e6, (ended - began) / 1e6);
  }
}
