package dev.corral.cache;

import static dev.corral.cache.CacheRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.metric.CacheEvent.Kind;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How those who wait for another process ask for it. */
class PollingTest {
  private final CacheRig rig = new CacheRig();
  private final ObservedStore store = new ObservedStore(rig.store);

  private long polls() {
    return store.asked.stream()
        .filter(one -> one instanceof Get && one.key().equals(CacheRig.wire("a")))
        .count();
  }

  @Test
  void thePausesGrowToATenthOfTheComputeTime() {
    CompletableFuture<String> held = rig.process(o -> o.noExpiry()).async().get("a", key -> "v");
    assertThat(held).isNotDone();
    Cache<String, String> waiting = rig.process(store, o -> o.noExpiry());
    CompletableFuture<String> unused = waiting.async().get("a", key -> "v");
    rig.advance(Duration.ofMillis(2));
    assertThat(polls()).as("the lookup itself").isEqualTo(1);
    rig.advance(Duration.ofMillis(98));
    assertThat(polls()).isBetween(4L, 9L);
    rig.advance(SECOND);
    store.asked.clear();
    rig.advance(SECOND.multipliedBy(10));
    assertThat(polls()).isBetween(38L, 72L);
  }

  @Test
  void howeverShortTheComputeTimeThePausesNeverShrink() {
    Cache<String, String> loading =
        rig.process(o -> o.noExpiry().computeTime(Duration.ofMillis(2)).hardLoadTimeout(SECOND));
    CompletableFuture<String> first = loading.async().get("a", key -> "v");
    Cache<String, String> waiting = rig.process(
        store, o -> o.noExpiry().computeTime(Duration.ofMillis(2)).hardLoadTimeout(SECOND));
    CompletableFuture<String> second = waiting.async().get("a", key -> "v");
    rig.advance(Duration.ofMillis(900));
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    assertThat(polls()).isLessThan(260);
  }

  @Test
  void oneProcessPollsOnceForAllItsCallers() {
    CompletableFuture<String> held = rig.process(o -> o.noExpiry()).async().get("a", key -> "v");
    assertThat(held).isNotDone();
    Cache<String, String> waiting = rig.process(store, o -> o.noExpiry());
    for (int i = 0; i < 50; i++) {
      CompletableFuture<String> unused = waiting.async().get("a", key -> "v");
    }
    store.asked.clear();
    rig.advance(SECOND);
    assertThat(polls()).isLessThan(20);
    rig.runAll();
    rig.advance(SECOND);
    assertThat(waiting.stats().count(Kind.WAITED)).isEqualTo(50);
  }

  @Test
  void aHolderIsQuestionedAgainWhenTheFirstTryToReplaceItFailed() {
    CompletableFuture<String> dead =
        rig.process(o -> o.noExpiry().renewLease(false)).async().get("a", key -> "v");
    rig.tasks.clear();
    CompletableFuture<String> second =
        rig.process(store, o -> o.noExpiry()).async().get("a", key -> "v");
    store.fail(operation -> operation instanceof Delete);
    rig.advance(SECOND.multipliedBy(3));
    assertThat(second).isNotDone();
    store.fail(operation -> false);
    rig.advance(SECOND.multipliedBy(3));
    rig.runAll();
    assertThat(second).isCompletedWithValue("v");
    assertThat(dead).isNotDone();
  }
}
