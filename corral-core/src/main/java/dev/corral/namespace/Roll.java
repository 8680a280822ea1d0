package dev.corral.namespace;

import java.time.Duration;
import java.time.Instant;

/**
 * A rolling flush: over a period, all namespaces move to a new generation, one after the other.
 *
 * @param start when it began, by the clock of whoever began it
 * @param period how long it takes
 */
public record Roll(Instant start, Duration period) {
  /**
   * How far it has come.
   *
   * @param now the time of day
   * @return 0 at its start, 1 when it is over
   */
  public double progress(Instant now) {
    if (period.isZero()) {
      return 1;
    }
    double passed = Duration.between(start, now).toMillis() / (double) period.toMillis();
    return Math.max(0, Math.min(1, passed));
  }

  /**
   * When it is over.
   *
   * @return the end of its period
   */
  public Instant end() {
    return start.plus(period);
  }
}
