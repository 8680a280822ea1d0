package dev.corral.cli.demo.crowd;

import dev.corral.metric.CacheEvent;
import dev.corral.metric.CorralStats;
import java.util.List;
import java.util.stream.Stream;

/**
 * What happened in one process since its last report.
 *
 * @param errors how many calls failed
 * @param old how many were given a value from before a change whose invalidation had returned
 *     before they asked
 * @param micros how long each call took, failed ones too, in microseconds
 * @param counted what its corral has counted, if it has one
 */
public record Report(long errors, long old, List<Long> micros, CorralStats counted) {
  /** Nothing. */
  static final Report NONE = new Report(0, 0, List.of(), CorralStats.NONE);

  private static final int PARTS = 4;

  /** What {@link #line} came from. */
  static Report parse(String line) {
    String[] parts = line.split(" ", PARTS);
    return new Report(
        Long.parseLong(parts[0]),
        Long.parseLong(parts[1]),
        Counts.numbers(parts[2]),
        Counts.parse(parts[3]));
  }

  String line() {
    return String.join(
        " ",
        String.valueOf(errors),
        String.valueOf(old),
        Counts.line(micros.stream()),
        Counts.line(counted));
  }

  /** How many calls were given a value past its ttl. */
  public long stale() {
    return counted.caches().values().stream()
        .mapToLong(cache -> cache.count(CacheEvent.Kind.STALE))
        .sum();
  }

  /** This and another together. */
  Report plus(Report other) {
    return new Report(
        errors + other.errors,
        old + other.old,
        Stream.concat(micros.stream(), other.micros.stream()).toList(),
        counted.plus(other.counted));
  }
}
