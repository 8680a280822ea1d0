package dev.corral.cache;

import static dev.corral.cache.ScriptedStore.gets;
import static dev.corral.cache.ScriptedStore.marks;
import static dev.corral.cache.ScriptedStore.puts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.store.Delete;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** How a holder that has died is told from one that works, and replaced. */
class WatchTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final Peer holder = rig.peer();
  private final Peer other = rig.peer();

  /** Asks as a process does that waits for nothing. */
  private static CompletableFuture<String> ask(Peer peer, String key) {
    return peer.cache
        .with(o -> o.wait(Duration.ZERO).fallback(Fallback.fail()))
        .async()
        .get(key, k -> "loaded");
  }

  private static void look(Peer peer, String key) {
    CompletableFuture<String> unused = ask(peer, key);
  }

  @Test
  void aWaitingCallerReplacesAHolderThatHasDied() {
    CompletableFuture<String> dead = holder.get("a");
    CompletableFuture<String> waiting = other.get("a");
    holder.die();
    rig.advance(2.3);
    assertThat(other.count(Kind.STOLEN)).isEqualTo(1);
    other.load();
    assertThat(waiting).isCompletedWithValue("a1");
    assertThat(dead).isNotDone();
  }

  @Test
  void theWatchGoesOnAcrossCalls() {
    holder.begin("a");
    holder.die();
    look(other, "a");
    other.load();
    rig.advance(2.1);
    look(other, "a");
    assertThat(other.count(Kind.STOLEN)).isEqualTo(1);
    other.load();
    assertThat(other.cache.peek("a").orElse("")).isEqualTo("loaded");
  }

  @Test
  void aHolderIsNotReplacedBeforeComputeTime() {
    holder.begin("a");
    holder.die();
    look(other, "a");
    rig.advance(1.9);
    look(other, "a");
    assertThat(other.wire.count(ScriptedStore::isNote)).isZero();
    assertThat(other.wire.count(marks("a"))).isZero();
  }

  @Test
  void theWatchBeginsWithAFreshValueAndTheHolderIsReplacedWhenItIsStale() {
    Peer early = rig.peer(o -> o.refreshAhead(Duration.ofSeconds(5)));
    early.cache.get("a", rig::load);
    rig.advance(7);
    assertThat(early.get("a")).isCompletedWithValue("a1"); // has won, and dies
    early.die();
    other.begin("a");
    rig.advance(3);
    assertThat(other.get("a")).isCompletedWithValue("a1");
    assertThat(other.wire.count(marks("a"))).isZero(); // overdue, but fresh
    rig.advance(1);
    assertThat(other.get("a")).isCompletedWithValue("a1");
    assertThat(other.count(Kind.STOLEN)).isEqualTo(1);
    other.load();
    assertThat(other.get("a")).isCompletedWithValue("a2");
  }

  @Test
  void aLongLoadIsOneLoadAndOneCommit() {
    CompletableFuture<String> waiting = new CompletableFuture<>();
    String got = holder.cache.get("a", key -> {
      CompletableFuture<?> unused = other.get("a").thenAccept(waiting::complete);
      rig.advance(5);
      return rig.load(key);
    });
    rig.advance(1);
    assertThat(got).isEqualTo("a1");
    assertThat(waiting).isCompletedWithValue("a1");
    assertThat(other.tasks).isEmpty();
    assertThat(rig.loaded).hasSize(1);
    assertThat(other.count(Kind.STOLEN)).isZero();
    assertThat(holder.wire.notes())
        .hasSizeGreaterThan(3)
        .containsOnly(holder.wire.notes().get(0));
  }

  @Test
  void aLongRefreshOfAHotStaleValueIsOneLoadAndOneCommit() {
    UnaryOperator<CacheOptions<String, String>> old = o -> o.staleFor(Duration.ofSeconds(30));
    Peer hot = rig.peer(old);
    Peer reader = rig.peer(old);
    hot.cache.get("a", rig::load);
    rig.advance(11);
    assertThat(hot.get("a")).isCompletedWithValue("a1");
    for (int i = 0; i < 50; i++) {
      rig.advance(0.1);
      assertThat(reader.get("a")).isCompletedWithValue("a1");
    }
    assertThat(reader.tasks).isEmpty();
    hot.load();
    assertThat(reader.get("a")).isCompletedWithValue("a2");
    assertThat(rig.loaded).hasSize(2);
  }

  @Test
  void aLostNoteCostsOneLoadAndNothingElse() {
    for (int i = 0; i < 3; i++) {
      holder.wire.answer(
          op -> op instanceof Put && ScriptedStore.isNote(op), PutOutcome.Stored.STORED);
    }
    CompletableFuture<String> waiting = new CompletableFuture<>();
    String got = holder.cache.get("a", key -> {
      CompletableFuture<?> unused = other.get("a").thenAccept(waiting::complete);
      rig.advance(3);
      other.load();
      rig.advance(1);
      return "slow";
    });
    assertThat(got).isEqualTo("slow");
    assertThat(waiting).isCompletedWithValue("a1");
    assertThat(other.count(Kind.STOLEN)).isEqualTo(1);
    assertThat(holder.count(Kind.FENCED)).isEqualTo(1);
    assertThat(other.cache.peek("a").orElse("")).isEqualTo("a1");
  }

  @Test
  void aHolderThatDiesAfterASignOfLifeIsReplacedWithinComputeTimeAndTwoSeconds() {
    holder.begin("a");
    CompletableFuture<String> waiting = other.get("a");
    rig.advance(1.9);
    assertThat(holder.wire.notes()).hasSize(1);
    rig.advance(0.2); // the second sign, and then it dies
    holder.die();
    rig.advance(4);
    other.load();
    assertThat(waiting).isCompletedWithValue("a1");
  }

  @Test
  void aHolderThatCannotBeLookedAfterIsNotReplaced() {
    holder.begin("a");
    look(other, "a");
    rig.advance(2.5);
    other.wire.lose(ScriptedStore::isNote);
    look(other, "a");
    assertThat(other.wire.count(marks("a"))).isZero();
  }

  @Test
  void whoeverWinsAfterTheStealLoads() {
    Peer third = rig.peer();
    holder.begin("a");
    holder.die();
    CompletableFuture<String> waiting = other.get("a");
    rig.advance(1.9);
    other.wire.before(marks("a"), () -> other.wire.before(gets("a"), () -> third.begin("a")));
    rig.advance(0.5);
    assertThat(third.count(Kind.WON)).isEqualTo(1);
    assertThat(other.count(Kind.WON)).isZero();
    third.load();
    rig.advance(1);
    assertThat(waiting).isCompletedWithValue("a1");
    assertThat(rig.loaded).hasSize(1);
  }

  @Test
  void theSlowOldWinnerCannotStoreOverItsSuccessor() {
    Peer silent = rig.peer(o -> o.renewLease(false));
    String got = silent.cache.get("a", key -> {
      other.begin("a");
      rig.advance(2.5);
      other.load();
      return "slow";
    });
    assertThat(got).isEqualTo("slow");
    assertThat(silent.count(Kind.FENCED)).isEqualTo(1);
    assertThat(other.cache.peek("a").orElse("")).isEqualTo("a1");
  }

  @Test
  void aProcessDoesNotReplaceItself() {
    Peer silent = rig.peer(o -> o.renewLease(false));
    silent.begin("a");
    CompletableFuture<String> second = silent.get("a");
    rig.advance(5);
    silent.begin("a");
    silent.load();
    assertThat(second).isCompletedWithValue("a1");
    assertThat(rig.loaded).hasSize(1);
    assertThat(silent.count(Kind.STOLEN)).isZero();
  }

  @Test
  void aLoadOnAnItemThatIsAboutToEndIsNotDoubled() {
    holder.cache.get("a", rig::load); // kept for 10 + 21 s
    rig.advance(29.5);
    CompletableFuture<String> first = holder.get("a"); // too old to be served
    CompletableFuture<String> waiting = other.get("a");
    rig.advance(3);
    assertThat(other.tasks).isEmpty();
    holder.load();
    rig.advance(0.5);
    assertThat(first).isCompletedWithValue("a2");
    assertThat(waiting).isCompletedWithValue("a2");
    assertThat(rig.loaded).hasSize(2);
  }

  @Test
  void aValueThatIsTooOldStaysSoWhenItsLifeIsProlonged() {
    Peer brief = rig.peer(o -> o.hardLoadTimeout(Duration.ofSeconds(9)));
    brief.cache.get("a", rig::load); // kept for 10 + 10 s, served for 10 + 2 s
    rig.advance(18);
    assertThat(brief.get("a")).isNotDone();
    assertThat(brief.wire.count(marks("a"))).isEqualTo(1);
    assertThat(brief.wire.sent.stream().filter(marks("a")).map(op -> ((Delete) op).ttl()))
        .doesNotContainNull();
    assertThat(other.cache.peek("a").isFound()).isFalse();
    assertThat(ask(other, "a")).isCompletedExceptionally();
  }

  @Test
  void aStealGivesAnItemThatEndsSoonAnotherLease() {
    holder.begin("a"); // a placeholder for 21 s
    holder.die();
    rig.advance(17);
    look(other, "a");
    rig.advance(2.5);
    look(other, "a");
    assertThat(other.count(Kind.STOLEN)).isEqualTo(1);
    rig.advance(3); // it would have ended by now
    Peer third = rig.peer();
    assertThat(ask(third, "a")).isCompletedExceptionally();
    other.load();
    assertThat(other.wire.count(puts("a"))).isEqualTo(1);
    assertThat(third.cache.peek("a").orElse("")).isEqualTo("loaded");
  }
}
