package dev.corral.benchmarks.cost;

import java.time.Duration;

/**
 * How long to measure.
 *
 * @param rounds how often, after one that only warms up
 * @param sample for how long each time
 */
record Pace(int rounds, Duration sample) {
  static final Pace USUAL = new Pace(9, Duration.ofSeconds(1));

  /** To see whether it works. */
  static final Pace BRIEF = new Pace(1, Duration.ofMillis(100));
}
