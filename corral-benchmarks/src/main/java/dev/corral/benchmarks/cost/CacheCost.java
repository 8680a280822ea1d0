package dev.corral.benchmarks.cost;

import dev.corral.Corral;
import dev.corral.benchmarks.table.Figures;
import dev.corral.benchmarks.table.Table;
import dev.corral.cache.Cache;
import dev.corral.cache.CacheOptions;
import dev.corral.cli.bench.Loop;
import dev.corral.cli.bench.Measurement;
import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.key.KeyEncoder;
import dev.corral.key.KeyPrefix;
import dev.corral.key.Keys;
import dev.corral.namespace.Namespaces;
import dev.corral.store.Get;
import dev.corral.store.Operation;
import dev.corral.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What a hit in a cache costs one blocking caller, beside the very get that it sends, given to the
 * store as it is and read by nobody: the CPU time of the caller and of all Java threads, and the
 * bytes that these allocate. Without a wire bytes are exact, and the caller's time is all there is;
 * but in a JVM that has measured something else before, the compiler may spare other objects.
 */
final class CacheCost {
  private static final int KEYS = 1000;
  private static final byte[] VALUE = new byte[100];
  private static final String PLAIN = "plain";
  private static final KeyPrefix PREFIX = KeyPrefix.of(PLAIN);
  private static final KeyEncoder<String> NAMES = Keys.strings();
  private static final List<String> ALL =
      IntStream.range(0, KEYS).mapToObj("user-%04d"::formatted).toList();

  private CacheCost() {}

  static Table onMemcached(Pace pace) throws IOException, InterruptedException, ExecutionException {
    try (Servers servers = Servers.start(1);
        Corral corral = Corral.open(servers.uri(1))) {
      return table(corral, pace);
    }
  }

  static Table inMemory(Pace pace) throws InterruptedException, ExecutionException {
    try (Corral corral = Corral.open("memory:")) {
      return table(corral, pace);
    }
  }

  private static Table table(Corral corral, Pace pace)
      throws InterruptedException, ExecutionException {
    Namespaces strict = corral.namespaces();
    Namespaces relaxed = corral.namespaces(o -> o.relaxed(Duration.ofHours(1)));
    Cache<String, byte[]> plain = cache(corral, PLAIN, o -> o);
    Cache<String, byte[]> near = cache(corral, "near", o -> o.near(2 * KEYS, Duration.ofHours(1)));
    Case hit = hits("hit", plain);
    Noting noting = note(corral);
    Case get = new Case("get of the store", noting::askAnew);
    List<Case> cases = List.of(
        get,
        hit,
        hits("hit in a strict namespace", plain.in(strict.namespace("user", 1))),
        hits("hit in a relaxed namespace", plain.in(relaxed.namespace("user", 2))),
        hits("near hit", near),
        new Case("get of the store that was made before", noting::ask));
    Turns.take(cases.stream().map(each -> each.turns).toList(), pace);

    Table table = new Table(
        "", "caller's µs", "all threads' µs", "bytes", "all µs more than a get", "times a hit");
    for (Case each : cases) {
      table.row(
          each.what,
          Figures.of(each.turns.figures(CacheCost::callerMicros)).withSpread("%.2f"),
          Figures.of(each.turns.figures(CacheCost::allMicros)).withSpread("%.2f"),
          Figures.of(each.turns.figures(Measurement::bytesEach)).medians("%.0f"),
          Figures.of(
                  each.turns.beside(get.turns, (one, other) -> allMicros(one) - allMicros(other)))
              .withSpread("%.2f"),
          Figures.of(
                  each.turns.beside(hit.turns, (one, other) -> allMicros(one) / allMicros(other)))
              .withSpread("%.2f"));
    }
    return table;
  }

  private static double callerMicros(Measurement measured) {
    return micros(measured, measured.busyThreads().getOrDefault("caller", Double.NaN));
  }

  /** Of the threads, which is finer than that of the process: it comes in steps of 10 ms. */
  private static double allMicros(Measurement measured) {
    return micros(
        measured,
        measured.busyThreads().values().stream().mapToDouble(share -> share).sum());
  }

  private static double micros(Measurement measured, double share) {
    return share * measured.seconds() * 1e6 / measured.operations();
  }

  private static Cache<String, byte[]> cache(
      Corral corral, String name, UnaryOperator<CacheOptions<String, byte[]>> options) {
    return corral.cache(name, NAMES, Codec.bytes(), o -> options.apply(o.ttl(Duration.ofHours(1))));
  }

  private static Case hits(String what, Cache<String, byte[]> cache) {
    ALL.forEach(name -> cache.get(name, key -> VALUE));
    return new Case(what, name -> hit(cache, name));
  }

  private static Object hit(Cache<String, byte[]> cache, String name) {
    byte[] value = cache.get(name, key -> {
      throw new IllegalStateException(key + " is not there");
    });
    if (value == null || value.length != VALUE.length) {
      throw new IllegalStateException(name + " is not what it was");
    }
    return value;
  }

  /** The gets that hits of the plain cache send. */
  private static Noting note(Corral corral) {
    Noting noting = new Noting(corral.store());
    Cache<String, byte[]> observed = cache(Corral.on(noting), PLAIN, o -> o);
    for (String name : ALL) {
      hit(observed, name);
      noting.note(name);
    }
    if (!noting.last.key().equals(PREFIX.encode(NAMES, ALL.get(KEYS - 1)))) {
      throw new IllegalStateException("the cache has other keys: " + noting.last.key());
    }
    return noting;
  }

  /** Passes on what is asked of another store, and keeps the gets that were asked last. */
  private static final class Noting implements Store {
    private final Store store;
    private final Map<String, Get> noted = new HashMap<>();
    private Get last = Get.of(Key.of("none"));

    Noting(Store store) {
      this.store = store;
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      if (operation instanceof Get get) {
        last = get;
      }
      return store.execute(operation);
    }

    void note(String name) {
      noted.put(name, last);
    }

    /** Asks once more what the cache asked. */
    Object ask(String name) {
      return store.executeAwaited(Objects.requireNonNull(noted.get(name))).join();
    }

    /** Asks the same with a key and a get of its own, as whoever asks a store has to make them. */
    Object askAnew(String name) {
      Get get = Get.leased(
          PREFIX.encode(NAMES, name),
          Objects.requireNonNull(last.lease()),
          Objects.requireNonNull(last.refreshAhead()));
      return store.executeAwaited(get).join();
    }

    @Override
    public void close() {}
  }

  /** One way to come by a value. */
  private static final class Case implements Loop {
    private final String what;
    private final Call call;
    private final Turns turns = new Turns(this);
    private int next;

    Case(String what, Call call) {
      this.what = what;
      this.call = call;
    }

    @Override
    public int step() {
      next = next + 1 < KEYS ? next + 1 : 0;
      Objects.requireNonNull(call.make(ALL.get(next)));
      return 1;
    }
  }

  private interface Call {
    Object make(String name);
  }
}
