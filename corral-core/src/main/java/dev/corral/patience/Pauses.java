package dev.corral.patience;

import dev.corral.check.Plain;
import dev.corral.time.Ticker;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How to pause between tries: a random time, whose upper bound begins at the least and doubles with
 * each try, up to the most, and which is no less than half its bound.
 *
 * @param least 1 ms to 1 h
 * @param most least to 1 h
 * @param timer ends the pauses
 * @param ticker measures for how long has been tried
 * @param random chooses among the lengths
 */
public record Pauses(
    Duration least, Duration most, Timer timer, Ticker ticker, RandomGenerator random) {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  /**
   * Looks whether the lengths make sense.
   *
   * @param problems all that does not is added to these
   */
  public void check(List<String> problems) {
    check(problems, "least", least);
    check(problems, "most", most);
    if (most.compareTo(least) < 0) {
      problems.add("the most pause must not be less than the least, but they are "
          + Plain.duration(most) + " and " + Plain.duration(least));
    }
  }

  private static void check(List<String> problems, String name, Duration pause) {
    if (pause.compareTo(SHORTEST) < 0 || pause.compareTo(LONGEST) > 0) {
      problems.add("the " + name + " pause must be " + Plain.duration(SHORTEST) + " to "
          + Plain.duration(LONGEST) + ", but is " + Plain.duration(pause));
    }
  }
}
