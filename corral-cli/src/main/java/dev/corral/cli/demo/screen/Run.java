package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What was seen of a scene that is played one way. */
final class Run {
  private final Duration part;
  private final int expected;
  private final List<Sample> samples = new ArrayList<>();
  private @Nullable Figures figures;

  /** Of such a length, told of in such parts. */
  Run(Duration length, Duration part) {
    this.part = part;
    this.expected = (int) Math.max(1, Math.round(Units.seconds(length) / Units.seconds(part)));
  }

  void sees(Sample sample) {
    samples.add(sample);
  }

  void ends(Figures end) {
    figures = end;
  }

  @Nullable
  Figures figures() {
    return figures;
  }

  @Nullable
  Sample last() {
    return samples.isEmpty() ? null : samples.get(samples.size() - 1);
  }

  /** How wide a chart should be that may have so many columns: parts are equally wide. */
  int width(int columns) {
    return columns < expected ? columns : columns / expected * expected;
  }

  double queriesPerSecond(Sample sample) {
    return sample.queries() / Units.seconds(part);
  }

  double errorsPerSecond(Sample sample) {
    return sample.errors() / Units.seconds(part);
  }

  static double p99(Sample sample) {
    return Units.seconds(sample.p99());
  }

  /** The highest p99 of all parts. */
  Duration worstP99() {
    return samples.stream().map(Sample::p99).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
  }

  long sum(ToLongFunction<Sample> figure) {
    return samples.stream().mapToLong(figure).sum();
  }

  double highest(ToDoubleFunction<Sample> figure) {
    return samples.stream().mapToDouble(figure).max().orElse(0);
  }

  /**
   * What a chart of such a width shows: where parts share a column, the highest of them; what has
   * not been seen yet has no column.
   */
  double[] columns(ToDoubleFunction<Sample> figure, int width) {
    double[] values = new double[width];
    int seen = 0;
    while (seen < width && seen * expected / width < samples.size()) {
      int first = seen * expected / width;
      int end = seen == width - 1 ? samples.size() : (seen + 1) * expected / width;
      values[seen++] =
          samples.subList(first, Math.max(first + 1, Math.min(end, samples.size()))).stream()
              .mapToDouble(figure)
              .max()
              .orElse(0);
    }
    return Arrays.copyOf(values, seen);
  }
}
