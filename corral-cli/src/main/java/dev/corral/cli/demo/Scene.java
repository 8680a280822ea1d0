package dev.corral.cli.demo;

import java.time.Duration;
import java.util.List;

/**
 * What a crowd goes through.
 *
 * @param title in a few words
 * @param story in a sentence or two
 * @param length how long the crowd is there
 * @param keys how many different keys it asks for
 * @param warm whether the values are cached when it comes
 * @param ttl how long a value is fresh
 * @param staleFor how long past that Corral may serve it
 * @param restarts whether the cache loses all it has after each quarter of the time
 * @param fails whether the database is down from a quarter of the time to three quarters
 */
record Scene(
    String title,
    String story,
    Duration length,
    int keys,
    boolean warm,
    Duration ttl,
    Duration staleFor,
    boolean restarts,
    boolean fails) {

  private static final Duration LONG = Duration.ofHours(1);

  /** The scenes of the demo, each of this length. */
  static List<Scene> all(Duration length) {
    Duration quarter = length.dividedBy(4);
    Duration eighth = length.dividedBy(8);
    return List.of(
        new Scene(
            "A hot key expires",
            "All want one key. Its value is cached, and expires every " + text(quarter) + ".",
            length,
            1,
            true,
            quarter,
            LONG,
            false,
            false),
        new Scene(
            "A cold start",
            "The cache begins empty, and loses all it has every " + text(quarter)
                + ". All want any of 12 keys.",
            length,
            12,
            false,
            LONG,
            LONG,
            true,
            false),
        new Scene(
            "The database fails for a while",
            "All want any of 4 keys, which expire every " + text(eighth) + ". From " + text(quarter)
                + " to " + text(quarter.multipliedBy(3)) + " every query fails.",
            length,
            4,
            true,
            eighth,
            LONG,
            false,
            true));
  }

  /** As {@code 2 s}, or {@code 250 ms}. */
  static String text(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }

  /** Whether the database is down when so much of the time has passed, 0 to 1. */
  boolean isDownAt(double share) {
    return fails && share >= 0.25 && share < 0.75;
  }

  /** Whether the cache loses all it has when so much of the time has passed, 0 to 1. */
  boolean restartsAt(double share) {
    return restarts && share > 0 && share % 0.25 == 0;
  }
}
