package dev.corral.crowd;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.corral.codec.Lookup;
import dev.corral.key.Key;
import dev.corral.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** Copies of fresh values in this process. */
/* design
 *
 * A copy may be taken of what a lookup brought, only if this process has not changed the key since the
 * lookup was sent. So each key has a version, shared by the keys with the same hash. Who changes a key
 * raises it before and after, and each time removes the copy; who brings a value compares the version
 * with the one before the lookup, within the lock of the entry. If a copy is taken although a change
 * is under way, the removal that follows the raise of the version comes after it.
 *
 * To read the clock is half of what a hit costs, so that is done once. Whether a copy may be used is
 * judged by what was read then. The table, which only has to drop what is old, goes by a time that
 * lags a little behind: all threads share it, and hardly ever write it.
 */
public final class Near<V> {
  private static final int STRIPES = 1 << 10;
  private static final long LAG = 1_000_000;

  private final Ticker ticker;
  private final AtomicLongArray versions = new AtomicLongArray(STRIPES);
  private final @Nullable Cache<Object, Copy<V>> copies;
  private volatile long tableTime;

  private record Copy<V>(Lookup<V> value, long taken, long freshUntil) {}

  public Near(int entries, Duration maxAge, Ticker ticker) {
    this.ticker = ticker;
    this.tableTime = ticker.nanos();
    this.copies = entries == 0
        ? null
        : Caffeine.newBuilder()
            .maximumSize(entries)
            .expireAfterWrite(maxAge)
            .ticker(() -> tableTime)
            .executor(Runnable::run)
            .build();
  }

  /** A copy that is still fresh and not too old, or null. */
  public @Nullable Lookup<V> get(Object key, Duration maxAge) {
    if (copies == null) {
      return null;
    }
    long now = ticker.nanos();
    if (now - tableTime >= LAG) {
      tableTime = now;
    }
    Copy<V> copy = copies.getIfPresent(key);
    if (copy == null) {
      return null;
    }
    boolean usable = now - copy.freshUntil < 0 && now - copy.taken < maxAge.toNanos();
    return usable ? copy.value : null;
  }

  /** To be asked before a lookup is sent. */
  public long version(Key key) {
    return versions.get(stripe(key));
  }

  /** Takes a copy of what a lookup brought, or a load that followed it. */
  public void offer(Object key, Key wire, long version, Lookup<V> value, long freshNanos) {
    if (copies == null || freshNanos <= 0) {
      return;
    }
    long now = ticker.nanos();
    tableTime = now;
    // About a hundred years at most: the sum must not run over.
    long freshUntil = now + Math.min(freshNanos, Long.MAX_VALUE / 4);
    copies
        .asMap()
        .compute(
            key,
            (k, found) -> version(wire) == version ? new Copy<>(value, now, freshUntil) : found);
  }

  /** To be called before a key is changed, and after. */
  public void changed(Object key, Key wire) {
    versions.incrementAndGet(stripe(wire));
    if (copies != null) {
      copies.invalidate(key);
    }
  }

  private static int stripe(Key key) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 16)) & (STRIPES - 1);
  }
}
