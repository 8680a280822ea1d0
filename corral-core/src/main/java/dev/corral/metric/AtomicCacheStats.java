package dev.corral.metric;

import dev.corral.metric.AtomicCacheEvent.Kind;
import java.util.Locale;
import java.util.Map;

/** What an atomic cache had counted at a moment. Immutable. */
public final class AtomicCacheStats {
  private final Map<Kind, Long> counts;
  private final Latencies generations;
  private final Latencies waits;

  AtomicCacheStats(Map<Kind, Long> counts, Latencies generations, Latencies waits) {
    this.counts = counts;
    this.generations = generations;
    this.waits = waits;
  }

  /**
   * What was counted elsewhere: in another process, say.
   *
   * @param counts how often each thing happened; never, where there is none
   * @param generations how long the generations took
   * @param waits how long callers waited
   * @return the same as statistics
   */
  public static AtomicCacheStats of(
      Map<Kind, Long> counts, Latencies generations, Latencies waits) {
    return new AtomicCacheStats(Map.copyOf(counts), generations, waits);
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
   * How long this process's generators took, failed ones too.
   *
   * @return their durations
   */
  public Latencies generations() {
    return generations;
  }

  /**
   * How long callers waited for somebody else's value.
   *
   * @return their durations
   */
  public Latencies waits() {
    return waits;
  }

  /**
   * These and those of others together, such as of another process.
   *
   * @param others the others
   * @return all of them
   */
  public AtomicCacheStats plus(AtomicCacheStats others) {
    return of(
        Tally.sums(counts, others.counts),
        generations.plus(others.generations),
        waits.plus(others.waits));
  }

  /**
   * What happened after an earlier moment.
   *
   * @param earlier what the same had counted then
   * @return these without those
   */
  public AtomicCacheStats since(AtomicCacheStats earlier) {
    return of(
        Tally.differences(counts, earlier.counts),
        generations.since(earlier.generations),
        waits.since(earlier.waits));
  }

  /** As {@code 980 present, 20 not; generated: …, 18 by others; 17 last known, 1 not; waits: …}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d present, %,d not; generated: %s, %,d by others; %,d last known, %,d not; waits: %s, "
            + "%,d given up; %,d store errors",
        count(Kind.READ_PRESENT),
        count(Kind.READ_NOT_PRESENT),
        generations,
        count(Kind.GENERATED_BY_OTHER),
        count(Kind.LAST_KNOWN_PRESENT),
        count(Kind.LAST_KNOWN_NOT_PRESENT),
        waits,
        count(Kind.WAIT_GIVE_UP),
        count(Kind.STORE_ERROR));
  }
}
