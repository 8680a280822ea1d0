package dev.corral.benchmarks.cost;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.cli.bench.Callers;
import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

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
  private final List<Double> loads = new ArrayList<>();
  private final List<Double> loadTimes = new ArrayList<>();
  private final List<Double> last = new ArrayList<>();

  private ColdHerd(Cache<String, byte[]> cache, ThreadFactory threads, long loadMillis) {
    this.cache = cache;
    this.threads = threads;
    this.loadMillis = loadMillis;
  }

  static void print(Pace pace) throws IOException, InterruptedException, ExecutionException {
    System.out.println(
        "| callers | loads | the load, ms | the last has its value, ms | promised |");
    System.out.println("| --- | ---: | ---: | ---: | ---: |");
    try (Servers servers = Servers.start(1);
        Corral corral = Corral.open(servers.uri(1))) {
      Cache<String, byte[]> cache =
          corral.cache("herd", Keys.strings(), Codec.bytes(), o -> o.ttl(Duration.ofHours(1)));
      for (long millis : LOAD_MILLIS) {
        new ColdHerd(cache, Callers.platform(), millis).print("platform", pace);
        if (Callers.virtual().isPresent()) {
          new ColdHerd(cache, Callers.virtual().get(), millis).print("virtual", pace);
        }
      }
    }
  }

  private void print(String kind, Pace pace) throws InterruptedException, ExecutionException {
    for (int round = 0; round <= pace.rounds(); round++) {
      ask(kind + "-" + loadMillis + "-" + round);
    }
    for (List<Double> figures : List.of(loads, loadTimes, last)) {
      figures.remove(0); // for warming up
    }
    System.out.printf(
        Locale.ROOT,
        "| %d %s threads | %s | %s | %s | %.0f |%n",
        CALLERS,
        kind,
        Spread.of(loads).show(0),
        Spread.of(loadTimes).show(1),
        Spread.of(last).show(1),
        1.2 * Spread.of(loadTimes).median() + 100);
  }

  private void ask(String key) throws InterruptedException, ExecutionException {
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
    loads.add((double) loaded.get());
    loadTimes.add(loadNanos.get() / 1e6);
    last.add((ended - began) / 1e6);
  }
}
