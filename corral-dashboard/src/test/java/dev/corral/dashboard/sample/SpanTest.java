package dev.corral.dashboard.sample;

import static dev.corral.dashboard.sample.Told.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.metric.LatencyHistogram;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpanTest {
  @Test
  void ratesAreBySecond() {
    assertThat(new Span(2).rate(3)).isEqualTo(1.5);
    assertThat(new Span(3).rate(1)).isEqualTo(0.333);
  }

  @Test
  void latenciesAreToldByTheirMiddleAndTheirSlowest() {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 1; i <= 100; i++) {
      histogram.record(Duration.ofMillis(i).toNanos());
    }
    Map<String, Object> told = Span.latencies(histogram.snapshot());

    assertThat(told).containsEntry("count", 100L);
    assertThat((Double) at(told, "p50")).isBetween(50.0, 54.0);
    assertThat((Double) at(told, "p99")).isBetween(99.0, 106.0);
  }
}
