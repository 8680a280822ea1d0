package dev.corral.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.bench.Workload.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadTest {
  @ParameterizedTest
  @CsvSource({
    "W1, 1 blocking caller",
    "W2-16, 16 blocking callers",
    "W2-64, 64 blocking callers",
    "W3, 256 gets in flight",
    "W4, gets of 100 keys",
    "W5, 256 sets in flight"
  })
  void theUsualOnesHaveNamesAndTitles(String name, String title) {
    Workload workload = Workload.named(name, 100).orElseThrow();
    assertThat(workload.title()).isEqualTo(title);
    assertThat(Workload.standard(100)).hasSize(6).contains(workload);
  }

  @Test
  void blockingCallersMayBeAnyNumber() {
    assertThat(Workload.named("w2-7", 1024))
        .hasValue(new Workload("W2-7", Kind.BLOCKING_GET, 7, 1, 1024));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "W", "W2", "W2-", "W2-0", "W2-12345", "W6", "W1 "})
  void othersAreNotKnown(String name) {
    assertThat(Workload.named(name, 100)).isEmpty();
  }
}
