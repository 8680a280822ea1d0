package dev.corral.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.metric.LatencyHistogram;
import org.junit.jupiter.api.Test;

class LatencyChartTest {
  private final LatencyHistogram histogram = new LatencyHistogram();

  private void record(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      histogram.record(nanos);
    }
  }

  @Test
  void barsAreAsLongAsTheirShare() {
    record(500, 41_000);
    record(250, 60_000);
    record(250, 130_000);
    assertThat(LatencyChart.draw(histogram.snapshot()))
        .containsExactly(
            "         <= 50 us   50.00 %  " + "#".repeat(40),
            "         <= 70 us   25.00 %  " + "#".repeat(20),
            "        <= 150 us   25.00 %  " + "#".repeat(20));
  }

  @Test
  void theLeastAndTheGreatestThousandthsShareALine() {
    record(1, 900);
    record(1, 2_500);
    record(9990, 41_000);
    record(7, 200_000_000);
    record(1, 4_000_000_000L);
    assertThat(LatencyChart.draw(histogram.snapshot()))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("         <= 50 us   99.92 %");
    assertThat(LatencyChart.draw(histogram.snapshot()))
        .last()
        .asString()
        .matches(" *<= 4,\\d{3},\\d{3} us    0\\.08 %  \\.");
  }

  @Test
  void shortLatenciesHaveFractionsOfAMicrosecond() {
    record(10, 1_400);
    assertThat(LatencyChart.draw(histogram.snapshot()))
        .containsExactly("        <= 1.5 us  100.00 %  " + "#".repeat(40));
  }

  @Test
  void withoutLatenciesThereIsNothingToDraw() {
    assertThat(LatencyChart.draw(histogram.snapshot())).isEmpty();
  }
}
