package dev.corral.metric;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts durations by their length. Any thread may record and take snapshots at any time; neither
 * waits for the other, and recording allocates nothing. One takes about 5 kB.
 */
public final class LatencyHistogram {
  /* design
   *
   * Log-linear buckets: each power of two is cut into 16 buckets of the same width, so that a bucket
   * is at most a sixteenth as wide as the least value in it. Up to 31 ns that makes a bucket for each
   * value, and below 16 ns they can't be cut further. Above, a value's bucket comes from the place of
   * its highest bit and the four bits after it:
   *
   *   value   1 0110 1101..1     highest bit e, the next four are 0110 = 6
   *   bucket  16 * (e - 3) + 6   from (16 + 6) * 2^(e-4), 2^(e-4) wide
   *
   * To record is one atomic increment, with nothing else to keep in step with it: the count, the
   * mean and the maximum are made from the buckets, when a snapshot is taken or asked. Its price is
   * that they too are only as exact as a bucket.
   */

  private static final int SPLIT_BITS = 4;
  private static final int SPLIT = 1 << SPLIT_BITS;
  private static final int RANGE_BITS = 42;
  private static final int BUCKETS = SPLIT * (RANGE_BITS - SPLIT_BITS + 1);

  /** The longest duration that is told from longer ones, in nanoseconds: 73 minutes. */
  static final long LONGEST = (1L << RANGE_BITS) - 1;

  private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

  /** Creates a histogram in which nothing has been recorded. */
  public LatencyHistogram() {}

  /**
   * Counts a duration.
   *
   * @param nanos how long it took, in nanoseconds; less than none counts as none, and more than 73
   *     minutes as 73 minutes
   */
  public void record(long nanos) {
    counts.getAndIncrement(bucketOf(Math.max(0, Math.min(nanos, LONGEST))));
  }

  /**
   * What has been recorded so far.
   *
   * @return all that was recorded before the call; of what is recorded meanwhile, some may be there
   */
  public Latencies snapshot() {
    long[] copy = new long[BUCKETS];
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      copy[bucket] = counts.get(bucket);
    }
    return Latencies.of(copy);
  }

  /** The bucket of a value between 0 and {@link #LONGEST}. */
  static int bucketOf(long nanos) {
    if (nanos < SPLIT) {
      return (int) nanos;
    }
    int shift = Long.SIZE - 1 - SPLIT_BITS - Long.numberOfLeadingZeros(nanos);
    // What is left has five bits; the highest of them adds the 16 buckets of the values below 16.
    return shift * SPLIT + (int) (nanos >>> shift);
  }

  /** The least value of a bucket. */
  static long leastOf(int bucket) {
    int shift = Math.max(0, bucket / SPLIT - 1);
    return (long) (bucket - shift * SPLIT) << shift;
  }

  /** The greatest value of a bucket. */
  static long greatestOf(int bucket) {
    return leastOf(bucket + 1) - 1;
  }
}
