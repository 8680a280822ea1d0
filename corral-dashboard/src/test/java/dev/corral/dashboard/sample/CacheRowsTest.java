package dev.corral.dashboard.sample;

import static dev.corral.dashboard.sample.Told.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.metric.AtomicCacheEvent;
import dev.corral.metric.AtomicCacheStats;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.metric.CacheStats;
import dev.corral.metric.CorralStats;
import dev.corral.metric.Latencies;
import dev.corral.metric.LatencyHistogram;
import dev.corral.metric.NamespaceStats;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheRowsTest {
  private static final AtomicCacheStats NO_ATOMIC =
      AtomicCacheStats.of(Map.of(), Latencies.none(), Latencies.none());

  private static CorralStats stats(Map<String, CacheStats> caches, AtomicCacheStats atomic) {
    return new CorralStats(caches, atomic, NamespaceStats.NONE);
  }

  @Test
  void eachKindIsARateOfItsOwn() {
    Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    long number = 0;
    for (Kind kind : Kind.values()) {
      counts.put(kind, number += 2);
    }
    LatencyHistogram loads = new LatencyHistogram();
    loads.record(Duration.ofMillis(80).toNanos());
    CorralStats since =
        stats(Map.of("user", CacheStats.of(counts, loads.snapshot(), Latencies.none())), NO_ATOMIC);

    List<Map<String, Object>> rows = CacheRows.of(since, since, new Span(2));

    assertThat(rows).hasSize(1);
    Map<String, Kind> words = Map.of(
        "hit", Kind.HIT,
        "near", Kind.NEAR_HIT,
        "stale", Kind.STALE,
        "miss", Kind.MISS,
        "wait", Kind.WAITED,
        "stolen", Kind.STOLEN,
        "load", Kind.LOADED,
        "loadFailed", Kind.LOAD_FAILED,
        "fenced", Kind.FENCED,
        "fellBack", Kind.FELL_BACK);
    words.forEach((word, kind) ->
        assertThat(at(rows, 0, word)).as(word).isEqualTo(counts.getOrDefault(kind, 0L) / 2.0));
    assertThat(at(rows, 0, "storeError"))
        .isEqualTo(counts.getOrDefault(Kind.STORE_ERROR, 0L) / 2.0);
    assertThat(at(rows, 0, "name")).isEqualTo("user");
    assertThat(at(rows, 0, "loads", "count")).isEqualTo(1L);
    assertThat((Double) at(rows, 0, "loads", "p50")).isBetween(80.0, 85.0);
    assertThat(at(rows, 0, "waits")).isEqualTo(Map.of("count", 0L, "p50", 0.0, "p99", 0.0));
  }

  @Test
  void atomicCachesAreOneRowInTheWordsOfCaches() {
    AtomicCacheStats atomic = AtomicCacheStats.of(
        Map.of(
            AtomicCacheEvent.Kind.READ_PRESENT, 10L,
            AtomicCacheEvent.Kind.READ_NOT_PRESENT, 5L,
            AtomicCacheEvent.Kind.LAST_KNOWN_PRESENT, 3L,
            AtomicCacheEvent.Kind.GENERATED_BY_ME, 2L,
            AtomicCacheEvent.Kind.WAIT_RUN, 4L,
            AtomicCacheEvent.Kind.WAIT_GIVE_UP, 1L,
            AtomicCacheEvent.Kind.STORE_ERROR, 6L),
        Latencies.none(),
        Latencies.none());

    List<Map<String, Object>> rows =
        CacheRows.of(stats(Map.of(), atomic), stats(Map.of(), atomic), new Span(1));

    assertThat(rows).hasSize(1);
    assertThat(at(rows, 0, "name")).isEqualTo("keyspaces");
    assertThat(at(rows, 0, "hit")).isEqualTo(10.0);
    assertThat(at(rows, 0, "stale")).isEqualTo(3.0);
    assertThat(at(rows, 0, "miss")).isEqualTo(2.0);
    assertThat(at(rows, 0, "load")).isEqualTo(2.0);
    assertThat(at(rows, 0, "wait")).isEqualTo(4.0);
    assertThat(at(rows, 0, "fellBack")).isEqualTo(1.0);
    assertThat(at(rows, 0, "storeError")).isEqualTo(6.0);
    assertThat(at(rows, 0, "stolen")).isEqualTo(0);
  }

  @Test
  void whoMissedBeforeTheSpanAndIsAnsweredInItIsNoMissLess() {
    AtomicCacheStats atomic = AtomicCacheStats.of(
        Map.of(AtomicCacheEvent.Kind.LAST_KNOWN_PRESENT, 3L), Latencies.none(), Latencies.none());

    List<Map<String, Object>> rows =
        CacheRows.of(stats(Map.of(), atomic), stats(Map.of(), atomic), new Span(1));

    assertThat(at(rows, 0, "miss")).isEqualTo(0.0);
  }

  @Test
  void thatRowStaysOnceAnythingWasCounted() {
    AtomicCacheStats some = AtomicCacheStats.of(
        Map.of(AtomicCacheEvent.Kind.READ_PRESENT, 10L), Latencies.none(), Latencies.none());

    assertThat(CacheRows.of(stats(Map.of(), some), stats(Map.of(), NO_ATOMIC), new Span(1)))
        .hasSize(1);
    assertThat(CacheRows.of(stats(Map.of(), NO_ATOMIC), stats(Map.of(), NO_ATOMIC), new Span(1)))
        .isEmpty();
  }
}
