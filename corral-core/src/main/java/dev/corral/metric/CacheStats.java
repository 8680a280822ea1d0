package dev.corral.metric;

import dev.corral.metric.CacheEvent.Kind;
import java.util.Locale;
import java.util.Map;

/** What a cache had counted at a moment. Immutable. */
public final class CacheStats {
  private final Map<Kind, Long> counts;
  private final Latencies loads;
  private final Latencies waits;

  CacheStats(Map<Kind, Long> counts, Latencies loads, Latencies waits) {
    this.counts = counts;
    this.loads = loads;
    this.waits = waits;
  }

  /**
   * How often something happened.
   *
   * @param kind what
   * @return 0 or more
   */
  public long count(Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  /**
   * How long the loads took, failed ones too. One of many keys counts once for each.
   *
   * @return their durations
   */
  public Latencies loads() {
    return loads;
  }

  /**
   * How long callers waited for others' loads.
   *
   * @return their durations
   */
  public Latencies waits() {
    return waits;
  }

  /**
   * The share of the callers that were given a fresh value at once.
   *
   * @return 0 to 1; 1 if nobody has asked
   */
  public double hitRate() {
    long fresh = count(Kind.HIT) + count(Kind.NEAR_HIT);
    long asked = fresh + count(Kind.STALE) + count(Kind.MISS);
    return asked == 0 ? 1 : (double) fresh / asked;
  }

  /** As {@code 98.1 % of 10,000 fresh (0 near), 180 stale, 10 missed; loads: …; waits: …; …}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.1f %% of %,d fresh (%,d near), %,d stale, %,d missed; loads: %s, %,d won, "
            + "%,d failed, %,d fenced, %,d stolen; %,d lost, waits: %s, %,d fell back; "
            + "%,d store errors",
        100 * hitRate(),
        count(Kind.HIT) + count(Kind.NEAR_HIT) + count(Kind.STALE) + count(Kind.MISS),
        count(Kind.NEAR_HIT),
        count(Kind.STALE),
        count(Kind.MISS),
        loads,
        count(Kind.WON),
        count(Kind.LOAD_FAILED),
        count(Kind.FENCED),
        count(Kind.STOLEN),
        count(Kind.LOST),
        waits,
        count(Kind.FELL_BACK),
        count(Kind.STORE_ERROR));
  }
}
