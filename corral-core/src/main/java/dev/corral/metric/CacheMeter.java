package dev.corral.metric;

import dev.corral.key.Key;
import dev.corral.metric.CacheEvent.Kind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what happens in one cache, and tells a listener if there is one. Never waits. */
public final class CacheMeter {
  private static final Logger log = LoggerFactory.getLogger(CacheMeter.class);

  private final String cache;
  private final @Nullable CacheListener listener;
  private final Map<Kind, LongAdder> counts = new EnumMap<>(Kind.class);
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
    this.listener = listener;
    for (Kind kind : Kind.values()) {
      counts.put(kind, new LongAdder());
    }
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
   * Counts an event.
   *
   * @param kind what happened
   * @param key whose value
   * @param nanos how long it took
   */
  public void count(Kind kind, Key key, long nanos) {
    counter(kind).increment();
    switch (kind) {
      case LOADED, LOAD_FAILED -> loads.record(nanos);
      case WAITED -> waits.record(nanos);
      default -> {}
    }
    if (listener != null) {
      tell(listener, new CacheEvent(kind, cache, key, Duration.ofNanos(nanos)));
    }
  }

  private static void tell(CacheListener listener, CacheEvent event) {
    try {
      listener.on(event);
    } catch (RuntimeException | Error e) {
      log.warn("the listener of cache {} failed on {}", event.cache(), event.kind(), e);
    }
  }

  /**
   * What has been counted so far.
   *
   * @return all that was counted before the call; of what is counted meanwhile, some may be there
   */
  public CacheStats snapshot() {
    Map<Kind, Long> sums = new EnumMap<>(Kind.class);
    counts.forEach((kind, count) -> sums.put(kind, count.sum()));
    return new CacheStats(sums, loads.snapshot(), waits.snapshot());
  }

  private LongAdder counter(Kind kind) {
    return Objects.requireNonNull(counts.get(kind)); // there is one for each
  }
}
