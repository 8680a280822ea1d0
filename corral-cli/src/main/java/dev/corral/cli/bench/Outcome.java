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
  /** The middle one, or the mean of the middle two. */
  double median(ToDoubleFunction<Measurement> figure) {
    double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  double least(ToDoubleFunction<Measurement> figure) {
    return rounds.stream().mapToDouble(figure).min().orElseThrow();
  }

  double greatest(ToDoubleFunction<Measurement> figure) {
    return rounds.stream().mapToDouble(figure).max().orElseThrow();
  }

  /** Those of all rounds together; none where callers do not wait for each call. */
  Latencies latencies() {
    return rounds.stream().map(Measurement::latencies).reduce(Latencies::plus).orElseThrow();
  }
}
