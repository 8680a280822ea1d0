package dev.corral.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.metric.CacheEvent.Kind;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MetersTest {
  private static final Key KEY = Key.of("a");

  private final Meters meters = new Meters();

  private CacheMeter cache(String name) {
    return meters.add(new CacheMeter(name, null));
  }

  private static CacheStats of(CorralStats stats, String cache) {
    return Objects.requireNonNull(stats.caches().get(cache));
  }

  @Test
  void whereNothingCountsNothingWasCounted() {
    CorralStats stats = meters.snapshot();

    assertThat(stats.caches()).isEmpty();
    assertThat(stats.atomicCaches().count(AtomicCacheEvent.Kind.READ_PRESENT)).isZero();
    assertThat(stats.namespaces()).isEqualTo(NamespaceStats.NONE);
  }

  @Test
  void cachesAreToldByTheirNamesInOrder() {
    CacheMeter user = cache("user");
    CacheMeter basket = cache("basket");
    user.count(Kind.HIT, KEY);
    user.count(Kind.HIT, KEY);
    basket.count(Kind.MISS, KEY);

    CorralStats stats = meters.snapshot();

    assertThat(stats.caches().keySet()).containsExactly("basket", "user");
    assertThat(of(stats, "user").count(Kind.HIT)).isEqualTo(2);
    assertThat(of(stats, "basket").count(Kind.MISS)).isEqualTo(1);
  }

  @Test
  void cachesOfOneNameAreToldTogether() {
    CacheMeter one = cache("user");
    CacheMeter other = cache("user");
    one.count(Kind.LOADED, KEY, Duration.ofMillis(10).toNanos());
    other.count(Kind.LOADED, KEY, Duration.ofMillis(30).toNanos());
    other.count(Kind.WAITED, KEY, Duration.ofMillis(5).toNanos());

    CacheStats stats = of(meters.snapshot(), "user");

    assertThat(stats.count(Kind.LOADED)).isEqualTo(2);
    assertThat(stats.loads().count()).isEqualTo(2);
    assertThat(stats.loads().max()).isGreaterThanOrEqualTo(Duration.ofMillis(30));
    assertThat(stats.waits().count()).isEqualTo(1);
  }

  @Test
  void atomicCachesAndNamespacesAreEachToldAsOne() {
    AtomicCacheMeter first = meters.add(new AtomicCacheMeter(null));
    AtomicCacheMeter second = meters.add(new AtomicCacheMeter(null));
    NamespaceMeter some = meters.add(new NamespaceMeter());
    NamespaceMeter others = meters.add(new NamespaceMeter());
    first.count(AtomicCacheEvent.Kind.READ_PRESENT, "a");
    second.count(AtomicCacheEvent.Kind.READ_PRESENT, "a");
    some.invalidated("user");
    others.invalidated("user");
    others.invalidated("product");

    CorralStats stats = meters.snapshot();

    assertThat(stats.atomicCaches().count(AtomicCacheEvent.Kind.READ_PRESENT)).isEqualTo(2);
    assertThat(stats.namespaces().invalidations()).isEqualTo(Map.of("user", 2L, "product", 1L));
  }

  @Test
  void aMeterThatNobodyUsesIsForgotten() {
    CacheMeter kept = cache("kept");
    WeakReference<CacheMeter> dropped = new WeakReference<>(cache("dropped"));

    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (dropped.get() != null && System.nanoTime() - end < 0) {
      System.gc();
    }

    assertThat(dropped.get()).isNull();
    assertThat(meters.snapshot().caches()).containsOnlyKeys("kept");
    kept.count(Kind.HIT, KEY);
    assertThat(of(meters.snapshot(), "kept").count(Kind.HIT)).isEqualTo(1);
  }

  @Test
  void whatHappenedSinceIsTheDifference() {
    CacheMeter user = cache("user");
    NamespaceMeter spaces = meters.add(new NamespaceMeter());
    AtomicCacheMeter atomic = meters.add(new AtomicCacheMeter(null));
    user.count(Kind.HIT, KEY);
    user.count(Kind.LOADED, KEY, Duration.ofSeconds(9).toNanos());
    spaces.read(2);
    atomic.count(AtomicCacheEvent.Kind.READ_PRESENT, "a");
    CorralStats before = meters.snapshot();

    user.count(Kind.HIT, KEY);
    user.count(Kind.LOADED, KEY, Duration.ofMillis(10).toNanos());
    CacheMeter late = cache("late");
    late.count(Kind.MISS, KEY);
    spaces.read(3);
    atomic.count(AtomicCacheEvent.Kind.READ_PRESENT, "a");
    CorralStats since = meters.snapshot().since(before);

    assertThat(of(since, "user").count(Kind.HIT)).isEqualTo(1);
    assertThat(of(since, "user").loads().count()).isEqualTo(1);
    assertThat(of(since, "user").loads().max()).isLessThan(Duration.ofMillis(11));
    assertThat(of(since, "late").count(Kind.MISS)).isEqualTo(1);
    assertThat(since.namespaces().reads()).isEqualTo(3);
    assertThat(since.atomicCaches().count(AtomicCacheEvent.Kind.READ_PRESENT)).isEqualTo(1);
  }

  @Test
  void whatWasForgottenMeanwhileMakesNothingNegative() {
    CacheStats much = CacheStats.of(Map.of(Kind.HIT, 9L), Latencies.none(), Latencies.none());
    CacheStats little = CacheStats.of(Map.of(Kind.HIT, 4L), Latencies.none(), Latencies.none());

    assertThat(little.since(much).count(Kind.HIT)).isZero();
    NamespaceStats more = new NamespaceStats(9, 8, 7, Map.of("user", 6L, "gone", 1L));
    assertThat(new NamespaceStats(1, 1, 1, Map.of("user", 1L)).since(more))
        .isEqualTo(new NamespaceStats(0, 0, 0, Map.of("user", 0L)));
  }

  @Test
  void statisticsOfAnotherProcessAddUp() {
    CacheMeter here = new CacheMeter("user", null);
    CacheMeter there = new CacheMeter("user", null);
    here.count(Kind.HIT, KEY);
    there.count(Kind.MISS, KEY);
    there.count(Kind.LOADED, KEY, 1_000_000);

    CacheStats both = here.snapshot().plus(there.snapshot());

    assertThat(both.hitRate()).isEqualTo(0.5);
    assertThat(both.loads().count()).isEqualTo(1);
    assertThat(new NamespaceStats(1, 2, 3, Map.of("a", 1L))
            .plus(new NamespaceStats(10, 20, 30, Map.of("a", 4L, "b", 5L))))
        .isEqualTo(new NamespaceStats(11, 22, 33, Map.of("a", 5L, "b", 5L)));
  }
}
