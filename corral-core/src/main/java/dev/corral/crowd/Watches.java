package dev.corral.crowd;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.corral.key.Key;
import dev.corral.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Since when this process has seen the same holder of each lease. A win is given once, so a holder
 * that dies must be replaced by those who see that nothing happens.
 */
public final class Watches {
  private static final int MOST = 100_000;
  private static final Duration FORGET = Duration.ofMinutes(10);
  private static final Duration LONGEST_EXCUSE = Duration.ofMillis(500);

  private final Ticker ticker;
  private final Cache<Key, Watch> watches;

  public Watches(Ticker ticker) {
    this.ticker = ticker;
    this.watches = Caffeine.newBuilder()
        .maximumSize(MOST)
        .expireAfterAccess(FORGET)
        .ticker(ticker::nanos)
        .executor(Runnable::run)
        .build();
  }

  private record Watch(Object holder, long since, AtomicBoolean questioned) {}

  /** A holder was seen. The first time begins its watch. */
  public void saw(Key key, Object holder) {
    Watch watch = watches.getIfPresent(key);
    if (watch == null || !watch.holder.equals(holder)) {
      restart(key, holder);
    }
  }

  /**
   * Whether a holder that was seen just now has been there for too long. True for one caller, who
   * must {@link #restart} the watch or replace the holder.
   */
  public boolean isOverdue(Key key, Object holder, Duration computeTime) {
    saw(key, holder);
    Watch watch = watches.getIfPresent(key);
    return watch != null
        && watch.holder.equals(holder)
        && ticker.nanos() - watch.since > computeTime.toNanos()
        && watch.questioned.compareAndSet(false, true);
  }

  /** The holder lives in this process, or could not be looked after. */
  public void restart(Key key, Object holder) {
    watches.put(key, new Watch(holder, ticker.nanos(), new AtomicBoolean()));
  }

  /**
   * The holder has given a sign of life. It may have died right after that, and a sign outlives
   * computeTime by up to a second. So the next look for one comes soon: another whole computeTime
   * on top would be too late to replace a dead holder in.
   */
  public void excuse(Key key, Object holder, Duration computeTime) {
    long pause = Math.min(computeTime.toNanos() / 2, LONGEST_EXCUSE.toNanos());
    long since = ticker.nanos() - computeTime.toNanos() + pause;
    watches.put(key, new Watch(holder, since, new AtomicBoolean()));
  }
}
