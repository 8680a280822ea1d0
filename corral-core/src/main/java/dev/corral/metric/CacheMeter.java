package dev.corral.metric;

import dev.corral.key.Key;
import dev.corral.metric.CacheEvent.Kind;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts what happens in one cache, and tells a listener if there is one. Never waits. */
public final class CacheMeter {
  private final String cache;
  private final Tally<Kind, CacheEvent> tally;
  private final LatencyHistogram loads = new LatencyHistogram();
  private final LatencyHistogram waits = new LatencyHistogram();

  /**
   * Creates a meter that has counted nothing.
   *
   * @param cache the name of the cache
   * @param listener is told each event, or null
   */
  public CacheMeter(String cache, @Nullable CacheListener listener) {
    this.cache = cache;
    this.tally = new Tally<>(Kind.class, "cache " + cache, listener == null ? null : listener::on);
  }

  /** The name of the cache. */
  String cache() {
    return cache;
  }

  /**
   * Counts an event that takes no time.
   *
   * @param kind what happened
   * @param key whose value
   */
  public void count(Kind kind, Key key) {
    count(kind, key, 0);
  }

  /**
   * Counts an event that takes no time, of a key that is made only if somebody is told of it.
   *
   * @param kind what happened
   * @param key makes the key whose value it is
   */
  public void count(Kind kind, Supplier<Key> key) {
    tally.count(kind);
    if (tally.isHeard()) {
      tally.tell(kind, new CacheEvent(kind, cache, key.get(), Duration.ZERO));
    }
  }

  /**
   * Counts an event.
   *
   * @param kind what happened
   * @param key whose value
   * @param nanos how long it took
   */
  public void count(Kind kind, Key key, long nanos) {
    switch (kind) {
      case LOADED, LOAD_FAILED -> loads.record(nanos);
      case WAITED -> waits.record(nanos);
      default -> {}
    }
    tally.count(kind);
    if (tally.isHeard()) {
      tally.tell(kind, new CacheEvent(kind, cache, key, Duration.ofNanos(nanos)));
    }
  }

  /**
   * What has been counted so far.
   *
   * @return all that was counted before the call; of what is counted meanwhile, some may be there
   */
  public CacheStats snapshot() {
    return new CacheStats(tally.snapshot(), loads.snapshot(), waits.snapshot());
  }
}
