package dev.corral.benchmarks.cost;

import com.sun.management.ThreadMXBean;
import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.cache.CacheOptions;
import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.key.KeyEncoder;
import dev.corral.key.KeyPrefix;
import dev.corral.key.Keys;
import dev.corral.namespace.Namespaces;
import dev.corral.store.Get;
import dev.corral.store.Operation;
import dev.corral.store.Store;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What a hit in a cache costs one blocking caller, beside the very get that it sends, given to the
 * store as it is and read by nobody. Prints a Markdown table: the CPU time of the caller and of all
 * Java threads, and the bytes that these allocate, for each call. The rounds of the cases
 * alternate, and are compared within a round.
 *
 * <pre>
 * mvn -B -ntp -q -Dquick -pl corral-benchmarks -am package
 * java -cp corral-benchmarks/target/benchmarks.jar dev.corral.benchmarks.cost.CacheCost memory:
 * </pre>
 *
 * Without a wire, as here, bytes are exact, and the caller's time is all there is. For a server's
 * sake give the URI of one, such as {@code memcached://127.0.0.1}; then how many rounds, and how
 * many milliseconds each takes.
 */
final class CacheCost {
  private static final int KEYS = 1000;
  private static final byte[] VALUE = new byte[100];
  private static final int CHUNK = 100;
  private static final String PLAIN = "plain";
  private static final KeyPrefix PREFIX = KeyPrefix.of(PLAIN);
  private static final KeyEncoder<String> NAMES = Keys.strings();

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private CacheCost() {}

  public static void main(String[] arguments) {
    String uri = arguments.length > 0 ? arguments[0] : "memory:";
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 11;
    long millis = arguments.length > 2 ? Long.parseLong(arguments[2]) : 300;
    try (Corral corral = Corral.open(uri)) {
      List<Case> cases = cases(corral);
      // A new order each time: no case always follows the same other one.
      List<Case> order = new ArrayList<>(cases);
      for (int round = -rounds / 2; round < rounds; round++) {
        Collections.shuffle(order);
        for (Case each : order) {
          Usage usage = each.run(Duration.ofMillis(millis));
          if (round >= 0) {
            each.usages.add(usage);
          }
        }
      }
      print(cases);
    }
  }

  private static List<Case> cases(Corral corral) {
    List<String> names =
        IntStream.range(0, KEYS).mapToObj("user-%04d"::formatted).toList();
    Noting noting = new Noting(corral.store());
    Corral noted = Corral.on(noting);
    Namespaces strict = corral.namespaces();
    Namespaces relaxed = corral.namespaces(o -> o.relaxed(Duration.ofMinutes(1)));
    Cache<String, byte[]> plain = cache(corral, PLAIN, o -> o);
    Cache<String, byte[]> near = cache(corral, "near", o -> o.near(2 * KEYS, Duration.ofHours(1)));
    List<Case> cases = List.of(
        new Case("get of the store", noting::askAnew),
        hits("hit", plain, names),
        hits("hit in a strict namespace", plain.in(strict.namespace("user", 1)), names),
        hits("hit in a relaxed namespace", plain.in(relaxed.namespace("user", 2)), names),
        hits("near hit", near, names),
        new Case("get of the store that was made before", noting::ask));
    Cache<String, byte[]> observed = cache(noted, PLAIN, o -> o);
    for (String name : names) {
      hit(observed, name);
      noting.note(name);
    }
    if (!noting.last.key().equals(PREFIX.encode(NAMES, names.get(KEYS - 1)))) {
      throw new IllegalStateException("the cache has other keys: " + noting.last.key());
    }
    cases.forEach(each -> each.names = names);
    return cases;
  }

  private static Cache<String, byte[]> cache(
      Corral corral, String name, UnaryOperator<CacheOptions<String, byte[]>> options) {
    return corral.cache(name, NAMES, Codec.bytes(), o -> options.apply(o.ttl(Duration.ofHours(1))));
  }

  private static Case hits(String what, Cache<String, byte[]> cache, List<String> names) {
    names.forEach(name -> cache.get(name, key -> VALUE));
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
      Get get = Get.of(PREFIX.encode(NAMES, name))
          .withLease(Objects.requireNonNull(last.lease()))
          .withRefreshAhead(Objects.requireNonNull(last.refreshAhead()));
      return store.executeAwaited(get).join();
    }

    @Override
    public void close() {}
  }

  /** One way to come by a value. */
  private static final class Case {
    final String what;
    final Call call;
    final List<Usage> usages = new ArrayList<>();
    List<String> names = List.of();

    Case(String what, Call call) {
      this.what = what;
      this.call = call;
    }

    Usage run(Duration time) {
      long until = System.nanoTime() + time.toNanos();
      Meter before = Meter.read();
      long calls = 0;
      int sum = 0;
      do {
        for (int i = 0; i < CHUNK; i++) {
          sum += call.make(names.get((int) (calls++ % KEYS))).hashCode() & 1;
        }
      } while (System.nanoTime() - until < 0);
      Usage usage = Meter.read().since(before, calls);
      if (sum < 0) {
        throw new IllegalStateException("the results were not used");
      }
      return usage;
    }
  }

  private interface Call {
    Object make(String name);
  }

  /** What each call used. */
  private record Usage(double callerMicros, double allMicros, double bytes) {}

  /** What the threads have used so far. */
  private record Meter(long callerNanos, Map<Long, Long> nanos, Map<Long, Long> bytes) {
    static Meter read() {
      long[] threads = THREADS.getAllThreadIds();
      return new Meter(
          THREADS.getCurrentThreadCpuTime(),
          byThread(threads, THREADS.getThreadCpuTime(threads)),
          byThread(threads, THREADS.getThreadAllocatedBytes(threads)));
    }

    private static Map<Long, Long> byThread(long[] threads, long[] values) {
      Map<Long, Long> all = new HashMap<>();
      for (int i = 0; i < threads.length; i++) {
        all.put(threads[i], values[i]);
      }
      return all;
    }

    Usage since(Meter before, long calls) {
      return new Usage(
          (callerNanos - before.callerNanos) / 1e3 / calls,
          more(nanos, before.nanos) / 1e3 / calls,
          (double) more(bytes, before.bytes) / calls);
    }

    /** What threads that have ended used is not known. */
    private static long more(Map<Long, Long> now, Map<Long, Long> before) {
      return now.entrySet().stream()
          .filter(thread -> thread.getValue() >= 0)
          .mapToLong(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
          .sum();
    }
  }

  private static void print(List<Case> cases) {
    Case get = cases.get(0);
    Case hit = cases.get(1);
    System.out.println("For each call, median (least..most)\n");
    System.out.println(
        "| | caller's µs | all threads' µs | bytes | all µs more than a get" + " | times a hit |");
    System.out.println("| --- |" + " ---: |".repeat(5));
    for (Case each : cases) {
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %s | %.0f | %s | %s |%n",
          each.what,
          spread(values(each, Usage::callerMicros)),
          spread(values(each, Usage::allMicros)),
          median(values(each, Usage::bytes)),
          spread(paired(each, get, (one, other) -> one - other)),
          spread(paired(each, hit, (one, other) -> one / other)));
    }
  }

  private static double[] values(Case each, ToDoubleFunction<Usage> value) {
    return each.usages.stream().mapToDouble(value).sorted().toArray();
  }

  private interface Comparison {
    double of(double one, double other);
  }

  private static double[] paired(Case one, Case other, Comparison comparison) {
    return IntStream.range(0, one.usages.size())
        .mapToDouble(round ->
            comparison.of(one.usages.get(round).allMicros, other.usages.get(round).allMicros))
        .sorted()
        .toArray();
  }

  private static double median(double[] sorted) {
    return sorted[sorted.length / 2];
  }

  private static String spread(double[] sorted) {
    return String.format(
        Locale.ROOT, "%.2f (%.2f..%.2f)", median(sorted), sorted[0], sorted[sorted.length - 1]);
  }
}
