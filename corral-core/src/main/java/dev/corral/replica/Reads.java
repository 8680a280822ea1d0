package dev.corral.replica;

import dev.corral.future.Answers;
import dev.corral.site.Site;
import dev.corral.store.Get;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Finds the version in force. */
/* design
 *
 * The hub and a random copy are asked in one flight, the other copies in a second one if the two do not
 * agree. If all have been asked, and they hold different versions of which none is in force, a put may
 * be under way that has passed each of them at another moment; then all who have answered are asked
 * again, a few times.
 */
final class Reads {
  private static final int MOST_TRIES = 4;

  private final Site site;
  private final Meter meter;

  Reads(Site site, Meter meter) {
    this.site = site;
    this.meter = meter;
  }

  /** What the holders say; fails if nobody answers. */
  CompletableFuture<Sighting> look(Wheel wheel) {
    int copy = 1 + site.random().nextInt(wheel.copies());
    CompletableFuture<Sighting> two =
        Sighting.of(wheel, IntStream.of(Wheel.HUB, copy), key -> Get.of(key).withDetails());
    return Answers.then(two, sighting -> {
      if (sighting.current() != null) {
        return CompletableFuture.completedFuture(sighting);
      }
      meter.further.increment();
      return Answers.then(
          sighting.and(sighting.unasked(), key -> Get.of(key).withDetails()), all -> judge(all, 1));
    });
  }

  private static CompletableFuture<Sighting> judge(Sighting sighting, int tries) {
    Throwable fault = sighting.fault();
    if (fault != null) {
      return CompletableFuture.failedFuture(fault);
    }
    if (sighting.current() != null || !sighting.isTorn() || tries == MOST_TRIES) {
      return CompletableFuture.completedFuture(sighting);
    }
    return Answers.then(
        Sighting.of(sighting.wheel(), sighting.answered(), key -> Get.of(key).withDetails()),
        again -> judge(again, tries + 1));
  }
}
