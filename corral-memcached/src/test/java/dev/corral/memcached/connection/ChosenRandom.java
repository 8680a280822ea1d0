package dev.corral.memcached.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Numbers that are always the same share of the greatest that they could be. */
final class ChosenRandom implements RandomGenerator {
  double share = 1;
  final List<Long> bounds = new ArrayList<>();

  @Override
  public long nextLong() {
    throw new UnsupportedOperationException("without a bound");
  }

  @Override
  public long nextLong(long bound) {
    bounds.add(bound);
    return (long) (share * (bound - 1));
  }
}
