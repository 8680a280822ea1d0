package dev.corral.cache;

import static dev.corral.cache.ScriptedStore.deletes;
import static dev.corral.cache.ScriptedStore.gets;
import static dev.corral.cache.ScriptedStore.marks;
import static dev.corral.cache.ScriptedStore.puts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.key.Key;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.store.Get;
import dev.corral.store.Miss;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.ValueTooLargeException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Who may store: whoever won the item, as long as nothing has happened to it. */
class LeaseTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final Peer one = rig.peer();
  private final Peer other = rig.peer();

  private String peek(String key) {
    return other.cache.peek(key).orElse("nothing");
  }

  @Test
  void whatWasLoadedUnderAnEarlierLifeOfTheServerIsNotStored() {
    String got = one.cache.get("a", key -> {
      rig.store.clear();
      assertThat(other.cache.get("a", k -> "new")).isEqualTo("new");
      return "old";
    });
    assertThat(got).isEqualTo("old");
    assertThat(peek("a")).isEqualTo("new");
    assertThat(one.count(Kind.FENCED)).isEqualTo(1);
  }

  @Test
  void aLoadDuringWhichTheKeyWasInvalidatedIsReturnedButNotStored() {
    assertThat(one.cache.get("a", key -> {
          other.cache.invalidate("a");
          return "old";
        }))
        .isEqualTo("old");
    assertThat(peek("a")).isEqualTo("nothing");
  }

  @Test
  void aLoadDuringWhichAnotherTookTheLeaseIsReturnedButNotStored() {
    assertThat(one.cache.get("a", key -> {
          other.cache.invalidate("a");
          other.cache.get("a", k -> "new");
          return "old";
        }))
        .isEqualTo("old");
    assertThat(peek("a")).isEqualTo("new");
  }

  @Test
  void aLoadWhoseCommitIsAnsweredWithNotStoredIsReturned() {
    one.wire.answer(puts("a"), PutOutcome.Refused.NOT_STORED);
    assertThat(one.cache.get("a", rig::load)).isEqualTo("a1");
    assertThat(one.count(Kind.FENCED)).isEqualTo(1);
  }

  @Test
  void aLoadWhoseCommitIsNotAnsweredIsReturned() {
    one.wire.lose(puts("a"));
    assertThat(one.cache.get("a", rig::load)).isEqualTo("a1");
    assertThat(one.count(Kind.STORE_ERROR)).isEqualTo(1);
  }

  /** As by a server whose clock ticks between its choice and its word how long the item lives. */
  @Test
  void whoHearsThatNobodyWasChosenDoesNotRobWhoWasChosenMeanwhile() {
    one.cache.get("a", rig::load);
    rig.advance(12);
    Object noChoice = rig.store.execute(Get.of(Key.of("c", "a")).withDetails()).join();
    one.begin("a");
    other.wire.answer(gets("a"), noChoice);
    assertThat(other.cache.get("a", rig::load)).isEqualTo("a1");
    assertThat(other.count(Kind.WON)).isZero();
    one.load();
    other.load();
    assertThat(peek("a")).isEqualTo("a2");
    assertThat(rig.loaded).hasSize(2);
    assertThat(one.count(Kind.FENCED)).isZero();
  }

  @Test
  void anOldValueIsWonByItsOwnSpanWithoutAMark() {
    Peer hasty = rig.peer(o -> o.hardLoadTimeout(TurnstileRig.seconds(5)));
    one.cache.get("a", rig::load);
    rig.advance(12);
    assertThat(hasty.cache.get("a", rig::load)).isEqualTo("a1");
    assertThat(hasty.wire.count(gets("a"))).isEqualTo(2);
    assertThat(hasty.wire.count(marks("a"))).isZero();
    hasty.load();
    assertThat(peek("a")).isEqualTo("a2");
  }

  @Test
  void aValueWhoseSpanIsWiderThanAnyWindowIsWonByAMark() {
    Peer patient = rig.peer(o -> o.staleFor(Duration.ofDays(90)));
    patient.cache.get("a", rig::load);
    rig.advance(12);
    assertThat(other.cache.get("a", rig::load)).isEqualTo("a1");
    assertThat(other.wire.count(gets("a"))).isEqualTo(3);
    assertThat(other.wire.count(marks("a"))).isEqualTo(1);
    other.load();
    assertThat(peek("a")).isEqualTo("a2");
  }

  @Test
  void everyCommitIsUnderACas() {
    one.cache.get("a", rig::load);
    one.cache.put("a", "x");
    assertThat(one.wire.sent.stream().filter(puts("a")))
        .hasSize(2)
        .allMatch(operation -> ((Put) operation).cas() != null);
  }

  @Test
  void aMissWithoutALeaseIsLoadedAndNotStored() {
    one.wire.answer(gets("a"), Miss.MISS);
    assertThat(one.cache.get("a", rig::load)).isEqualTo("a1");
    assertThat(one.wire.count(puts("a"))).isZero();
  }

  @Test
  void aPutTakesALeaseAndSoKeepsARunningLoadFromStoring() {
    assertThat(one.cache.get("a", key -> {
          other.cache.put("a", "put");
          return "old";
        }))
        .isEqualTo("old");
    assertThat(peek("a")).isEqualTo("put");
    assertThat(other.wire.sent.get(0)).isInstanceOf(Get.class);
    assertThat(((Get) other.wire.sent.get(0)).lease()).isNotNull();
  }

  @Test
  void aPutThatIsRefusedDeletesTheKey() {
    one.wire.before(puts("a"), () -> other.cache.put("a", "older"));
    one.cache.put("a", "newer");
    assertThat(peek("a")).isEqualTo("nothing");
    assertThat(one.wire.count(deletes("a"))).isEqualTo(1);
  }

  @Test
  void aPutThatIsOvertakenByAnInvalidationDoesNotBringItsValueBack() {
    one.wire.before(puts("a"), () -> other.cache.invalidate("a"));
    one.cache.put("a", "old");
    assertThat(peek("a")).isEqualTo("nothing");
  }

  @Test
  void aPutThatGetsNoLeaseLeavesNothingOlder() {
    other.cache.put("a", "older");
    one.wire.answer(gets("a"), Miss.MISS);
    one.cache.put("a", "newer");
    assertThat(peek("a")).isEqualTo("nothing");
  }

  @Test
  void aPutThatIsNotAnsweredFails() {
    one.wire.lose(puts("a"));
    assertThat(one.cache.async().put("a", "x")).isCompletedExceptionally();
    one.wire.down(true);
    assertThat(one.cache.async().invalidate("a")).isCompletedExceptionally();
  }

  @Test
  void aValueThatIsTooLargeIsLoadedEachTimeAndKeepsNobodyWaiting() {
    String large = "x".repeat(2 << 20);
    assertThat(one.cache.get("a", key -> large)).isEqualTo(large);
    assertThat(other.cache.get("a", rig::load)).isEqualTo("a1");
  }

  @Test
  void aPutThatIsTooLargeFailsAndKeepsNobodyWaiting() {
    assertThatThrownBy(() -> one.cache.put("a", "x".repeat(2 << 20)))
        .isInstanceOf(ValueTooLargeException.class);
    CompletableFuture<String> next = other.get("a");
    other.load();
    assertThat(next).isCompletedWithValue("a1");
  }

  @Test
  void aPeekGivesBackTheWinThatItCouldNotAvoid() {
    one.cache.put("a", "x");
    one.cache.expire("a");
    assertThat(peek("a")).isEqualTo("x");
    assertThat(other.wire.count(marks("a"))).isEqualTo(1);
    assertThat(one.get("a")).isCompletedWithValue("x");
    one.load();
    assertThat(peek("a")).isEqualTo("a1");
  }

  @Test
  void aTouchGivesBackTheWinThatItCouldNotAvoid() {
    one.cache.put("a", "x");
    one.cache.expire("a");
    assertThat(one.cache.touch("a")).isFalse();
    assertThat(one.get("a")).isCompletedWithValue("x");
    one.load();
    assertThat(peek("a")).isEqualTo("a1");
  }

  @Test
  void aWinUnderAScopeThatCannotBeReadIsGivenBack() {
    TurnstileRig.TestScope scope = new TurnstileRig.TestScope();
    Cache<String, String> scoped = one.cache.in(scope);
    scope.unreadable = true;
    assertThat(scoped.get("a", rig::load)).isEqualTo("a1");
    scope.unreadable = false;
    assertThat(scoped.get("a", rig::load)).isEqualTo("a2");
    assertThat(scoped.get("a", rig::load)).isEqualTo("a2");
  }

  @Test
  void aWinThatTheExecutorDoesNotTakeIsGivenBack() {
    one.full = true;
    assertThat(one.get("a")).isCompletedExceptionally();
    CompletableFuture<String> next = other.get("a"); // the placeholder is gone
    other.load();
    assertThat(next).isCompletedWithValue("a1");

    rig.advance(11);
    assertThat(one.get("a")).isCompletedWithValue("a1"); // the old value stays
    assertThat(other.get("a")).isCompletedWithValue("a1");
    other.load();
    assertThat(peek("a")).isEqualTo("a2");
  }

  @Test
  void anEarlyWinThatTheExecutorDoesNotTakeIsJustDropped() {
    Peer early = rig.peer(o -> o.refreshAhead(TurnstileRig.seconds(3)));
    early.cache.get("a", rig::load);
    rig.advance(8);
    early.full = true;
    assertThat(early.get("a")).isCompletedWithValue("a1");
    assertThat(early.count(Kind.WON)).isEqualTo(2);
    assertThat(early.wire.count(marks("a"))).isZero();
    assertThat(other.get("a")).isCompletedWithValue("a1");
    assertThat(other.count(Kind.HIT)).isEqualTo(1);
  }
}
