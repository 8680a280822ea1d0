package dev.corral.cache;

import static dev.corral.cache.CacheRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.load.LoadException;
import dev.corral.metric.CacheEvent.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CacheTest {
  private final CacheRig rig = new CacheRig();
  private final Cache<String, String> cache = rig.process(o -> o.ttl(Duration.ofSeconds(10)));
  private final List<String> loaded = new ArrayList<>();

  private String load(String key) {
    loaded.add(key);
    return key + loaded.size();
  }

  @Test
  void aMissIsLoadedOnceAndThenHit() {
    assertThat(cache.get("a", this::load)).isEqualTo("a1");
    assertThat(cache.get("a", this::load)).isEqualTo("a1");
    assertThat(cache.stats().count(Kind.HIT)).isEqualTo(1);
    assertThat(cache.stats().count(Kind.MISS)).isEqualTo(1);
  }

  @Test
  void anExpiredValueIsServedWhileItIsLoadedBehind() {
    cache.get("a", this::load);
    rig.advance(Duration.ofSeconds(11));
    assertThat(cache.get("a", this::load)).isEqualTo("a1");
    assertThat(cache.get("a", this::load)).isEqualTo("a1");
    rig.runAll();
    assertThat(loaded).hasSize(2);
    assertThat(cache.get("a", this::load)).isEqualTo("a2");
    assertThat(cache.stats().count(Kind.STALE)).isEqualTo(2);
  }

  @Test
  void anotherProcessWaitsForTheFirst() {
    Cache<String, String> other = rig.process(o -> o.ttl(Duration.ofSeconds(10)));
    CompletableFuture<String> first = cache.async().get("a", this::load);
    CompletableFuture<String> second = other.async().get("a", this::load);
    rig.advance(Duration.ofMillis(100));
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    rig.runAll();
    assertThat(first).isCompletedWithValue("a1");
    rig.advance(SECOND);
    assertThat(second).isCompletedWithValue("a1");
    assertThat(loaded).hasSize(1);
  }

  @Test
  void aDeadHolderIsReplaced() {
    Cache<String, String> other = rig.process(o -> o.ttl(Duration.ofSeconds(10)).renewLease(false));
    CompletableFuture<String> dead = rig.process(
            o -> o.ttl(Duration.ofSeconds(10)).renewLease(false))
        .async()
        .get("a", this::load);
    rig.tasks.clear();
    CompletableFuture<String> second = other.async().get("a", this::load);
    rig.advance(Duration.ofSeconds(4));
    rig.runAll();
    assertThat(second).isCompletedWithValue("a1");
    assertThat(dead).isNotDone();
    assertThat(other.stats().count(Kind.STOLEN)).isEqualTo(1);
  }

  @Test
  void aFailureReachesTheCaller() {
    assertThatThrownBy(() -> cache.get("a", key -> {
          throw new IOException("no");
        }))
        .isInstanceOf(LoadException.class)
        .hasCauseInstanceOf(IOException.class);
    assertThatThrownBy(() -> cache.get("b", key -> {
          throw new IllegalStateException("no");
        }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void manyKeysAreLoadedTogether() {
    cache.get("a", this::load);
    assertThat(cache.getAll(List.of("a", "b", "c"), keys -> Map.of("b", "B", "c", "C")))
        .containsExactly(Map.entry("a", "a1"), Map.entry("b", "B"), Map.entry("c", "C"));
    assertThat(cache.getAll(List.of("a", "b", "c"), keys -> Map.of())).hasSize(3);
  }

  @Test
  void verbs() {
    cache.put("a", "x");
    assertThat(cache.get("a", this::load)).isEqualTo("x");
    assertThat(cache.touch("a")).isTrue();
    cache.expire("a");
    assertThat(cache.peek("a").orElse("-")).isEqualTo("x");
    cache.invalidate("a");
    assertThat(cache.peek("a").isFound()).isFalse();
    assertThat(cache.get("a", this::load)).isEqualTo("a1");
  }
}
