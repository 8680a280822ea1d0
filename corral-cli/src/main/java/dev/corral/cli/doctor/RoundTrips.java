package dev.corral.cli.doctor;

import java.time.Duration;
import java.util.List;

/**
 * How long a server took to answer, one request after the other.
 *
 * @param times each
 */
record RoundTrips(List<Duration> times) {
  RoundTrips {
    if (times.isEmpty()) {
      throw new IllegalArgumentException("times must not be empty");
    }
    times = times.stream().sorted().toList();
  }

  /** The time that so many of a hundred answers took at most. */
  Duration percentile(int percent) {
    return times.get(Math.min(times.size() - 1, times.size() * percent / 100));
  }

  /** How many took longer. */
  long longerThan(Duration time) {
    return times.stream().filter(each -> each.compareTo(time) > 0).count();
  }

  Duration p50() {
    return percentile(50);
  }

  Duration p99() {
    return percentile(99);
  }
}
