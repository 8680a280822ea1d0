package dev.corral.limit;

import dev.corral.check.Plain;
import java.time.Duration;
import java.util.List;

/** What a limit can be. */
final class Bounds {
  /** A count of denied requests of this size could go on for ten billion of them. */
  static final long MOST = 1_000_000_000;

  static final Duration SHORTEST = Duration.ofSeconds(1);

  /** Servers take a life of more than 30 days for a date, by the clock of who sends it. */
  static final Duration LONGEST = Duration.ofDays(28);

  private Bounds() {}

  static void checkCount(List<String> problems, String name, long count) {
    if (count < 1 || count > MOST) {
      problems.add(name + " must be 1 to " + MOST + ", but is " + count);
    }
  }

  static void checkTime(List<String> problems, String name, Duration time) {
    if (time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0) {
      problems.add(name + " must be 1 s to 28 days, but is " + Plain.duration(time));
    }
  }
}
