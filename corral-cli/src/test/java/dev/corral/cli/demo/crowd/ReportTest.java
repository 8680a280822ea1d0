package dev.corral.cli.demo.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.metric.CacheEvent.Kind;
import dev.corral.metric.CacheStats;
import dev.corral.metric.CorralStats;
import dev.corral.metric.Latencies;
import dev.corral.metric.LatencyHistogram;
import dev.corral.metric.NamespaceStats;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final NamespaceStats NAMESPACES =
      new NamespaceStats(90, 12, 3, Map.of("user", 4L, "shop", 5L));
  private static final CacheStats PAGES =
      CacheStats.of(counts(), latencies(80_123_456, 79_000_000, 12), latencies(1_000_000));

  /** As many of each kind as tell it from the others. */
  private static Map<Kind, Long> counts() {
    Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      counts.put(kind, 10L * (counts.size() + 1));
    }
    return counts;
  }

  private static Latencies latencies(long... nanos) {
    LatencyHistogram histogram = new LatencyHistogram();
    LongStream.of(nanos).forEach(histogram::record);
    return histogram.snapshot();
  }

  private static CorralStats stats(Map<String, CacheStats> caches) {
    return new CorralStats(caches, CorralStats.NONE.atomicCaches(), NAMESPACES);
  }

  private static CacheStats cache(Report report, String name) {
    return Objects.requireNonNull(report.counted().caches().get(name));
  }

  @Test
  void itIsTheSameAtTheOtherEnd() {
    Report report = new Report(1, 3, List.of(40L, 50L), stats(Map.of("page-0", PAGES)));
    Report arrived = Report.parse(report.line());

    assertThat(arrived.errors()).isEqualTo(1);
    assertThat(arrived.old()).isEqualTo(3);
    assertThat(arrived.micros()).containsExactly(40L, 50L);
    assertThat(arrived.counted().namespaces()).isEqualTo(NAMESPACES);
    assertThat(arrived.counted().caches()).containsOnlyKeys("page-0");
    CacheStats pages = cache(arrived, "page-0");
    assertThat(Arrays.stream(Kind.values()).map(pages::count))
        .isEqualTo(Arrays.stream(Kind.values()).map(PAGES::count).toList());
    assertThat(pages.loads()).isEqualTo(PAGES.loads());
    assertThat(pages.waits()).isEqualTo(PAGES.waits());
    assertThat(arrived.stale()).isEqualTo(PAGES.count(Kind.STALE));
  }

  @Test
  void oneOfNothingArrivesToo() {
    assertThat(Report.parse(Report.NONE.line())).isEqualTo(Report.NONE);
    assertThat(Report.NONE.stale()).isZero();
  }

  @Test
  void twoOfThemAreAddedByCache() {
    Report one = new Report(1, 2, List.of(40L), stats(Map.of("page-0", PAGES)));
    Report other =
        new Report(10, 20, List.of(50L), stats(Map.of("page-0", PAGES, "page-1", PAGES)));
    Report sum = one.plus(other);

    assertThat(sum.errors()).isEqualTo(11);
    assertThat(sum.old()).isEqualTo(22);
    assertThat(sum.micros()).containsExactly(40L, 50L);
    assertThat(sum.stale()).isEqualTo(3 * PAGES.count(Kind.STALE));
    assertThat(cache(sum, "page-0").loads().count()).isEqualTo(6);
    assertThat(sum.counted().namespaces()).isEqualTo(NAMESPACES.plus(NAMESPACES));
  }
}
