package dev.corral.cli.demo;

import dev.corral.metric.Latencies;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * What came of a scene.
 *
 * @param calls how long each call of the crowd took, failed ones too
 * @param loads how often the database was asked
 * @param errors how many calls failed
 * @param stale how many were given a value that was no longer fresh, where that can happen
 */
record Figures(Latencies calls, long loads, long errors, OptionalLong stale) {
  /** The time that 99 of 100 calls did not exceed. */
  String p99() {
    double millis =
        calls.percentile(99).toNanos() / (double) Duration.ofMillis(1).toNanos();
    return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%.0f ms", millis);
  }
}
