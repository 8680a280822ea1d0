package dev.corral.benchmarks.peer.report;

import static java.util.stream.Collectors.joining;

import dev.corral.cli.bench.Measurement;
import dev.corral.metric.Latencies;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a subject's JVM has measured of itself.
 *
 * @param operations how many were completed
 * @param seconds in what time
 * @param cpuSeconds CPU time of the process
 * @param allocatedBytes by all Java threads
 * @param gcMillis time in garbage collections
 * @param p50Micros the median of a call's duration; NaN where calls overlap
 * @param p99Micros its 99th percentile, likewise
 * @param busiest threads, and how much of a core they used
 */
public record ClientSide(
    long operations,
    double seconds,
    double cpuSeconds,
    long allocatedBytes,
    long gcMillis,
    double p50Micros,
    double p99Micros,
    String busiest) {
  static final List<String> COLUMNS = List.of(
      "operations",
      "seconds",
      "cpuSeconds",
      "allocatedBytes",
      "gcMillis",
      "p50Micros",
      "p99Micros",
      "busiest");

  private static final int SHOWN_THREADS = 3;
  private static final double IDLE = 0.005;

  /** What was measured, in short. */
  public static ClientSide of(Measurement measurement) {
    return new ClientSide(
        measurement.operations(),
        measurement.seconds(),
        measurement.cpuSeconds(),
        measurement.allocatedBytes(),
        measurement.gcMillis(),
        micros(measurement.latencies(), 50),
        micros(measurement.latencies(), 99),
        busiest(measurement.busyThreads()));
  }

  private static double micros(Latencies latencies, double percent) {
    return latencies.count() == 0 ? Double.NaN : latencies.percentile(percent).toNanos() / 1e3;
  }

  private static String busiest(Map<String, Double> threads) {
    return threads.entrySet().stream()
        .filter(thread -> thread.getValue() > IDLE)
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(SHOWN_THREADS)
        .map(thread -> String.format(
            Locale.ROOT,
            "%s %.0f%%",
            thread.getKey().replaceAll("[\\t|]", " "),
            100 * thread.getValue()))
        .collect(joining(", "));
  }

  /** As a line of {@link #parse}. */
  public String line() {
    return Line.of(
        operations, seconds, cpuSeconds, allocatedBytes, gcMillis, p50Micros, p99Micros, busiest);
  }

  /** Reads a line. */
  public static ClientSide parse(String line) {
    return read(Line.fields(line));
  }

  static ClientSide read(Iterator<String> fields) {
    return new ClientSide(
        Long.parseLong(fields.next()),
        Double.parseDouble(fields.next()),
        Double.parseDouble(fields.next()),
        Long.parseLong(fields.next()),
        Long.parseLong(fields.next()),
        Double.parseDouble(fields.next()),
        Double.parseDouble(fields.next()),
        fields.next());
  }
}
