package dev.corral.benchmarks.cost;

import java.util.List;
import java.util.Locale;

/** What several rounds have shown. */
final class Spread {
  private final double[] sorted;

  private Spread(double[] sorted) {
    this.sorted = sorted;
  }

  static Spread of(List<Double> figures) {
    return new Spread(figures.stream().mapToDouble(Double::doubleValue).sorted().toArray());
  }

  double median() {
    return sorted[sorted.length / 2];
  }

  double most() {
    return sorted[sorted.length - 1];
  }

  /** The median, with the least and the most. */
  String show(int digits) {
    String number = "%." + digits + "f";
    return String.format(
        Locale.ROOT, number + " (" + number + ".." + number + ")", median(), sorted[0], most());
  }
}
