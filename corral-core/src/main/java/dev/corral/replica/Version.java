package dev.corral.replica;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Which put an item comes from.
 *
 * @param millis when, by the clock of whoever put it; later if it has seen a later one
 * @param id tells it from others of the same time
 */
record Version(long millis, long id) implements Comparable<Version> {
  /** One that is greater than another, and no earlier than a time. */
  static Version after(@Nullable Version newest, long millis, RandomGenerator random) {
    return new Version(
        newest == null ? millis : Math.max(millis, newest.millis + 1), random.nextLong());
  }

  @Override
  public int compareTo(Version other) {
    int byTime = Long.compare(millis, other.millis);
    return byTime != 0 ? byTime : Long.compare(id, other.id);
  }
}
