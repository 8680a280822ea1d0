package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import dev.corral.scope.Scope;
import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a rolling flush costs a value that is in several namespaces. */
class FlushLoadsTest {
  private static final Duration PERIOD = Duration.ofSeconds(100);

  private final SteppedTimer time = new SteppedTimer();
  private final MemoryStore store = MemoryStore.create(o -> o.ticker(time).wholeSeconds(true));
  private final AtomicInteger loads = new AtomicInteger();
  private final Namespaces right = namespaces(Duration.ZERO);
  private final Namespaces ahead = namespaces(Duration.ofSeconds(30));

  private Namespaces namespaces(Duration skew) {
    return Namespaces.on(site(skew), options -> options);
  }

  private Site site(Duration skew) {
    Instant start = Instant.parse("2026-01-01T00:00:00Z").plus(skew);
    return Site.on(store)
        .ticker(time)
        .timer(time)
        .executor(Runnable::run)
        .clock(() -> start.plusNanos(time.nanos()));
  }

  @Test
  void aValueIsLoadedOnceHoweverManyNamespacesItIsIn() {
    Scope[] three = three(right);
    Cache<String, String> cache = cache(Duration.ZERO).in(three);
    get(cache);
    right.rollingFlush(PERIOD);
    for (int second = 0; second <= PERIOD.toSeconds(); second++) {
      get(cache);
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(loads).hasValue(2);
  }

  @Test
  void whoIsBehindLoadsForThoseWhoAreAheadToo() {
    Cache<String, String> behind = cache(Duration.ZERO).in(three(right));
    Cache<String, String> before = cache(Duration.ofSeconds(30)).in(three(ahead));
    right.rollingFlush(PERIOD);
    get(behind);
    for (int second = 0; second <= PERIOD.toSeconds(); second++) {
      get(before);
      get(behind);
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(loads).hasValue(1);
  }

  @Test
  void aValueThatIsTouchedDuringTheFlushIsLoadedAnewAllTheSame() {
    Cache<String, String> cache = cache(Duration.ZERO).in(three(right));
    get(cache);
    right.rollingFlush(PERIOD);
    assertThat(cache.touch("k")).isTrue();
    time.advance(PERIOD);
    get(cache);
    assertThat(loads).hasValue(2);
  }

  private Cache<String, String> cache(Duration skew) {
    return Cache.on(
        site(skew), "c", Keys.strings(), Codec.strings(), o -> o.ttl(Duration.ofHours(1)));
  }

  private static Scope[] three(Namespaces namespaces) {
    return IntStream.range(0, 3).mapToObj(i -> namespaces.namespace("n", i)).toArray(Scope[]::new);
  }

  private void get(Cache<String, String> cache) {
    cache.get("k", key -> "v" + loads.incrementAndGet());
  }
}
