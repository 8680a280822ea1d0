package dev.corral.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {
  @Test
  void whatWasForgottenMeanwhileTakesNothingFromTheRest() {
    Latencies since = of(1_000, 5_000).since(of(1_000, 1_000));

    assertThat(since).isEqualTo(of(5_000));
  }

  @Test
  void percentilesOfRandomDurationsAreRightToASixteenth() {
    Random random = new Random(11);
    long[] nanos = LongStream.generate(() -> (long) Math.exp(random.nextDouble() * 28))
        .limit(10_000)
        .sorted()
        .toArray();
    Latencies latencies = of(nanos);

    for (double percent : new double[] {0, 0.01, 1, 25, 50, 90, 99, 99.9, 99.99, 100}) {
      long exact = nanos[Math.max(0, (int) Math.ceil(percent * 100 - 1e-6) - 1)];
      assertThat(latencies.percentile(percent).toNanos())
          .describedAs("p%s", percent)
          .isBetween(exact, exact + exact / 16);
    }
    assertThat(latencies.max()).isEqualTo(latencies.percentile(100));
    double mean = Arrays.stream(nanos).average().orElseThrow();
    assertThat((double) latencies.mean().toNanos()).isBetween(mean * 31 / 32, mean * 33 / 32);
  }

  @Test
  void percentilesAreCountedInDecimals() {
    long[] nanos = LongStream.range(0, 1000).map(i -> i < 999 ? 1 : 15).toArray();

    assertThat(of(nanos).percentile(99.9)).isEqualTo(Duration.ofNanos(1));
    assertThat(of(nanos).percentile(99.91)).isEqualTo(Duration.ofNanos(15));
  }

  @Test
  void theLeastPercentileIsTheShortest() {
    assertThat(of(7, 9).percentile(0)).isEqualTo(Duration.ofNanos(7));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 100.1, Double.NaN, Double.POSITIVE_INFINITY})
  void thereIsNoPercentileBeyondAHundredNorBelowNone(double percent) {
    assertThatThrownBy(() -> Latencies.none().percentile(percent))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("percent must be 0 to 100, but is " + percent);
  }

  @Test
  void eachOfThemRecordedElsewhereMakesTheSame() {
    Latencies all = of(70_000, 3, 500, 3);

    assertThat(of(all.durations().mapToLong(Duration::toNanos).toArray())).isEqualTo(all);
    assertThat(all.durations()).isSorted().hasSize(4).startsWith(Duration.ofNanos(3));
    assertThat(Latencies.none().durations()).isEmpty();
  }

  @Test
  void addedOnesAreAsIfRecordedTogether() {
    Latencies all = of(3, 500, 70_000, 3);

    assertThat(of(3, 500).plus(of(70_000, 3))).isEqualTo(all).hasSameHashCodeAs(all);
    assertThat(of(70_000, 3).plus(of(3, 500))).isEqualTo(all);
    assertThat(all.plus(Latencies.none())).isEqualTo(all);
    assertThat(Latencies.none().plus(Latencies.none())).isSameAs(Latencies.none());
    assertThat(all).isNotEqualTo(of(3, 500)).isNotEqualTo("all");
  }

  @Test
  void ofNoneEverythingIsZero() {
    Latencies none = new LatencyHistogram().snapshot();

    assertThat(none).isEqualTo(Latencies.none()).hasToString("none");
    assertThat(none.count()).isZero();
    assertThat(none.percentile(0)).isZero();
    assertThat(none.percentile(50)).isZero();
    assertThat(none.mean()).isZero();
    assertThat(none.max()).isZero();
  }

  @Test
  void theyAreToldInMillisecondsToTwoDigits() {
    long[] nanos =
        LongStream.range(0, 1204).map(i -> i < 1190 ? 180_000 : 1_050_000_000).toArray();

    assertThat(of(nanos))
        .hasToString("1,204 in all, mean 12 ms, p50 0.18 ms, p99 1100 ms, max 1100 ms");
    assertThat(of(3_999_999))
        .hasToString("1 in all, mean 4.0 ms, p50 4.1 ms, p99 4.1 ms, max 4.1 ms");
  }

  private static Latencies of(long... nanos) {
    LatencyHistogram histogram = new LatencyHistogram();
    Arrays.stream(nanos).forEach(histogram::record);
    return histogram.snapshot();
  }
}
