package dev.corral.cli.demo.crowd;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What happened in one process since its last report.
 *
 * @param errors how many calls failed
 * @param stale how many were given a value past its ttl
 * @param old how many were given a value from before a change whose invalidation had returned
 *     before they asked
 * @param micros how long each call took, failed ones too, in microseconds
 */
public record Report(long errors, long stale, long old, List<Long> micros) {
  private static final int COUNTS = 3;

  /** What {@link #line} came from. */
  static Report parse(String line) {
    List<Long> numbers = Arrays.stream(line.split(" ", -1)).map(Long::valueOf).toList();
    return new Report(
        numbers.get(0), numbers.get(1), numbers.get(2), numbers.subList(COUNTS, numbers.size()));
  }

  String line() {
    return Stream.concat(Stream.of(errors, stale, old), micros.stream())
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  /** This and another together. */
  Report plus(Report other) {
    return new Report(
        errors + other.errors,
        stale + other.stale,
        old + other.old,
        Stream.concat(micros.stream(), other.micros.stream()).toList());
  }
}
