package dev.corral.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.metric.CacheEvent.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CorralStatsTest {
  private static CorralStats of(String cache, long hits, long reads) {
    Latencies none = Latencies.none();
    return new CorralStats(
        Map.of(cache, CacheStats.of(Map.of(Kind.HIT, hits), none, none)),
        AtomicCacheStats.of(Map.of(AtomicCacheEvent.Kind.WAIT_RUN, hits), none, none),
        new NamespaceStats(reads, 0, 0, Map.of("user", reads)));
  }

  private static long hits(CorralStats stats, String cache) {
    return stats
        .caches()
        .getOrDefault(cache, CacheStats.of(Map.of(), Latencies.none(), Latencies.none()))
        .count(Kind.HIT);
  }

  @Test
  void cachesOfOneNameAreAddedAndOthersStandBesideThem() {
    CorralStats sum = of("page", 3, 10).plus(of("page", 4, 20)).plus(of("user", 1, 0));

    assertThat(hits(sum, "page")).isEqualTo(7);
    assertThat(hits(sum, "user")).isEqualTo(1);
    assertThat(sum.atomicCaches().count(AtomicCacheEvent.Kind.WAIT_RUN)).isEqualTo(8);
    assertThat(sum.namespaces().reads()).isEqualTo(30);
    assertThat(sum.namespaces().invalidations()).containsEntry("user", 30L);
    assertThat(CorralStats.NONE.plus(sum).caches()).hasSameSizeAs(sum.caches());
  }

  @Test
  void whatHappenedSinceAnEarlierMomentIsTheDifference() {
    CorralStats since = of("page", 9, 30).plus(of("new", 5, 0)).since(of("page", 3, 10));

    assertThat(hits(since, "page")).isEqualTo(6);
    assertThat(hits(since, "new")).isEqualTo(5);
    assertThat(since.namespaces().reads()).isEqualTo(20);
  }
}
