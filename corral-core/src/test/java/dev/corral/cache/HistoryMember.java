package dev.corral.cache;

import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import dev.corral.site.Site;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A process of a {@link CacheHistory}, and its way to the origin. */
final class HistoryMember {
  static final String FAILURE = "the origin fails";

  private final CacheHistory history;
  private final HistoryChecker checker;
  private final Weather weather;
  final SimulatedProcess process;
  final DelayedStore store;
  final DelayedStore scopeStore;
  final GenerationScope scope;
  final AsyncCache<String, String> cache;

  /** The keys that it is putting. */
  final Set<String> putting = new HashSet<>();

  final Set<Running> running = new HashSet<>();

  /** A load that has not ended. */
  static final class Running {
    /** What it will bring, from when it has read it. */
    @Nullable
    String value;
  }

  HistoryMember(CacheHistory history, String name, Strands strands) {
    this.history = history;
    this.checker = history.checker;
    this.weather = history.weather;
    process = new SimulatedProcess(name, history.time, strands);
    store = new DelayedStore(process, history.server, history.random);
    store.lossRate = weather.losses;
    scopeStore = new DelayedStore(process, history.generations, history.random);
    scope = new GenerationScope(scopeStore, history::nextGeneration);
    Site site = Site.on(store)
        .ticker(history.time)
        .clock(() -> Instant.EPOCH.plusNanos(history.time.nanos()))
        .timer(process)
        .random(() -> history.random)
        .executor(process);
    Cache<String, String> all =
        Cache.on(site, "c", Keys.strings(), Codec.strings(), unset -> weather.options);
    cache = weather.scoped ? all.in(history.parts.scope(scope)).async() : all.async();
  }

  /** Who can't ask a store may share loads that began before it. */
  int misses() {
    return store.misses() + scopeStore.misses();
  }

  private void die() {
    if (!process.isDead()) {
      checker.say(process, "is killed");
      checker.killed(process);
      process.kill();
      history.died(this);
    }
  }

  private void standStill(Duration duration) {
    checker.say(process, "stands still for " + duration);
    process.pause(duration);
    history.excuse(duration);
  }

  /** The origin's part of a load, in which things may happen to the process. */
  String load(Set<String> keys) throws InterruptedException {
    Duration duration = weather.loadTime();
    Duration untilTrouble = weather.partOf(duration);
    double trouble = history.isOver() ? 1 : history.random.nextDouble();
    if (trouble < weather.killing) {
      history.time.after(untilTrouble, this::die);
    } else if (trouble < weather.killing + weather.pausing) {
      Duration pause = weather.pause();
      history.time.after(untilTrouble, () -> standStill(pause));
    }
    Running load = new Running();
    running.add(load);
    try {
      return read(load, keys, duration);
    } finally {
      running.remove(load);
    }
  }

  /** Reads at one moment of a load. */
  private String read(Running load, Set<String> keys, Duration duration)
      throws InterruptedException {
    checker.say(process, "loads " + keys);
    keys.forEach(key -> checker.loads(process, history.wire(key)));
    Duration before = weather.partOf(duration);
    process.sleep(before);
    String read = "v" + checker.version;
    load.value = read;
    process.sleep(duration.minus(before));
    if (history.random.nextDouble() < weather.failing) {
      checker.say(process, "fails to load " + keys);
      throw new IllegalStateException(FAILURE);
    }
    checker.say(process, "has loaded " + read + " for " + keys);
    return read;
  }
}
