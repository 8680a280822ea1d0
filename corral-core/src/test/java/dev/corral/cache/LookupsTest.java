package dev.corral.cache;

import static dev.corral.cache.ScriptedStore.gets;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is done about a value under a stamp that is only assumed. */
class LookupsTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final AssumedScope scope = new AssumedScope();
  private final Peer one = rig.peer();
  private final Peer other = rig.peer();
  private final Cache<String, String> mine = one.cache.in(scope);
  private final Cache<String, String> theirs = other.cache.in(scope);

  /** Whoever does not ask strictly is told what it was some time ago. */
  private static final class AssumedScope implements Scope {
    long now = 1;
    long before = 1;
    boolean unreadable;
    int strictReads;

    @Override
    public String name() {
      return "s";
    }

    @Override
    public CompletableFuture<Stamp> read(boolean strict) {
      strictReads += strict ? 1 : 0;
      if (strict && unreadable) {
        return CompletableFuture.failedFuture(new IllegalStateException("unreadable"));
      }
      return CompletableFuture.completedFuture(
          strict ? Stamp.of(now) : Stamp.of(before).assumed());
    }
  }

  @Test
  void aHitNeedsNoMoreThanTheAssumption() {
    mine.get("a", rig::load);
    int strict = scope.strictReads;
    assertThat(mine.get("a", rig::load)).isEqualTo("a1");
    assertThat(mine.peek("a").isFound()).isTrue();
    assertThat(theirs.get("a", rig::load)).isEqualTo("a1");
    assertThat(scope.strictReads).isEqualTo(strict);
  }

  @Test
  void beforeALoadTheScopeIsReadStrictlyOnce() {
    assertThat(mine.get("a", rig::load)).isEqualTo("a1");
    assertThat(scope.strictReads).isEqualTo(1);
    assertThat(one.wire.count(gets("s", "a"))).isEqualTo(1);
  }

  @Test
  void whatIsLoadedCarriesTheStampThatWasReadAndNotTheAssumedOne() {
    scope.now = 2;
    assertThat(mine.get("a", rig::load)).isEqualTo("a1");
    scope.before = 2;
    assertThat(theirs.get("a", rig::load)).isEqualTo("a1");
    assertThat(rig.loaded).hasSize(1);
  }

  @Test
  void whoLosesWaitsWithoutAskingStrictly() {
    CompletableFuture<String> unused = mine.async().get("a", rig::load);
    int strict = scope.strictReads;
    CompletableFuture<String> waiting = theirs.async().get("a", rig::load);
    rig.advance(0.5);
    assertThat(waiting).isNotDone();
    assertThat(scope.strictReads).isEqualTo(strict);
    one.load();
    rig.advance(0.5);
    assertThat(waiting).isCompletedWithValue("a1");
  }

  @Test
  void beforeARefreshTheScopeIsReadStrictly() {
    Cache<String, String> ahead = mine.with(o -> o.refreshAhead(TurnstileRig.seconds(5)));
    ahead.get("a", rig::load);
    rig.advance(6);
    int strict = scope.strictReads;
    assertThat(ahead.get("a", rig::load)).isEqualTo("a1");
    assertThat(scope.strictReads).isEqualTo(strict + 1);
    one.load();
    assertThat(theirs.get("a", rig::load)).isEqualTo("a2");
  }

  @Test
  void aValueThatDoesNotFitTheAssumptionMayWellFitWhatIsRead() {
    theirs.get("a", rig::load);
    scope.before = 7; // a stamp that nobody has
    assertThat(mine.get("a", rig::load)).isEqualTo("a1");
    assertThat(one.wire.count(ScriptedStore.marks("s", "a"))).isZero();
  }

  @Test
  void aValueThatFitsTheAssumptionIsServedThoughItIsNotRightAnyMore() {
    mine.get("a", rig::load);
    scope.now = 2;
    assertThat(mine.get("a", rig::load)).isEqualTo("a1");
    scope.before = 2;
    assertThat(mine.get("a", rig::load)).isEqualTo("a2");
  }

  @Test
  void whenTheScopeCannotBeReadStrictlyTheLoadIsNotStored() {
    scope.unreadable = true;
    assertThat(mine.get("a", rig::load)).isEqualTo("a1");
    scope.unreadable = false;
    assertThat(mine.get("a", rig::load)).isEqualTo("a2");
    assertThat(theirs.get("a", rig::load)).isEqualTo("a2");
  }
}
