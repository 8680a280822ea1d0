package dev.corral.benchmarks.table;

import static java.util.stream.Collectors.joining;

import dev.corral.cli.bench.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The same figure of all rounds, run by run: of whatever was measured, or a ratio of two such.
 *
 * @param runs a figure for each round; runs that have none are left out
 */
public record Figures(List<double[]> runs) {
  /** Leaves out empty runs. */
  public Figures {
    runs = runs.stream().filter(run -> run.length > 0).toList();
  }

  /** Those of one run. */
  public static Figures of(double... rounds) {
    return new Figures(List.of(rounds));
  }

  /** Whether there is none at all. */
  public boolean isEmpty() {
    return runs.isEmpty();
  }

  /** The median over all runs. */
  public double median() {
    return spread().median();
  }

  private Spread spread() {
    return Spread.of(runs.stream().flatMapToDouble(Arrays::stream).toArray());
  }

  /**
   * The median; if there are several runs, those of each behind it.
   *
   * @param format of a number, such as {@code %.2f}
   */
  public String medians(String format) {
    String median = written(format, median());
    return runs.size() < 2
        ? median
        : median
            + runs.stream()
                .map(run -> written(format, Spread.of(run).median()))
                .collect(joining(", ", " [", "]"));
  }

  /** The medians, with the least and the greatest figure behind. */
  public String withSpread(String format) {
    return medians(format) + " (" + written(format, spread().least()) + ".."
        + written(format, spread().greatest()) + ")";
  }

  private static String written(String format, double number) {
    return Double.isNaN(number) ? "" : String.format(Locale.ROOT, format, number);
  }
}
