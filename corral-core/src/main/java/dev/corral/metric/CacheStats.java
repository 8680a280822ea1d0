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
   * What was counted elsewhere: in another process, say.
   *
   * @param counts how often each thing happened; never, where there is none
   * @param loads how long the loads took
   * @param waits how long callers waited
   * @return the same as statistics
   */
  public static CacheStats of(Map<Kind, Long> counts, Latencies loads, Latencies waits) {
    return new CacheStats(Map.copyOf(counts), loads, waits);
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

  /**
   * These and those of others together, such as of another process.
   *
   * @param others the others
   * @return all of them
   */
  public CacheStats plus(CacheStats others) {
    return of(
        Tally.sums(counts, others.counts), loads.plus(others.loads), waits.plus(others.waits));
  }

  /**
   * What happened after an earlier moment.
   *
   * @param earlier what the same had counted then
   * @return these without those
   */
  public CacheStats since(CacheStats earlier) {
    return of(
        Tally.differences(counts, earlier.counts),
        loads.since(earlier.loads),
        waits.since(earlier.waits));
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
