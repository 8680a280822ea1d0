package dev.corral.list;

import dev.corral.key.Key;
import dev.corral.site.Site;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that a list can't be cached: at most once a minute. */
final class Warnings {
  private static final Logger log = LoggerFactory.getLogger(IdList.class);
  private static final Duration QUIET = Duration.ofMinutes(1);

  private final Site site;
  private final AtomicLong last;

  Warnings(Site site) {
    this.site = site;
    this.last = new AtomicLong(site.ticker().nanos() - QUIET.toNanos());
  }

  void tooLarge(Key key, int size, int limit) {
    long now = site.ticker().nanos();
    long before = last.get();
    if (now - before >= QUIET.toNanos() && last.compareAndSet(before, now)) {
      log.warn(
          "list {} has {} bytes and is not cached, for at most {} are; a segmented list may be"
              + " larger. There may be more of this in the next minute",
          key,
          size,
          limit);
    }
  }
}
