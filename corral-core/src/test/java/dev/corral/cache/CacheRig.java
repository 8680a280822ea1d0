package dev.corral.cache;

import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.site.Site;
import dev.corral.store.BasicStore;
import dev.corral.store.MemoryStore;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * A store and the processes around it, on one thread and in a time that stands still: what runs
 * later, runs when a test lets time pass, and background loads when it {@linkplain #runAll says
 * so}. The store counts in whole seconds, as a server does.
 */
final class CacheRig {
  static final Duration SECOND = Duration.ofSeconds(1);

  final SteppedTimer timer = new SteppedTimer();
  final MemoryStore store;
  final Queue<Runnable> tasks = new ArrayDeque<>();

  CacheRig() {
    this.store = MemoryStore.create(o -> o.ticker(timer).wholeSeconds(true));
  }

  /** Another process: it shares the store and the time, and nothing else. */
  Cache<String, String> process(UnaryOperator<CacheOptions<String, String>> options) {
    return process(store, options);
  }

  Cache<String, String> process(
      BasicStore store, UnaryOperator<CacheOptions<String, String>> options) {
    Random random = new Random(1);
    Site site = Site.on(store)
        .ticker(timer)
        .clock(() -> Instant.EPOCH.plusNanos(timer.nanos()))
        .timer(timer)
        .random(() -> random)
        .executor(tasks::add);
    return Cache.on(site, "c", Keys.strings(), Codec.strings(), options);
  }

  static Key wire(String key) {
    return Key.of("c", key);
  }

  void advance(Duration time) {
    timer.advance(time);
  }

  /** Runs the background loads that have been begun. */
  void runAll() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }
}
