package dev.corral.keyspace;

import dev.corral.check.Argument;
import dev.corral.fault.ConfigurationException;
import dev.corral.metric.AtomicCacheListener;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How an {@link AtomicCache} behaves. Immutable: each change yields new options. Values out of
 * range are found when a cache is made with them, all at once.
 *
 * @param <V> the kind of values
 */
public final class AtomicCacheOptions<V> implements Cloneable {
  private static final Duration SHORTEST_LOCK = Duration.ofSeconds(1);
  private static final Duration LONGEST_LOCK = Duration.ofDays(30);
  private static final Duration LONGEST_TTL = Duration.ofDays(36_500);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final int MOST_RETRIES = 1000;

  private @Nullable Duration ttl;
  private Duration generateTtl = Duration.ofSeconds(30);
  private Duration minRegenerateInterval = Duration.ZERO;
  private int maxRetries = 5;
  private Duration backoffStep = Duration.ofMillis(50);
  private Duration backoffSpread = Duration.ofMillis(15);
  private boolean cachingAbsent = true;
  private Supplier<? extends @Nullable V> fallback = () -> null;
  private @Nullable AtomicCacheListener listener;

  AtomicCacheOptions() {}

  /**
   * How long a value is kept, also as the last known one. It counts from when it was stored. An
   * expiry removes nothing: each leaves the old value behind until its ttl ends or it is evicted.
   *
   * @param duration more than zero, at most 36,500 days; without end by default
   * @return the options so changed
   */
  public AtomicCacheOptions<V> ttl(Duration duration) {
    return with(o -> o.ttl = Argument.required("ttl", duration));
  }

  /**
   * How long a process may generate until another may too: the life of the lock. One that takes
   * longer still returns its value, and stores it if nobody else has.
   *
   * @param duration 30 s by default; more than 1 s, at most 30 days
   * @return the options so changed
   */
  public AtomicCacheOptions<V> generateTtl(Duration duration) {
    return with(o -> o.generateTtl = Argument.required("generateTtl", duration));
  }

  /**
   * How long after a value was generated nobody generates the next, whatever expires meanwhile:
   * callers are given the last known value. A memcached server counts in whole seconds, and may end
   * it up to a second early.
   *
   * @param duration zero by default, which is off; at most 30 days
   * @return the options so changed
   */
  public AtomicCacheOptions<V> minRegenerateInterval(Duration duration) {
    return with(
        o -> o.minRegenerateInterval = Argument.required("minRegenerateInterval", duration));
  }

  /**
   * How often a caller looks again that has lost the lock and has no last known value. With the
   * {@link #backoff} it decides for how long such a caller waits.
   *
   * @param retries 5 by default, which is 0.75 s or a little more; 0 to 1000
   * @return the options so changed
   */
  public AtomicCacheOptions<V> maxRetries(int retries) {
    return with(o -> o.maxRetries = retries);
  }

  /**
   * How long a caller pauses before it looks again: the step times the number of the try, and a
   * random time.
   *
   * @param step 50 ms by default, at most 1 h
   * @param spread the longest random time; 15 ms by default, at most 1 h
   * @return the options so changed
   */
  public AtomicCacheOptions<V> backoff(Duration step, Duration spread) {
    return with(o -> {
      o.backoffStep = Argument.required("step", step);
      o.backoffSpread = Argument.required("spread", spread);
    });
  }

  /**
   * Whether it is remembered when a generator returns null. If not, null is returned, and the next
   * caller generates. Empty, 0 and false are ordinary values.
   *
   * @param caching true by default
   * @return the options so changed
   */
  public AtomicCacheOptions<V> cacheAbsent(boolean caching) {
    return with(o -> o.cachingAbsent = caching);
  }

  /**
   * What a caller is given that has waited for as long as it would. It is not stored.
   *
   * @param source runs on the caller's thread, and what it throws reaches the caller; by default
   *     the caller is given null
   * @return the options so changed
   */
  public AtomicCacheOptions<V> fallback(Supplier<? extends @Nullable V> source) {
    return with(o -> o.fallback = Argument.required("fallback", source));
  }

  /**
   * Who is told what happens in the cache. A call's own options can't change it.
   *
   * @param listener nobody by default
   * @return the options so changed
   */
  public AtomicCacheOptions<V> listener(AtomicCacheListener listener) {
    return with(o -> o.listener = Argument.required("listener", listener));
  }

  private AtomicCacheOptions<V> with(Consumer<AtomicCacheOptions<V>> change) {
    try {
      @SuppressWarnings("unchecked") // a clone is of the same kind
      AtomicCacheOptions<V> copy = (AtomicCacheOptions<V>) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns these options if they make sense, and names all that does not. */
  AtomicCacheOptions<V> validated() {
    List<String> problems = new ArrayList<>();
    if (ttl != null && (ttl.isNegative() || ttl.isZero() || ttl.compareTo(LONGEST_TTL) > 0)) {
      problems.add("ttl must be more than zero and at most 36500 days, but is " + ttl);
    }
    if (generateTtl.compareTo(SHORTEST_LOCK) <= 0 || generateTtl.compareTo(LONGEST_LOCK) > 0) {
      problems.add("generateTtl must be more than 1 s and at most 30 days, but is " + generateTtl);
    }
    if (minRegenerateInterval.isNegative() || minRegenerateInterval.compareTo(LONGEST_LOCK) > 0) {
      problems.add("minRegenerateInterval must be 0 to 30 days, but is " + minRegenerateInterval);
    }
    if (maxRetries < 0 || maxRetries > MOST_RETRIES) {
      problems.add("maxRetries must be 0 to " + MOST_RETRIES + ", but is " + maxRetries);
    }
    checkPause(problems, "step", backoffStep);
    checkPause(problems, "spread", backoffSpread);
    if (!problems.isEmpty()) {
      throw new ConfigurationException(
          "the atomic cache's options: " + String.join("; ", problems));
    }
    return this;
  }

  private static void checkPause(List<String> problems, String name, Duration pause) {
    if (pause.isNegative() || pause.compareTo(LONGEST_PAUSE) > 0) {
      problems.add("the backoff's " + name + " must be 0 to 1 h, but is " + pause);
    }
  }

  Ttl ttl() {
    return ttl == null ? Ttl.NEVER : Ttl.of(ttl);
  }

  Duration generateTtl() {
    return generateTtl;
  }

  Duration minRegenerateInterval() {
    return minRegenerateInterval;
  }

  int maxRetries() {
    return maxRetries;
  }

  /** The pause before a try, the first being 1. */
  Duration drawPause(int attempt, RandomGenerator random) {
    return backoffStep
        .multipliedBy(attempt)
        .plusNanos(random.nextLong(backoffSpread.toNanos() + 1));
  }

  boolean isCachingAbsent() {
    return cachingAbsent;
  }

  Supplier<? extends @Nullable V> fallback() {
    return fallback;
  }

  @Nullable
  AtomicCacheListener listener() {
    return listener;
  }
}
