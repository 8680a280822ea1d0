package dev.corral.cli.bench;

import dev.corral.metric.Latencies;
import java.util.Map;

/**
 * What a sample has shown of this process.
 *
 * @param operations how many were completed
 * @param seconds in what time
 * @param cpuSeconds CPU time of the process
 * @param allocatedBytes by all Java threads
 * @param gcMillis time in garbage collections
 * @param latencies of single calls; none where callers do not wait for each
 * @param busyThreads how much of a core threads were busy, by their names without numbers
 */
public record Measurement(
    long operations,
    double seconds,
    double cpuSeconds,
    long allocatedBytes,
    long gcMillis,
    Latencies latencies,
    Map<String, Double> busyThreads) {

  /** Throughput. */
  public double perSecond() {
    return operations / seconds;
  }

  /** CPU time of the process for one operation, in microseconds. */
  public double cpuMicrosEach() {
    return cpuSeconds * 1e6 / operations;
  }

  /** Bytes allocated for one operation. */
  public double bytesEach() {
    return (double) allocatedBytes / operations;
  }
}
