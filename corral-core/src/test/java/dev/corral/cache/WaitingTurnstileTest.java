package dev.corral.cache;

import static dev.corral.cache.ScriptedStore.gets;
import static dev.corral.cache.ScriptedStore.puts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.load.StillLoadingException;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.store.Miss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How long callers wait for others, and what they do then. */
class WaitingTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final Peer holder = rig.peer();

  private Peer waiter(Duration wait, Fallback<String, String> fallback) {
    return rig.peer(o -> o.wait(wait).fallback(fallback));
  }

  @Test
  void whoDoesNotWaitGoesToTheFallbackAtOnce() {
    holder.begin("a");
    Peer failing = waiter(Duration.ZERO, Fallback.fail());
    assertThatThrownBy(() -> failing.cache.get("a", rig::load))
        .isInstanceOf(StillLoadingException.class)
        .hasMessageContaining("c:a");
    Peer content = waiter(Duration.ZERO, Fallback.value("substitute"));
    assertThat(content.cache.get("a", rig::load)).isEqualTo("substitute");
    Peer loading = waiter(Duration.ZERO, Fallback.load());
    assertThat(loading.cache.get("a", rig::load)).isEqualTo("a1");
    assertThat(loading.count(Kind.FELL_BACK)).isEqualTo(1);
    assertThat(loading.wire.count(puts("a"))).isZero();
  }

  @Test
  void theFallbackIsNotStored() {
    holder.begin("a");
    waiter(Duration.ZERO, Fallback.value("substitute")).cache.get("a", rig::load);
    holder.load();
    assertThat(holder.cache.peek("a").orElse("")).isEqualTo("a1");
  }

  @Test
  void theWaitCountsOverAllHolders() {
    Peer waiter = waiter(Duration.ofSeconds(3), Fallback.fail());
    Peer brisk = rig.peer(o -> o.retryAfter(Duration.ZERO));
    CompletableFuture<String> unused = brisk.cache.async().get("a", key -> {
      throw new IllegalStateException("no");
    });
    CompletableFuture<String> waiting = waiter.get("a");
    rig.advance(1.9);
    holder.wire.down(true);
    brisk.load(); // frees the lease, and the third takes it
    Peer third = rig.peer();
    third.begin("a");
    rig.advance(1);
    assertThat(waiting).isNotDone();
    rig.advance(0.2);
    assertThat(waiting).isCompletedExceptionally();
    assertThat(waiter.count(Kind.FELL_BACK)).isEqualTo(1);
  }

  @Test
  void byDefaultItIsTheHardTimeoutAndThenALoad() {
    Peer slow = rig.peer(o -> o.hardLoadTimeout(Duration.ofSeconds(100)));
    slow.begin("a");
    Peer waiter = rig.peer();
    CompletableFuture<String> waiting = waiter.get("a");
    rig.advance(19.9);
    assertThat(waiter.tasks).isEmpty();
    rig.advance(0.2);
    waiter.load();
    assertThat(waiting).isCompletedWithValue("a1");
    assertThat(waiter.wire.count(puts("a"))).isZero();
  }

  @Test
  void whatComesInTimeIsTaken() {
    Peer waiter = waiter(Duration.ofSeconds(3), Fallback.fail());
    holder.begin("a");
    CompletableFuture<String> waiting = waiter.get("a");
    rig.advance(2.5);
    holder.load();
    rig.advance(0.4);
    assertThat(waiting).isCompletedWithValue("a1");
    rig.advance(10);
    assertThat(waiter.count(Kind.FELL_BACK)).isZero();
  }

  @Test
  void theFallbackFunctionIsAskedForWhatIsMissingAndOnce() {
    holder.begin("a");
    holder.begin("b");
    holder.cache.put("c", "there");
    List<Set<String>> asked = new ArrayList<>();
    Peer waiter = waiter(Duration.ZERO, Fallback.by(keys -> {
      asked.add(Set.copyOf(keys));
      return Map.of("a", "A", "b", "B");
    }));
    assertThat(waiter.cache.getAll(List.of("a", "b", "c"), keys -> Map.of()))
        .isEqualTo(Map.of("a", "A", "b", "B", "c", "there"));
    assertThat(asked).containsExactly(Set.of("a", "b"));
  }

  @Test
  void whatTheFallbackThrowsReachesTheCaller() {
    holder.begin("a");
    Peer waiter = waiter(Duration.ZERO, Fallback.by(keys -> {
      throw new IllegalStateException("no");
    }));
    CompletableFuture<String> answer = waiter.get("a");
    waiter.load();
    assertThat(answer).isCompletedExceptionally();
  }

  @Test
  void theFallbackLoadsOncePerKeyAndProcess() {
    holder.begin("a");
    Peer waiter = waiter(Duration.ZERO, Fallback.load());
    CompletableFuture<String> first = waiter.get("a");
    CompletableFuture<String> second = waiter.get("a");
    waiter.load();
    assertThat(first).isCompletedWithValue("a1");
    assertThat(second).isCompletedWithValue("a1");
    assertThat(rig.loaded).hasSize(1);
  }

  @Test
  void whoComesWhileTheFallbackLoadsHasTheNextLoad() {
    holder.begin("a");
    Peer waiter = waiter(Duration.ZERO, Fallback.load());
    List<CompletableFuture<String>> late = new ArrayList<>();
    CompletableFuture<String> first = waiter.cache.async().get("a", key -> {
      rig.advance(0.1);
      holder.cache.invalidate("a");
      holder.begin("a"); // so there is a holder again
      late.add(waiter.get("a"));
      late.add(waiter.get("a"));
      return "old";
    });
    waiter.load();
    assertThat(first).isCompletedWithValue("old");
    assertThat(late).allSatisfy(answer -> assertThat(answer).isCompletedWithValue("a1"));
    assertThat(rig.loaded).hasSize(1);
  }

  @Test
  void whileTheStoreIsDownThereIsOneLoadPerKeyAndProcess() {
    Peer cutOff = rig.peer();
    cutOff.wire.down(true);
    List<CompletableFuture<String>> answers = new ArrayList<>();
    answers.add(cutOff.cache.async().get("a", key -> {
      answers.add(cutOff.get("a"));
      return rig.load(key);
    }));
    answers.add(cutOff.get("a"));
    cutOff.load();
    assertThat(answers).hasSize(3).allSatisfy(a -> assertThat(a).isCompletedWithValue("a1"));
    assertThat(rig.loaded).hasSize(1);
    cutOff.wire.down(false);
    assertThat(cutOff.cache.get("a", rig::load)).isEqualTo("a2");
  }

  @Test
  void aStoreThatIsLostWhileOneWaitsMeansALoad() {
    Peer waiter = rig.peer();
    holder.begin("a");
    CompletableFuture<String> waiting = waiter.get("a");
    waiter.wire.down(true);
    rig.advance(0.1);
    waiter.load();
    assertThat(waiting).isCompletedWithValue("a1");
  }

  @Test
  void missesWithoutALeaseAreLoadedOncePerKeyAndProcess() {
    Peer poor = rig.peer();
    poor.wire.answer(gets("a"), Miss.MISS);
    poor.wire.answer(gets("a"), Miss.MISS);
    CompletableFuture<String> first = poor.get("a");
    CompletableFuture<String> second = poor.get("a");
    poor.load();
    assertThat(first).isCompletedWithValue("a1");
    assertThat(second).isCompletedWithValue("a1");
    assertThat(rig.loaded).hasSize(1);
  }

  @Test
  void onePollPerKeyAsksForAllAndLessAndLessOften() {
    Peer waiter = rig.peer();
    holder.begin("a");
    List<CompletableFuture<String>> waiting =
        List.of(waiter.get("a"), waiter.get("a"), waiter.get("a"));
    rig.advance(0.01);
    assertThat(waiter.wire.count(gets("a"))).isEqualTo(4);
    rig.advance(5);
    assertThat(waiter.wire.count(gets("a"))).isBetween(20L, 60L);
    holder.load();
    rig.advance(0.3);
    assertThat(waiting).allSatisfy(a -> assertThat(a).isCompletedWithValue("a1"));
    long polls = waiter.wire.count(gets("a"));
    rig.advance(5);
    assertThat(waiter.wire.count(gets("a"))).isEqualTo(polls);
  }
}
