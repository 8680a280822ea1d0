package dev.corral.namespace;

import dev.corral.site.Site;
import java.util.concurrent.atomic.AtomicLong;

/** Draws generations: each greater than any that this process has seen, whatever its clock says. */
final class Generations {
  private final Site site;
  private final AtomicLong newest = new AtomicLong();

  Generations(Site site) {
    this.site = site;
  }

  /** A new one. */
  long next() {
    return newest.updateAndGet(seen -> {
      long millis = Math.max(site.clock().millis(), (seen >>> Generation.RANDOM_BITS) + 1);
      long random = site.random().nextLong(1L << Generation.RANDOM_BITS);
      return Math.min(millis, Generation.LAST_MILLIS) << Generation.RANDOM_BITS | random;
    });
  }

  /** Takes note of one that somebody has drawn. */
  void saw(long generation) {
    if (generation > newest.get()) {
      newest.accumulateAndGet(generation, Math::max);
    }
  }
}
