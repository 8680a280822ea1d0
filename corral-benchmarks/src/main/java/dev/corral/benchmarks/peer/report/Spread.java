package dev.corral.benchmarks.peer.report;

import java.util.Arrays;

/**
 * Where numbers lie.
 *
 * @param median the middle one, or half way between the middle two
 * @param min the least
 * @param max the greatest
 */
record Spread(double median, double min, double max) {
  /** Of one number at least. */
  static Spread of(double... numbers) {
    double[] sorted = Arrays.stream(numbers).sorted().toArray();
    int half = sorted.length / 2;
    double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
