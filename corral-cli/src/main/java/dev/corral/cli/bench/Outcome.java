package dev.corral.cli.bench;

import dev.corral.metric.Latencies;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the rounds have shown of a workload.
 *
 * @param rounds a measurement of each, one at least
 */
record Outcome(Workload workload, List<Measurement> rounds) {
  Spread spread(ToDoubleFunction<Measurement> figure) {
    return Spread.of(rounds.stream().mapToDouble(figure).toArray());
  }

  /** Those of all rounds together; none where callers do not wait for each call. */
  Latencies latencies() {
    return rounds.stream().map(Measurement::latencies).reduce(Latencies::plus).orElseThrow();
  }
}
