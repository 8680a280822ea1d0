package dev.corral.memcached.wire;

import dev.corral.time.Ttl;

/**
 * A life as the server counts it. The server takes numbers up to 30 days for a life and larger ones
 * for a date; dates after January 2038 it stores and drops at once; 0 is for ever.
 */
final class Seconds {
  private static final long LONGEST_LIFE = 30L * 24 * 60 * 60;
  private static final long LAST_DATE = Integer.MAX_VALUE;

  private Seconds() {}

  /** The life, or 0 for one that has no end or one beyond the server's last date. */
  static long of(Ttl ttl) {
    return of(ttl, System.currentTimeMillis() / 1000, 0);
  }

  /** The same for what must have an end: beyond the server's last date, it is that date. */
  static long limited(Ttl ttl) {
    return of(ttl, System.currentTimeMillis() / 1000, LAST_DATE);
  }

  static long of(Ttl ttl, long today, long beyond) {
    if (!ttl.isLimited()) {
      return beyond;
    }
    long seconds = ttl.toSeconds();
    if (seconds <= LONGEST_LIFE) {
      return seconds;
    }
    return today + seconds <= LAST_DATE ? today + seconds : beyond;
  }
}
