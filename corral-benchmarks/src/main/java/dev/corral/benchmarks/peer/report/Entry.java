package dev.corral.benchmarks.peer.report;

import static java.util.stream.Collectors.toMap;

import dev.corral.benchmarks.peer.subject.Subject;
import dev.corral.benchmarks.table.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How one subject did in one scenario.
 *
 * @param subject who
 * @param runs its samples of each run
 * @param rounds how many samples it should have
 */
record Entry(Subject subject, List<List<Sample>> runs, int rounds) {
  /** Who, and of how many rounds if samples are missing. */
  String name() {
    int samples = runs.stream().mapToInt(List::size).sum();
    return samples < rounds
        ? subject + " (" + samples + " of " + rounds + " rounds)"
        : subject.id();
  }

  Figures figures(ToDoubleFunction<Sample> figure) {
    return new Figures(
        runs.stream().map(run -> run.stream().mapToDouble(figure).toArray()).toList());
  }

  double median(ToDoubleFunction<Sample> figure) {
    return figures(figure).median();
  }

  /**
   * Ratios to another entry, each of two samples of the same round: what disturbs a round disturbs
   * both. Rounds in which one is missing are left out.
   */
  Figures over(Entry other, ToDoubleFunction<Sample> figure) {
    List<double[]> ratios = new ArrayList<>();
    for (int run = 0; run < runs.size(); run++) {
      Map<Integer, Sample> others =
          other.runs.get(run).stream().collect(toMap(Sample::round, sample -> sample));
      ratios.add(runs.get(run).stream()
          .filter(sample -> others.containsKey(sample.round()))
          .mapToDouble(sample ->
              figure.applyAsDouble(sample) / figure.applyAsDouble(others.get(sample.round())))
          .toArray());
    }
    return new Figures(ratios);
  }
}
