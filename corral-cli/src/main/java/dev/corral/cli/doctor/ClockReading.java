package dev.corral.cli.doctor;

import java.time.Duration;
import java.time.Instant;

/**
 * A server's time of day beside ours.
 *
 * @param ahead how much later it is there; negative if earlier
 * @param doubt by how much that may be wrong, either way
 */
record ClockReading(Duration ahead, Duration doubt) {
  /**
   * memcached tells whole seconds, counted from a whole second at its start, and looks at the clock
   * once a second.
   */
  private static final Duration COARSENESS = Duration.ofMillis(1500);

  /**
   * Compares.
   *
   * @param told the server's time, in seconds
   * @param asked when it was asked
   * @param tookNanos how long its answer took
   */
  static ClockReading of(long told, Instant asked, long tookNanos) {
    Duration half = Duration.ofNanos(tookNanos / 2);
    Instant there = Instant.ofEpochSecond(told).plusMillis(500);
    return new ClockReading(Duration.between(asked.plus(half), there), COARSENESS.plus(half));
  }

  /** Whether it is wrong by more than that, for all the doubt. */
  boolean isOffBy(Duration tolerance) {
    return ahead.abs().minus(doubt).compareTo(tolerance) > 0;
  }
}
