package dev.corral.metric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Durations that a {@link LatencyHistogram} had counted at a moment. Each of up to 73 minutes is
 * known to a sixteenth of its length: what is told of it is never too short, and too long by less
 * than that; the mean can be wrong either way, by half as much. Where there are none, all is zero.
 *
 * <p>Immutable.
 */
public final class Latencies {
  private static final Latencies NONE = new Latencies(new long[0]);
  private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

  /** How many there are in each bucket, up to the last that has any. */
  private final long[] counts;

  private final long count;

  private Latencies(long[] counts) {
    this.counts = counts;
    this.count = Arrays.stream(counts).sum();
  }

  static Latencies of(long[] counts) {
    int end = counts.length;
    while (end > 0 && counts[end - 1] == 0) {
      end--;
    }
    return end == 0 ? NONE : new Latencies(Arrays.copyOf(counts, end));
  }

  /**
   * No durations at all, to which others can be {@linkplain #plus added}.
   *
   * @return the empty snapshot
   */
  public static Latencies none() {
    return NONE;
  }

  /**
   * How many durations there are.
   *
   * @return 0 or more
   */
  public long count() {
    return count;
  }

  /**
   * The duration that so many percent of all do not exceed.
   *
   * @param percent 0 to 100, such as 99.9; 0 asks for the shortest, 100 for the longest
   * @return the upper bound of what it can be
   * @throws IllegalArgumentException if percent is anything else
   */
  public Duration percentile(double percent) {
    if (!(percent >= 0 && percent <= 100)) {
      throw new IllegalArgumentException("percent must be 0 to 100, but is " + percent);
    }
    // In decimals: as a double, 99.9 percent of 1,000 might be a little more than 999.
    long rank = BigDecimal.valueOf(percent)
        .multiply(BigDecimal.valueOf(count))
        .movePointLeft(2)
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
    int bucket = 0;
    for (long seen = 0; bucket < counts.length; bucket++) {
      seen += counts[bucket];
      if (seen > 0 && seen >= rank) {
        return Duration.ofNanos(LatencyHistogram.greatestOf(bucket));
      }
    }
    return Duration.ZERO;
  }

  /**
   * The mean.
   *
   * @return all durations' sum by their number
   */
  public Duration mean() {
    double sum = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      double middle =
          (LatencyHistogram.leastOf(bucket) + LatencyHistogram.greatestOf(bucket)) / 2.0;
      sum += middle * counts[bucket];
    }
    return Duration.ofNanos(Math.round(sum / Math.max(1, count)));
  }

  /**
   * The longest.
   *
   * @return the upper bound of what it can be
   */
  public Duration max() {
    return percentile(100);
  }

  /**
   * Each of them, such as to send them to another process: a {@link LatencyHistogram} that records
   * them all has the same snapshot.
   *
   * @return the upper bounds of what they can be, in order
   */
  public Stream<Duration> durations() {
    return IntStream.range(0, counts.length)
        .boxed()
        .flatMap(
            bucket -> Stream.generate(() -> Duration.ofNanos(LatencyHistogram.greatestOf(bucket)))
                .limit(counts[bucket]));
  }

  /**
   * These durations and others together, such as those of another server.
   *
   * @param others the others
   * @return all of them
   */
  public Latencies plus(Latencies others) {
    long[] sums = Arrays.copyOf(counts, Math.max(counts.length, others.counts.length));
    for (int bucket = 0; bucket < others.counts.length; bucket++) {
      sums[bucket] += others.counts[bucket];
    }
    return of(sums);
  }

  /**
   * The durations that were counted after an earlier moment.
   *
   * @param earlier what the same histogram had counted then
   * @return these without those
   */
  public Latencies since(Latencies earlier) {
    long[] differences = counts.clone();
    for (int bucket = 0; bucket < Math.min(counts.length, earlier.counts.length); bucket++) {
      differences[bucket] = Math.max(0, counts[bucket] - earlier.counts[bucket]);
    }
    return of(differences);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Latencies latencies && Arrays.equals(counts, latencies.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  /**
   * As {@code 1,204 in all, mean 0.21 ms, p50 0.18 ms, p99 1.1 ms, max 4.0 ms}, or {@code none}.
   */
  @Override
  public String toString() {
    return count == 0
        ? "none"
        : String.format(
            Locale.ROOT,
            "%,d in all, mean %s ms, p50 %s ms, p99 %s ms, max %s ms",
            count,
            millis(mean()),
            millis(percentile(50)),
            millis(percentile(99)),
            millis(max()));
  }

  private static String millis(Duration duration) {
    return BigDecimal.valueOf(duration.toNanos(), 6).round(TWO_DIGITS).toPlainString();
  }
}
