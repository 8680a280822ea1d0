package dev.corral.cache;

import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import dev.corral.store.Store;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;

/**
 * Processes around a store, on one thread and in a time that stands still, whose requests a test
 * can meet. A load that is begun waits until the test {@linkplain Peer#load runs it}; what happens
 * during a load, a test does inside of the loader.
 */
final class TurnstileRig {
  /** The default of the tests: ttl 10 s, computeTime 2 s, so stale for 2 s, hard timeout 20 s. */
  static final UnaryOperator<CacheOptions<String, String>> DEFAULTS =
      options -> options.ttl(seconds(10));

  final SteppedTimer time = new SteppedTimer();
  final MemoryStore store = MemoryStore.create(o -> o.ticker(time).wholeSeconds(true));

  /** What the origin was asked for. */
  final List<String> loaded = new ArrayList<>();

  static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  void advance(double seconds) {
    time.advance(seconds(seconds));
  }

  /** The origin: it counts, and so tells old from new. */
  String load(String key) {
    loaded.add(key);
    return key + loaded.size();
  }

  Peer peer() {
    return peer(options -> options);
  }

  Peer peer(UnaryOperator<CacheOptions<String, String>> options) {
    return new Peer(store, options);
  }

  /** A process: it shares the store and the time with others, and nothing else. */
  final class Peer {
    final ScriptedStore wire;
    final Cache<String, String> cache;
    final Queue<Runnable> tasks = new ArrayDeque<>();
    private final SimulatedProcess process = new SimulatedProcess("peer", time, new Strands());
    boolean full;

    Peer(Store store, UnaryOperator<CacheOptions<String, String>> options) {
      Random random = new Random(1);
      wire = new ScriptedStore(store);
      Site site = Site.on(wire)
          .ticker(time)
          .clock(() -> Instant.EPOCH.plusNanos(time.nanos()))
          .timer(process)
          .random(() -> random)
          .executor(this::queue);
      cache = Cache.on(
          site, "c", Keys.strings(), Codec.strings(), o -> options.apply(DEFAULTS.apply(o)));
    }

    private void queue(Runnable task) {
      if (full) {
        throw new RejectedExecutionException("full");
      }
      tasks.add(task);
    }

    /** Begins a call that is not waited for. */
    CompletableFuture<String> get(String key) {
      return cache.async().get(key, TurnstileRig.this::load);
    }

    /** Begins a call whose answer does not matter. */
    void begin(String key) {
      CompletableFuture<String> unused = get(key);
    }

    /** Runs the loads that were begun, and what they lead to. */
    void load() {
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        task.run();
      }
    }

    /** Its loads are not run, its timers don't ring. */
    void die() {
      process.kill();
      tasks.clear();
    }

    long count(Kind kind) {
      return cache.stats().count(kind);
    }
  }

  /** A scope that a test changes. Whoever reads it leniently may get what it was before. */
  static final class TestScope implements Scope {
    long now = 1;
    long lenient = 1;
    boolean unreadable;
    RuntimeException fault = new IllegalStateException("unreadable");
    int strictReads;
    int reads;

    void change() {
      now++;
      lenient = now;
    }

    @Override
    public String name() {
      return "s";
    }

    @Override
    public CompletableFuture<Stamp> read(boolean strict) {
      reads++;
      strictReads += strict ? 1 : 0;
      return unreadable
          ? CompletableFuture.failedFuture(fault)
          : CompletableFuture.completedFuture(Stamp.of(strict ? now : lenient));
    }
  }
}
