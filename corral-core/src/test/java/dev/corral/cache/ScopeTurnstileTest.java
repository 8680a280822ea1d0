package dev.corral.cache;

import static dev.corral.cache.ScriptedStore.marks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.cache.TurnstileRig.TestScope;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.store.Delete;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What becomes of values whose scope has changed, and of bytes that are no value. */
class ScopeTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final TestScope scope = new TestScope();
  private final Peer one = rig.peer();
  private final Peer other = rig.peer();
  private final Cache<String, String> mine = one.cache.in(scope);
  private final Cache<String, String> theirs = other.cache.in(scope);

  @Test
  void aValueOfAnotherStampIsMarkedStaleForTheSpanAndLoadedAnew() {
    mine.get("a", rig::load);
    scope.change();
    assertThat(mine.get("a", rig::load)).isEqualTo("a2");
    assertThat(theirs.get("a", rig::load)).isEqualTo("a2");
    assertThat(one.wire.sent.stream().filter(marks("s", "a")).map(op -> ((Delete) op).ttl()))
        .containsExactly(Ttl.seconds(21));
  }

  @Test
  void beforeAValueIsVoidedTheScopeIsReadStrictly() {
    scope.change();
    scope.lenient = 1; // what it was before
    theirs.put("a", "new"); // read strictly
    int strict = scope.strictReads;
    assertThat(mine.get("a", rig::load)).isEqualTo("new");
    assertThat(scope.strictReads).isEqualTo(strict + 1);
    assertThat(one.wire.count(marks("s", "a"))).isZero();
  }

  @Test
  void beforeAWinnerLoadsForAnotherStampTheScopeIsReadStrictly() {
    theirs.put("a", "old");
    theirs.expire("a");
    scope.change();
    scope.lenient = 7; // a stamp that nobody has
    mine.get("a", rig::load);
    scope.lenient = scope.now;
    assertThat(theirs.get("a", rig::load)).isEqualTo("a1");
  }

  @Test
  void underAnothersLeaseAValueOfAnotherStampIsLeftAlone() {
    mine.get("a", rig::load);
    mine.expire("a");
    CompletableFuture<String> holder = mine.async().get("a", rig::load);
    assertThat(holder).isCompletedWithValue("a1");
    scope.change();
    CompletableFuture<String> waiting = theirs.async().get("a", rig::load);
    rig.advance(1);
    assertThat(other.wire.count(marks("s", "a"))).isZero();
    assertThat(waiting).isNotDone();
    one.load(); // stores under the old stamp
    rig.advance(0.5);
    other.load();
    assertThat(waiting).isCompletedWithValue("a3");
    assertThat(one.count(Kind.FENCED)).isZero();
  }

  @Test
  void whoIsNotSetUpRightIsToldAndLoadsNothing() {
    scope.fault = new ConfigurationException("others have another size");
    scope.unreadable = true;
    assertThatThrownBy(() -> mine.get("a", rig::load)).isSameAs(scope.fault);
    assertThatThrownBy(() -> mine.getAll(List.of("a", "b"), keys -> Map.of()))
        .isSameAs(scope.fault);
    assertThat(theirs.async().get("a", rig::load)).isCompletedExceptionally();
    scope.unreadable = false;
    assertThat(theirs.get("a", rig::load)).as("the first load").isEqualTo("a1");
  }

  @Test
  void aValueHasTheStampFromBeforeItsLoad() {
    assertThat(mine.get("a", key -> {
          scope.change();
          return "old";
        }))
        .isEqualTo("old");
    assertThat(theirs.get("a", rig::load)).isEqualTo("a1");
  }

  @Test
  void everyPollReadsTheScopesAgain() {
    CompletableFuture<String> unused = mine.async().get("a", rig::load);
    CompletableFuture<String> waiting = theirs.async().get("a", rig::load);
    rig.advance(0.1);
    scope.change();
    int before = scope.reads;
    one.load();
    rig.advance(0.5);
    assertThat(scope.reads).isGreaterThan(before);
    other.load();
    assertThat(waiting).isCompletedWithValue("a2");
  }

  @Test
  void anOldValueIsServedAfterItsScopeHasChangedOnlyWhereThatIsAllowed() {
    mine.get("a", rig::load);
    scope.change();
    assertThat(mine.async().get("a", rig::load)).isNotDone();
    assertThat(theirs.with(o -> o.staleAfterInvalidation(true)).async().get("a", rig::load))
        .isCompletedWithValue("a1");
    assertThat(theirs.peek("a").isFound()).isFalse();
  }

  @Test
  void aPollOfACallerThatTakesOldValuesServesNobodyWhoDoesNot() {
    Peer holder = rig.peer();
    CompletableFuture<String> unused = holder.cache.in(scope).async().get("a", rig::load);
    CompletableFuture<String> lenient =
        theirs.with(o -> o.staleAfterInvalidation(true)).async().get("a", rig::load);
    scope.change();
    CompletableFuture<String> strict = theirs.async().get("a", rig::load);
    holder.load(); // under the stamp of before
    rig.advance(0.5);
    assertThat(lenient).isCompletedWithValue("a1");
    other.load();
    assertThat(strict).isCompletedWithValue("a2");
  }

  @Test
  void whoJoinsALoadThatFailsIsNotServedWhatOnlyItsLeaderMayBe() {
    mine.get("a", rig::load);
    scope.change();
    Cache<String, String> lenient =
        mine.with(o -> o.staleAfterInvalidation(true).refresh(Refresh.INLINE));
    CompletableFuture<String> leader = lenient.async().get("a", key -> {
      throw new IllegalStateException("no");
    });
    CompletableFuture<String> joined = mine.async().get("a", rig::load);
    one.load();
    assertThat(leader).isCompletedWithValue("a1");
    assertThat(joined).isCompletedExceptionally();
  }

  @Test
  void bytesThatAreNoValueAreReplaced() {
    Put garbage = Put.set(Key.of("c", "a"), new byte[] {1, 2, 3}, Ttl.NEVER).withFlags(1);
    rig.store.execute(garbage).join();
    assertThat(one.cache.peek("a").isFound()).isFalse();
    assertThat(one.cache.get("a", rig::load)).isEqualTo("a1");
    assertThat(other.cache.get("a", rig::load)).isEqualTo("a1");
  }

  @Test
  void aScopeThatCannotBeReadMeansALoadThatIsNotStored() {
    mine.put("a", "x");
    scope.unreadable = true;
    assertThat(mine.get("a", rig::load)).isEqualTo("a1");
    assertThat(mine.async().put("a", "y")).isCompletedExceptionally();
    scope.unreadable = false;
    assertThat(theirs.get("a", rig::load)).isEqualTo("x");
  }

  @Test
  void aScopeThatCannotBeReadWhileOthersLoadKeepsNobodyWaiting() {
    CompletableFuture<String> unused = mine.async().get("a", rig::load);
    CompletableFuture<String> waiting = theirs.async().get("a", rig::load);
    scope.unreadable = true;
    rig.advance(Duration.ofMillis(50).toMillis() / 1e3);
    other.load();
    assertThat(waiting).isCompletedWithValue("a1");
  }
}
