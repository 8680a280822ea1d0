package dev.corral.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.metric.Latencies;
import dev.corral.metric.LatencyHistogram;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutcomeTableTest {
  private static Latencies latencies(long... micros) {
    LatencyHistogram histogram = new LatencyHistogram();
    Arrays.stream(micros).forEach(each -> histogram.record(each * 1000));
    return histogram.snapshot();
  }

  /** Of a second. */
  private static Measurement measured(long operations, Latencies latencies) {
    return new Measurement(operations, 1, 0.5, 250 * operations, 0, latencies, Map.of());
  }

  private static Outcome outcome(String name, Measurement... rounds) {
    return new Outcome(Workload.named(name, 100).orElseThrow(), List.of(rounds));
  }

  @Test
  void everyWorkloadHasARowWithMediansAndTheirSpread() {
    Outcome blocking = outcome(
        "W2-16",
        measured(120_000, latencies(100)),
        measured(100_000, latencies(200)),
        measured(90_000, latencies(3000)));
    Outcome async = outcome("W3", measured(1_000_000, latencies()));
    assertThat(OutcomeTable.text(List.of(blocking, async), 80).lines().map(String::stripTrailing))
        .containsExactly(
            "           ops/s      spread  CPU us/op  B/op  p50 us  p99 us  p99.9 us  max us",
            "W2-16    100,000  -10..+20 %       5.00   250     205   3,015     3,015   3,015",
            "W3     1,000,000    +0..+0 %       0.50   250       -       -         -       -");
  }
}
