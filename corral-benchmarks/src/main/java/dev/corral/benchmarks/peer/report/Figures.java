package dev.corral.benchmarks.peer.report;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The same figure of all rounds, run by run: of one subject, or a ratio of two.
 *
 * @param runs a figure for each round; runs that have none are left out
 */
record Figures(List<double[]> runs) {
  Figures {
    runs = runs.stream().filter(run -> run.length > 0).toList();
  }

  boolean isEmpty() {
    return runs.isEmpty();
  }

  /** Over all runs. */
  Spread spread() {
    return Spread.of(runs.stream().flatMapToDouble(Arrays::stream).toArray());
  }

  double median() {
    return spread().median();
  }

  /** The median; if there are several runs, those of each behind it. */
  String medians(String format) {
    String median = written(format, median());
    return runs.size() < 2
        ? median
        : median
            + runs.stream()
                .map(run -> written(format, Spread.of(run).median()))
                .collect(joining(", ", " [", "]"));
  }

  /** The medians, with the least and the greatest figure behind. */
  String withSpread(String format) {
    return medians(format) + " (" + written(format, spread().min()) + ".."
        + written(format, spread().max()) + ")";
  }

  private static String written(String format, double number) {
    return Double.isNaN(number) ? "" : String.format(Locale.ROOT, format, number);
  }
}
