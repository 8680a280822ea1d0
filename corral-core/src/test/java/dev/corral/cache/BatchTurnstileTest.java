package dev.corral.cache;

import static dev.corral.cache.ScriptedStore.gets;
import static dev.corral.cache.ScriptedStore.puts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.load.LoadException;
import dev.corral.load.Loaded;
import dev.corral.metric.CacheEvent.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Many keys in one call. */
class BatchTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final Peer one = rig.peer();
  private final Peer other = rig.peer();
  private final List<Set<String>> asked = new ArrayList<>();

  private Map<String, String> loadAll(Set<String> keys) {
    asked.add(Set.copyOf(keys));
    Map<String, String> values = new HashMap<>();
    keys.forEach(key -> values.put(key, rig.load(key)));
    return values;
  }

  private String peek(String key) {
    return other.cache.peek(key).orElse("nothing");
  }

  @Test
  void theLoaderIsCalledOnceWithWhatTheCallerWon() {
    one.cache.put("fresh", "x");
    one.cache.put("stale", "y");
    one.cache.expire("stale");
    other.begin("held");
    CompletableFuture<Map<String, String>> answer =
        one.cache.async().getAll(List.of("fresh", "stale", "held", "m", "n"), this::loadAll);
    one.load();
    assertThat(asked).containsExactlyInAnyOrder(Set.of("m", "n"), Set.of("stale"));
    assertThat(answer).isNotDone();
    other.load();
    rig.advance(0.1);
    assertThat(answer)
        .isCompletedWithValueMatching(
            values -> values.keySet().equals(Set.of("fresh", "stale", "held", "m", "n"))
                && "x".equals(values.get("fresh"))
                && "y".equals(values.get("stale")));
    assertThat(peek("stale")).startsWith("stale");
  }

  @Test
  void keysThatAreNamedTwiceAreAskedOnceAndTheOrderIsTheCallers() {
    assertThat(one.cache.getAll(List.of("b", "a", "b"), this::loadAll).keySet())
        .containsExactly("b", "a");
    assertThat(asked).containsExactly(Set.of("a", "b"));
    assertThat(one.wire.count(gets("b"))).isEqualTo(1);
  }

  @Test
  void aLoaderThatReturnsTooLittleIsToldSoAndWhatItReturnedIsKept() {
    assertThatThrownBy(() -> one.cache.getAll(List.of("a", "b"), keys -> Map.of("a", "A")))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("c:b");
    assertThat(peek("a")).isEqualTo("A");
    assertThat(peek("b")).isEqualTo("nothing");
  }

  @Test
  void aLoaderThatReturnsWhatItWasNotAskedForIsToldSo() {
    assertThatThrownBy(
            () -> one.cache.getAll(List.of("a"), keys -> Map.of("a", "A", "stranger", "S")))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("stranger");
    assertThat(peek("a")).isEqualTo("A");
    assertThat(peek("stranger")).isEqualTo("nothing");
  }

  @Test
  void whereAbsenceIsRememberedTooLittleMeansAbsent() {
    Cache<String, String> remembering = one.cache.with(o -> o.cacheAbsent(Duration.ofSeconds(5)));
    assertThat(remembering.getAll(List.of("a", "b"), keys -> Map.of("a", "A")))
        .containsExactly(Map.entry("a", "A"));
    assertThat(remembering.getAll(List.of("a", "b"), this::loadAll)).hasSize(1);
    assertThat(asked).isEmpty();
  }

  @Test
  void aFailedBatchKeepsItsLeasesForAWhile() {
    assertThatThrownBy(() -> one.cache.getAll(List.of("a", "b"), keys -> {
          throw new IllegalStateException("no");
        }))
        .isInstanceOf(IllegalStateException.class);
    CompletableFuture<String> waiting = other.get("b");
    rig.advance(0.9);
    assertThat(other.tasks).isEmpty();
    rig.advance(0.3);
    other.load();
    assertThat(waiting).isCompletedWithValue("b1");
  }

  @Test
  void aBatchGivesSignsOfLifeForEachKey() {
    Map<String, String> got = one.cache.getAll(List.of("a", "b"), keys -> {
      other.begin("a");
      other.begin("b");
      rig.advance(5);
      return loadAll(keys);
    });
    rig.advance(1);
    assertThat(got).hasSize(2);
    assertThat(other.tasks).isEmpty();
    assertThat(one.count(Kind.FENCED)).isZero();
  }

  @Test
  void keysMayHaveATtlEach() {
    one.cache.computeAll(
        List.of("a", "b"),
        keys -> Map.of(
            "a", Loaded.of("A").withTtl(Duration.ofSeconds(100)),
            "b", Loaded.of("B")));
    rig.advance(50);
    assertThat(other.cache.peek("a").isFound()).isTrue();
    assertThat(other.cache.peek("b").isFound()).isFalse();
  }

  @Test
  void whatWasInvalidatedDuringTheBatchIsNotStoredAndTheRestIs() {
    one.cache.getAll(List.of("a", "b"), keys -> {
      other.cache.invalidate("a");
      return loadAll(keys);
    });
    assertThat(peek("a")).isEqualTo("nothing");
    assertThat(peek("b")).startsWith("b");
  }

  @Test
  void twoBatchesThatOverlapWaitForEachOtherWithoutEnd() {
    CompletableFuture<Map<String, String>> first =
        one.cache.async().getAll(List.of("a", "b"), this::loadAll);
    CompletableFuture<Map<String, String>> second =
        other.cache.async().getAll(List.of("b", "a", "c"), this::loadAll);
    other.load();
    one.load();
    rig.advance(0.1);
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(rig.loaded).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void whileTheStoreIsDownABatchIsLoadedAndNotStored() {
    one.wire.down(true);
    assertThat(one.cache.getAll(List.of("a", "b"), this::loadAll)).hasSize(2);
    assertThat(asked).containsExactly(Set.of("a", "b"));
    assertThat(one.wire.count(puts("a"))).isZero();
  }

  @Test
  void noKeysAreNoWork() {
    assertThat(one.cache.getAll(List.of(), this::loadAll)).isEmpty();
    assertThat(one.wire.sent).isEmpty();
  }
}
