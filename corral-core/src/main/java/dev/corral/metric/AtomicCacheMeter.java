package dev.corral.metric;

import dev.corral.metric.AtomicCacheEvent.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Counts what happens in one atomic cache, and tells a listener if there is one. Never waits. */
public final class AtomicCacheMeter {
  private final Tally<Kind, AtomicCacheEvent> tally;
  private final LatencyHistogram generations = new LatencyHistogram();
  private final LatencyHistogram waits = new LatencyHistogram();

  /**
   * Creates a meter that has counted nothing.
   *
   * @param listener is told each event, or null
   */
  public AtomicCacheMeter(@Nullable AtomicCacheListener listener) {
    this.tally = new Tally<>(Kind.class, "an atomic cache", listener == null ? null : listener::on);
  }

  /**
   * Counts an event that takes no time.
   *
   * @param kind what happened
   * @param keyspace whose value
   */
  public void count(Kind kind, String keyspace) {
    count(kind, keyspace, 0);
  }

  /**
   * Counts an event.
   *
   * @param kind what happened
   * @param keyspace whose value
   * @param nanos how long it took
   */
  public void count(Kind kind, String keyspace, long nanos) {
    switch (kind) {
      case GENERATED_BY_ME -> generations.record(nanos);
      case WAIT_RUN -> waits.record(nanos);
      default -> {}
    }
    tally.count(kind);
    if (tally.isHeard()) {
      tally.tell(kind, new AtomicCacheEvent(kind, keyspace, Duration.ofNanos(nanos)));
    }
  }

  /**
   * What has been counted so far.
   *
   * @return all that was counted before the call; of what is counted meanwhile, some may be there
   */
  public AtomicCacheStats snapshot() {
    return new AtomicCacheStats(tally.snapshot(), generations.snapshot(), waits.snapshot());
  }
}
