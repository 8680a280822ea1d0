package dev.corral.counter;

import dev.corral.check.Argument;
import dev.corral.check.Plain;
import dev.corral.fault.ConfigurationException;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * How a {@link Counter} behaves. Immutable: each change yields new options. Values out of range are
 * found when a counter is made with them, all at once.
 */
public final class CounterOptions implements Cloneable {
  private static final Duration LONGEST_TTL = Duration.ofDays(365);
  private static final Duration SHORTEST_LOAD = Duration.ofMillis(1);
  private static final Duration LONGEST_LOAD = Duration.ofDays(1);

  private Duration ttl = Duration.ofMinutes(10);
  private double jitter = 0.1;
  private Duration loadTime = Duration.ofSeconds(10);

  CounterOptions() {}

  /**
   * How long a number is kept after it was counted, whatever is added to it meanwhile. It bounds
   * how long a number can be wrong because of a process that died between its commit and its
   * addition, or of rows that were changed without the counter.
   *
   * @param duration 10 minutes by default; more than zero, at most 365 days
   * @return the options so changed
   */
  public CounterOptions ttl(Duration duration) {
    return with(o -> o.ttl = Argument.required("ttl", duration));
  }

  /**
   * A random share that is added to the ttl, so that what was counted together is not counted again
   * all at once.
   *
   * @param share 0.1 by default, which is up to a tenth more; 0 to 1
   * @return the options so changed
   */
  public CounterOptions jitter(double share) {
    return with(o -> o.jitter = share);
  }

  /**
   * How long a count may take in the database. For so long the others wait for the one that counts;
   * then they count too, and so they do if it has died.
   *
   * @param duration 10 s by default; 1 ms to 1 day
   * @return the options so changed
   */
  public CounterOptions loadTime(Duration duration) {
    return with(o -> o.loadTime = Argument.required("loadTime", duration));
  }

  private CounterOptions with(Consumer<CounterOptions> change) {
    try {
      CounterOptions copy = (CounterOptions) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns these options if they make sense, and names all that does not. */
  CounterOptions validated(String name) {
    List<String> problems = new ArrayList<>();
    if (ttl.isNegative() || ttl.isZero() || ttl.compareTo(LONGEST_TTL) > 0) {
      problems.add(
          "ttl must be more than zero and at most 365 days, but is " + Plain.duration(ttl));
    }
    if (!(jitter >= 0 && jitter <= 1)) {
      problems.add("jitter must be from 0 to 1, but is " + jitter);
    }
    if (loadTime.compareTo(SHORTEST_LOAD) < 0 || loadTime.compareTo(LONGEST_LOAD) > 0) {
      problems.add("loadTime must be 1 ms to 1 day, but is " + Plain.duration(loadTime));
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException("counter " + name + ": " + String.join("; ", problems));
    }
    return this;
  }

  Ttl drawTtl(RandomGenerator random) {
    return Ttl.of(stretched(random.nextDouble()));
  }

  /** After this time, no item is there any more that is there now or that a load yet leaves. */
  Duration longestLife() {
    return stretched(1).plus(loadTime).plusSeconds(2);
  }

  private Duration stretched(double share) {
    return ttl.plusNanos((long) (ttl.toNanos() * jitter * share));
  }

  Duration loadTime() {
    return loadTime;
  }
}
