package dev.corral.replica;

import dev.corral.check.Argument;
import dev.corral.fault.ConfigurationException;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How {@link Replicas} behave. Immutable: each change yields new options. Values out of range are
 * found when replicas are made with them, all at once. All processes that share the items must have
 * the same.
 */
public final class ReplicaOptions implements Cloneable {
  private static final int FEWEST = 2;
  private static final int MOST = 8;
  private static final Duration LONGEST_TTL = Duration.ofDays(36_500);
  private static final Duration LONGEST_LOAD = Duration.ofDays(1);

  private int copies = 2;
  private @Nullable Duration ttl;
  private Duration loadTime = Duration.ofSeconds(10);

  ReplicaOptions() {}

  /**
   * On how many servers an item is, beside the one that has its generation. Where there are fewer
   * servers, there are fewer copies.
   *
   * @param count 2 by default; 2 to 8
   * @return the options so changed
   */
  public ReplicaOptions copies(int count) {
    return with(o -> o.copies = count);
  }

  /**
   * How long a value is kept after it was put or loaded. A memcached server counts in whole
   * seconds, and may end it up to a second early.
   *
   * @param duration more than zero, at most 36,500 days; without end by default
   * @return the options so changed
   */
  public ReplicaOptions ttl(Duration duration) {
    return with(o -> o.ttl = Argument.required("ttl", duration));
  }

  /**
   * How long a load may take until others load too.
   *
   * @param duration 10 s by default; more than zero, at most a day
   * @return the options so changed
   */
  public ReplicaOptions loadTime(Duration duration) {
    return with(o -> o.loadTime = Argument.required("loadTime", duration));
  }

  private ReplicaOptions with(Consumer<ReplicaOptions> change) {
    try {
      ReplicaOptions copy = (ReplicaOptions) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns these options if they make sense, and names all that does not. */
  ReplicaOptions validated() {
    List<String> problems = new ArrayList<>();
    if (copies < FEWEST || copies > MOST) {
      problems.add("copies must be " + FEWEST + " to " + MOST + ", but are " + copies);
    }
    if (ttl != null && (ttl.isNegative() || ttl.isZero() || ttl.compareTo(LONGEST_TTL) > 0)) {
      problems.add("ttl must be more than zero and at most 36500 days, but is " + ttl);
    }
    if (loadTime.isNegative() || loadTime.isZero() || loadTime.compareTo(LONGEST_LOAD) > 0) {
      problems.add("loadTime must be more than zero and at most a day, but is " + loadTime);
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException("the replicas' options: " + String.join("; ", problems));
    }
    return this;
  }

  int copies() {
    return copies;
  }

  Ttl ttl() {
    return ttl == null ? Ttl.NEVER : Ttl.of(ttl);
  }

  Duration loadTime() {
    return loadTime;
  }
}
