package dev.corral.dashboard.sample;

import dev.corral.metric.Latencies;
import java.time.Duration;
import java.util.Map;

/**
 * The time between two looks, and what is told of it: all to a thousandth.
 *
 * @param seconds how long it was, more than 0
 */
record Span(double seconds) {
  /** How often a second something happened that happened so often. */
  double rate(long count) {
    return rounded(count / seconds);
  }

  /** How long things took, in milliseconds. */
  static Map<String, Object> latencies(Latencies latencies) {
    return Map.of(
        "count", latencies.count(),
        "p50", millis(latencies.percentile(50)),
        "p99", millis(latencies.percentile(99)));
  }

  private static double millis(Duration duration) {
    return rounded(duration.toNanos() / 1e6);
  }

  static double rounded(double number) {
    return Math.round(number * 1000) / 1000.0;
  }
}
