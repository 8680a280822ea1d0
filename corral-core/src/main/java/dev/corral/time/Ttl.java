package dev.corral.time;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long an item lives: a positive duration, or {@linkplain #NEVER for ever}. Since "for ever" is
 * not spelled as zero, no rounding can turn one into the other.
 *
 * <p>A memcached server counts in whole seconds and drops an item up to a second early: a ttl of
 * {@code T} seconds lives between {@code T - 1} and {@code T}. Fractions are rounded up before they
 * are sent, never down. What a server can't count, an end after January 2038, is sent as for ever.
 */
public final class Ttl implements Comparable<Ttl> {
  /** The item is not dropped for its age. It may still be evicted. */
  public static final Ttl NEVER = new Ttl(Long.MAX_VALUE);

  /** About 100 years: far beyond any use, and safe to add to any point in time. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final long nanos;

  private Ttl(long nanos) {
    this.nanos = nanos;
  }

  /**
   * A limited life.
   *
   * @param duration how long, more than zero and at most 36,500 days
   * @return the ttl
   */
  public static Ttl of(Duration duration) {
    if (duration == null) {
      throw new IllegalArgumentException("ttl must not be null");
    }
    if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "ttl must be more than zero and at most 36500 days, but is " + duration);
    }
    return new Ttl(duration.toNanos());
  }

  /**
   * A limited life in seconds.
   *
   * @param seconds how long, more than zero
   * @return the ttl
   */
  public static Ttl seconds(long seconds) {
    return of(Duration.ofSeconds(seconds));
  }

  /**
   * A life that is longer by so much. One that is longer than any ttl has no end.
   *
   * @param more 0 or more
   * @return the sum
   */
  public Ttl plus(Duration more) {
    if (!isLimited()) {
      return NEVER;
    }
    Duration sum = Duration.ofNanos(nanos).plus(more);
    return sum.compareTo(LONGEST) > 0 ? NEVER : of(sum);
  }

  /**
   * Whether the life ends at all.
   *
   * @return false for {@link #NEVER}
   */
  public boolean isLimited() {
    return nanos != Long.MAX_VALUE;
  }

  /**
   * The life in nanoseconds.
   *
   * @return more than zero; {@link Long#MAX_VALUE} for {@link #NEVER}
   */
  public long toNanos() {
    return nanos;
  }

  /**
   * The life in whole seconds, rounded up.
   *
   * @return more than zero; {@link Long#MAX_VALUE} for {@link #NEVER}
   */
  public long toSeconds() {
    return isLimited() ? (nanos + 999_999_999) / 1_000_000_000 : Long.MAX_VALUE;
  }

  /** The shorter comes first, {@link #NEVER} last. */
  @Override
  public int compareTo(Ttl other) {
    return Long.compare(nanos, other.nanos);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Ttl ttl && ttl.nanos == nanos;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(nanos);
  }

  @Override
  public String toString() {
    return isLimited() ? Duration.ofNanos(nanos).toString() : "never";
  }
}
