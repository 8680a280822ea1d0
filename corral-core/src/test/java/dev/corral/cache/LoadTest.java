package dev.corral.cache;

import static dev.corral.cache.CacheRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.load.LoadException;
import dev.corral.load.Loaded;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.store.Put;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What becomes of loads that end in an unusual way. */
class LoadTest {
  private static final Duration HUNDRED_YEARS = Duration.ofDays(36_500);

  private final CacheRig rig = new CacheRig();
  private final ObservedStore store = new ObservedStore(rig.store);
  private final Cache<String, String> cache =
      rig.process(store, o -> o.ttl(Duration.ofSeconds(10)).retryAfter(Duration.ZERO));

  /** A map that can't be read. */
  private static final class Unreadable<K, V> extends AbstractMap<K, V> {
    @Override
    public Set<Entry<K, V>> entrySet() {
      throw new UnsupportedOperationException("unreadable");
    }
  }

  @Test
  void aMapThatCannotBeReadIsAFailedLoadAndNoMore() {
    assertThatThrownBy(() -> cache.computeAll(List.of("a"), keys -> new Unreadable<>()))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(cache.stats().count(Kind.LOAD_FAILED)).isEqualTo(1);
    store.asked.clear();
    rig.advance(SECOND.multipliedBy(5));
    assertThat(store.asked).as("signs of life").isEmpty();
    assertThat(cache.get("a", key -> "v")).isEqualTo("v");
  }

  @Test
  void whoJoinedSuchALoadIsToldToo() {
    CompletableFuture<Map<String, String>> first =
        cache.async().computeAll(List.of("a"), keys -> new Unreadable<>());
    CompletableFuture<String> second = cache.async().get("a", key -> "v");
    rig.runAll();
    assertThat(first).isCompletedExceptionally();
    assertThat(second).isCompletedExceptionally();
  }

  @Test
  @SuppressWarnings("NullAway") // what a loader returns that does not know of null-marked packages
  void aLoaderThatReturnsNoMapIsToldSo() {
    assertThatThrownBy(() -> cache.getAll(List.of("a"), keys -> null))
        .isInstanceOf(LoadException.class)
        .hasMessage("the loader returned null");
    assertThatThrownBy(
            () -> cache.with(o -> o.retryAfter(Duration.ZERO)).compute("b", (k, o) -> null))
        .isInstanceOf(LoadException.class)
        .hasMessage("the loader returned null");
    assertThatThrownBy(() -> cache.computeAll(List.of("c"), keys -> null))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("returned null");
  }

  @Test
  void aTtlOfAHundredYearsIsKept() {
    assertThat(cache.compute("a", (key, old) -> Loaded.of("v").withTtl(HUNDRED_YEARS)))
        .isEqualTo("v");
    assertThat(cache.peek("a").orElse("-")).isEqualTo("v");
    Cache<String, String> endless = rig.process(o -> o.ttl(HUNDRED_YEARS).jitter(1));
    assertThat(endless.get("b", key -> "v")).isEqualTo("v");
    assertThat(endless.peek("b").orElse("-")).isEqualTo("v");
    endless.put("d", "v");
    assertThat(endless.peek("d").orElse("-")).isEqualTo("v");
  }

  @Test
  void keysThatWereLeftOutOrNotAskedForAreNamedAndTheRestIsKept() {
    assertThatThrownBy(() -> cache.getAll(List.of("a", "b"), keys -> Map.of("a", "A")))
        .isInstanceOf(LoadException.class)
        .hasMessage("the loader returned nothing for c:b");
    assertThatThrownBy(() -> cache.getAll(List.of("b"), keys -> Map.of("b", "B", "x", "X")))
        .isInstanceOf(LoadException.class)
        .hasMessage("the loader returned values for keys that it was not asked for: x");
    assertThat(cache.peek("a").orElse("-")).isEqualTo("A");
    assertThat(cache.peek("b").orElse("-")).isEqualTo("B");
    assertThat(cache.peek("x").isFound()).isFalse();
  }

  @Test
  void ofManyKeysThatWereLeftOutTenAreNamed() {
    List<String> keys = IntStream.range(0, 12).mapToObj(i -> "k" + i).toList();
    assertThatThrownBy(() -> cache.getAll(keys, asked -> Map.of()))
        .isInstanceOf(LoadException.class)
        .hasMessageEndingWith(" and 2 more");
  }

  @Test
  void nullUnderAKeyIsRememberedOnlyWhereTheOptionsSaySo() {
    Map<String, String> none = new HashMap<>();
    none.put("a", null);
    assertThat(cache.getAll(List.of("a"), keys -> none)).isEmpty();
    assertThat(cache.get("a", key -> "v")).isEqualTo("v");
    Cache<String, String> remembering = cache.with(o -> o.cacheAbsent(SECOND.multipliedBy(5)));
    assertThat(remembering.getAll(List.of("b"), keys -> Map.of())).isEmpty();
    assertThat(remembering.get("b", key -> "v")).isNull();
  }

  @Test
  void whatIsUnchangedIsFreshAgain() {
    cache.get("a", key -> "v");
    rig.advance(SECOND.multipliedBy(11));
    Cache<String, String> inline = cache.with(o -> o.refresh(Refresh.INLINE));
    assertThat(inline.compute("a", (key, old) -> {
          assertThat(old).isPresent();
          assertThat(old.get().age()).contains(SECOND.multipliedBy(11));
          return Loaded.unchanged();
        }))
        .isEqualTo("v");
    assertThat(cache.get("a", key -> "another")).isEqualTo("v");
    assertThat(cache.stats().count(Kind.HIT)).isEqualTo(1);
  }

  @Test
  void nothingCannotBeUnchanged() {
    assertThatThrownBy(() -> cache.compute("a", (key, old) -> {
          assertThat(old).isEqualTo(Optional.empty());
          return Loaded.unchanged();
        }))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("there is no old value");
  }

  @Test
  void aValueThatCannotBeStoredIsGivenAllTheSame() {
    store.fail(operation -> operation instanceof Put);
    assertThat(cache.get("a", key -> "v")).isEqualTo("v");
    assertThat(cache.stats().count(Kind.STORE_ERROR)).isEqualTo(1);
  }

  @Test
  void aSoftTimeoutLetsGoOfThoseWhoHaveAnOldValue() {
    Cache<String, String> patient =
        cache.with(o -> o.refresh(Refresh.INLINE).softLoadTimeout(SECOND));
    cache.put("a", "old");
    cache.expire("a");
    CompletableFuture<String> call = patient.async().get("a", key -> "new");
    assertThat(call).isNotDone();
    rig.advance(SECOND);
    assertThat(call).isCompletedWithValue("old");
    rig.runAll();
    assertThat(cache.get("a", key -> "another")).isEqualTo("new");
  }
}
