package dev.corral.memcached.connection;

import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt: anything from nothing to a bound that doubles with each
 * failure, so that many clients of one server don't all come back at once.
 */
final class Backoff {
  private final long least;
  private final long most;
  private final RandomGenerator random;

  Backoff(long least, long most, RandomGenerator random) {
    this.least = least;
    this.most = most;
    this.random = random;
  }

  /** The time before an attempt, in nanoseconds, after so many failures in a row. */
  long delay(int failures) {
    long bound = least;
    for (int i = 1; i < failures && bound < most; i++) {
      bound *= 2;
    }
    return random.nextLong(Math.min(bound, most) + 1);
  }

  /**
   * The time before an attempt of which little is hoped, in nanoseconds: half the most, or more.
   */
  long longest() {
    return most - random.nextLong(most / 2 + 1);
  }
}
