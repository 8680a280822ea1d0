package dev.corral.cli.bench;

import java.util.Arrays;

/**
 * Where the figures of several rounds lie.
 *
 * @param median the middle one, or half way between the middle two
 * @param least the smallest
 * @param greatest the largest
 */
public record Spread(double median, double least, double greatest) {
  /** Of one figure at least. */
  public static Spread of(double... figures) {
    double[] sorted = Arrays.stream(figures).sorted().toArray();
    int half = sorted.length / 2;
    double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
