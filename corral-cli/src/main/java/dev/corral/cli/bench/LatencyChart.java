package dev.corral.cli.bench;

import dev.corral.cli.terminal.Terminal;
import dev.corral.metric.Latencies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Latencies as bars, a line for each range of them. The ranges grow as the latencies do; the least
 * thousandth shares a line, and so does the greatest.
 */
final class LatencyChart {
  /** Where ranges end, in each decade. */
  private static final double[] STEPS = {1, 1.5, 2, 3, 5, 7};

  private static final double HEAD = 0.1;
  private static final double TAIL = 99.9;
  private static final int WIDTH = 40;

  private LatencyChart() {}

  /** The lines, from the shortest latencies on. */
  static List<String> draw(Latencies latencies) {
    long head = end(latencies.percentile(HEAD));
    long tail = end(latencies.percentile(TAIL));
    TreeMap<Long, Long> counts = latencies
        .durations()
        .collect(Collectors.groupingBy(
            latency -> Math.max(head, Math.min(end(latency), tail + 1)),
            TreeMap::new,
            Collectors.counting()));
    long most = counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Long, Long> range : counts.entrySet()) {
      boolean isTail = range.getKey() > tail;
      String bound = "<= " + micros(isTail ? latencies.max().toNanos() : range.getKey());
      lines.add(Terminal.format(
          "%14s us  %6.2f %%  %s",
          bound,
          100.0 * range.getValue() / latencies.count(),
          bar((double) range.getValue() / most)));
    }
    return lines;
  }

  /** The end of the range that it lies in, in nanoseconds. */
  private static long end(Duration latency) {
    long nanos = latency.toNanos();
    for (double decade = 1; ; decade *= 10) {
      for (double step : STEPS) {
        if (nanos <= Math.round(step * decade)) {
          return Math.round(step * decade);
        }
      }
    }
  }

  private static String micros(long nanos) {
    return nanos < 10_000
        ? Terminal.format("%.1f", nanos / 1e3)
        : Terminal.format("%,d", Math.round(nanos / 1e3));
  }

  /** Whatever is more than nothing can be seen. */
  private static String bar(double share) {
    int signs = (int) Math.round(share * WIDTH);
    return signs == 0 ? "." : "#".repeat(signs);
  }
}
