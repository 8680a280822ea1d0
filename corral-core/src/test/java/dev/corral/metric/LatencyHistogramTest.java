package dev.corral.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Allocation;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyHistogramTest {
  private final LatencyHistogram histogram = new LatencyHistogram();

  @Test
  void aDurationIsNeverToldTooShortNorASixteenthTooLong() {
    Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      long nanos = random.nextLong() >>> (Long.SIZE - 1 - random.nextInt(42));
      if (nanos <= LatencyHistogram.LONGEST) {
        assertThat(told(nanos)).isBetween(nanos, nanos + nanos / 16);
      }
    }
  }

  @Test
  void theBucketsFollowEachOtherWithoutGapOrOverlap() {
    long next = 0;
    for (int bucket = 0; next <= LatencyHistogram.LONGEST; bucket++) {
      assertThat(LatencyHistogram.leastOf(bucket)).isEqualTo(next);
      assertThat(LatencyHistogram.bucketOf(next)).isEqualTo(bucket);
      long greatest = LatencyHistogram.greatestOf(bucket);
      assertThat(LatencyHistogram.bucketOf(greatest)).isEqualTo(bucket);
      next = greatest + 1;
    }
    assertThat(next - 1).isEqualTo(LatencyHistogram.LONGEST);
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 42, (1L << 42) + 1, Long.MAX_VALUE})
  void whatIsLongerThanItsRangeCountsAsItsLongest(long nanos) {
    histogram.record(nanos);

    assertThat(histogram.snapshot().max()).isEqualTo(Duration.ofNanos(LatencyHistogram.LONGEST));
    assertThat(histogram.snapshot().max()).isGreaterThan(Duration.ofMinutes(73));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void lessThanNothingCountsAsNothing(long nanos) {
    histogram.record(nanos);

    assertThat(histogram.snapshot().count()).isEqualTo(1);
    assertThat(histogram.snapshot().max()).isZero();
  }

  @Test
  void aSnapshotStaysAsItIs() {
    histogram.record(1000);
    Latencies before = histogram.snapshot();
    histogram.record(2000);

    assertThat(before.count()).isEqualTo(1);
    assertThat(histogram.snapshot().count()).isEqualTo(2);
  }

  @Test
  void nothingIsLostHoweverManyThreadsRecordAtOnce() throws Exception {
    int threads = 4;
    int each = 50_000;
    CountDownLatch begin = new CountDownLatch(threads);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (Future<?> done : IntStream.range(0, threads)
          .<Future<?>>mapToObj(i -> executor.submit(() -> {
            begin.countDown();
            begin.await();
            for (int n = 0; n < each; n++) {
              histogram.record(n);
            }
            return null;
          }))
          .toList()) {
        done.get();
      }
    } finally {
      executor.shutdownNow();
    }
    LatencyHistogram alone = new LatencyHistogram();
    IntStream.range(0, threads * each).forEach(n -> alone.record(n % each));
    assertThat(histogram.snapshot()).isEqualTo(alone.snapshot());
    assertThat(histogram.snapshot().count()).isEqualTo((long) threads * each);
  }

  @Test
  void recordingAllocatesNothing() {
    long least = Allocation.least(() -> {
      for (int i = 0; i < 1000; i++) {
        histogram.record(i * 1_000_003L);
      }
    });

    assertThat(least).isZero();
  }

  private static long told(long nanos) {
    return LatencyHistogram.greatestOf(LatencyHistogram.bucketOf(nanos));
  }
}
