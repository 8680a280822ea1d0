package dev.corral.cache;

import static dev.corral.cache.ScriptedStore.gets;
import static dev.corral.cache.ScriptedStore.puts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.codec.Lookup;
import dev.corral.load.Loaded;
import dev.corral.load.Previous;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.store.Get;
import dev.corral.store.Put;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How long values live, when they are loaded anew, and what a loader can say about that. */
class RefreshTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final Peer one = rig.peer();
  private final Peer other = rig.peer();

  @Test
  void aMissIsLoadedOnceAndThenHit() {
    assertThat(one.cache.get("a", rig::load)).isEqualTo("a1");
    assertThat(one.cache.get("a", rig::load)).isEqualTo("a1");
    assertThat(one.count(Kind.HIT)).isEqualTo(1);
    assertThat(one.count(Kind.MISS)).isEqualTo(1);
  }

  @Test
  void aStaleValueIsServedToAllWhileOneLoadsBehind() {
    one.cache.get("a", rig::load);
    rig.advance(11);
    assertThat(one.get("a")).isCompletedWithValue("a1");
    assertThat(other.get("a")).isCompletedWithValue("a1");
    assertThat(one.count(Kind.STALE)).isEqualTo(1);
    assertThat(other.count(Kind.STALE)).isEqualTo(1);
    assertThat(other.tasks).isEmpty();
    one.load();
    assertThat(other.get("a")).isCompletedWithValue("a2");
    assertThat(rig.loaded).hasSize(2);
  }

  @Test
  void whoRefreshesInlineHasTheNewValue() {
    one.cache.get("a", rig::load);
    rig.advance(11);
    assertThat(one.cache.with(o -> o.refresh(Refresh.INLINE)).get("a", rig::load))
        .isEqualTo("a2");
  }

  @Test
  void whatIsOlderThanStaleForIsNotServed() {
    one.cache.get("a", rig::load);
    rig.advance(13);
    CompletableFuture<String> first = one.get("a");
    CompletableFuture<String> second = other.get("a");
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    one.load();
    assertThat(first).isCompletedWithValue("a2");
    rig.advance(0.1);
    assertThat(second).isCompletedWithValue("a2");
  }

  @Test
  void inTheWindowBeforeExpiryOneRefreshesAndAllAreServedFresh() {
    Peer early = rig.peer(o -> o.refreshAhead(Duration.ofSeconds(4)));
    Peer alike = rig.peer(o -> o.refreshAhead(Duration.ofSeconds(4)));
    early.cache.get("a", rig::load);
    rig.advance(6);
    assertThat(early.get("a")).isCompletedWithValue("a1");
    assertThat(early.tasks).isEmpty();
    rig.advance(1);
    assertThat(early.get("a")).isCompletedWithValue("a1");
    assertThat(alike.get("a")).isCompletedWithValue("a1");
    assertThat(early.count(Kind.HIT)).isEqualTo(2);
    assertThat(alike.tasks).isEmpty();
    early.load();
    assertThat(alike.get("a")).isCompletedWithValue("a2");
  }

  @Test
  void theDrawOfAnEarlyRefreshGrowsWithTheLoadTime() {
    Peer drawing = rig.peer(o -> o.earlyBeta(1).ttl(Duration.ofSeconds(1000)));
    assertThat(drawing.cache.get("a", key -> {
          rig.advance(10);
          return "slow";
        }))
        .isEqualTo("slow");
    List<Duration> windows = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      drawing.cache.get("a", rig::load);
    }
    drawing.wire.sent.stream().filter(gets("a")).forEach(operation -> {
      Duration window = ((Get) operation).refreshAhead();
      windows.add(window == null ? Duration.ZERO : window.minusSeconds(21));
    });
    // Exponential with a mean of the load time, but for the first, when nothing was known of it.
    assertThat(windows.subList(0, 2)).allMatch(window -> window.toSeconds() < 60);
    long sum = windows.subList(2, 51).stream().mapToLong(Duration::toMillis).sum();
    assertThat(sum / 49).isBetween(5_000L, 20_000L);
  }

  @Test
  void jitterAddsAShareToTheTtl() {
    Peer jittery = rig.peer(o -> o.ttl(Duration.ofSeconds(100)).jitter(0.5));
    for (int i = 0; i < 20; i++) {
      jittery.cache.get("k" + i, rig::load);
    }
    List<Long> lives = jittery.wire.sent.stream()
        .filter(operation -> operation instanceof Put)
        .map(operation -> ((Put) operation).ttl().toSeconds())
        .toList();
    assertThat(lives).hasSize(20).allMatch(life -> life >= 121 && life <= 171);
    assertThat(lives.stream().distinct().count()).isGreaterThan(10);
  }

  @Test
  void aValueWithoutExpiryIsFreshUntilItIsExpired() {
    Peer endless = rig.peer(CacheOptions::noExpiry);
    endless.cache.get("a", rig::load);
    rig.advance(100_000);
    assertThat(endless.get("a")).isCompletedWithValue("a1");
    assertThat(endless.tasks).isEmpty();
    other.cache.expire("a");
    assertThat(endless.get("a")).isCompletedWithValue("a1");
    endless.load();
    assertThat(endless.get("a")).isCompletedWithValue("a2");
    rig.advance(100_000);
    assertThat(endless.get("a")).isCompletedWithValue("a2");
    assertThat(endless.tasks).isEmpty();
  }

  @Test
  void anExpiredKeyIsServedStaleWhileItIsLoaded() {
    one.cache.get("a", rig::load);
    other.cache.expire("a");
    assertThat(one.get("a")).isCompletedWithValue("a1");
    assertThat(one.count(Kind.STALE)).isEqualTo(1);
    one.load();
    assertThat(one.get("a")).isCompletedWithValue("a2");
  }

  @Test
  void anExpiryDuringALoadKeepsItFromStoring() {
    one.cache.get("a", rig::load);
    rig.advance(11);
    one.begin("a");
    other.cache.expire("a");
    one.load();
    assertThat(one.count(Kind.FENCED)).isEqualTo(1);
    assertThat(other.get("a")).isCompletedWithValue("a1");
    assertThat(other.count(Kind.STALE)).isEqualTo(1);
  }

  @Test
  void aTouchGivesAFreshValueItsWholeTtlAgain() {
    one.cache.get("a", rig::load);
    rig.advance(9);
    assertThat(other.cache.touch("a")).isTrue();
    rig.advance(9);
    assertThat(one.get("a")).isCompletedWithValue("a1");
    assertThat(one.tasks).isEmpty();
    rig.advance(2);
    assertThat(other.cache.touch("a")).isFalse(); // it is stale, and stays so
    assertThat(other.cache.touch("b")).isFalse();
  }

  @Test
  void keptAliveAValueStaysAsItIs() {
    assertThat(other.cache.keepAlive("a")).isFalse();
    one.cache.get("a", rig::load);
    rig.advance(9);
    assertThat(other.cache.keepAlive("a")).isTrue();
    rig.advance(2);
    assertThat(one.get("a")).isCompletedWithValue("a1");
    assertThat(one.tasks).hasSize(1); // it is stale by now, and is refreshed
  }

  @Test
  void keptAliveAStaleValueIsLoadedByTheNextReader() {
    one.cache.get("a", rig::load);
    one.cache.expire("a");
    assertThat(other.cache.keepAlive("a")).isTrue();
    assertThat(one.get("a")).isCompletedWithValue("a1");
    assertThat(one.tasks).hasSize(1);
  }

  @Test
  void aPlaceholderIsNoValue() {
    assertThat(one.get("a")).isNotDone();
    assertThat(other.cache.keepAlive("a")).isFalse();
  }

  @Test
  void aTouchThatIsOvertakenChangesNothing() {
    one.cache.get("a", rig::load);
    other.wire.before(puts("a"), () -> one.cache.invalidate("a"));
    assertThat(other.cache.touch("a")).isFalse();
    assertThat(one.cache.peek("a").isFound()).isFalse();
  }

  @Test
  void aComputationSeesTheOldValueAndItsAge() {
    List<Optional<Previous<String>>> seen = new ArrayList<>();
    one.cache.compute("a", (key, previous) -> {
      seen.add(previous);
      return Loaded.of("x");
    });
    rig.advance(11);
    CompletableFuture<String> unused = one.cache.async().compute("a", (key, previous) -> {
      seen.add(previous);
      return Loaded.of("y");
    });
    one.load();
    assertThat(seen)
        .containsExactly(
            Optional.empty(),
            Optional.of(new Previous<>(Lookup.found("x"), Optional.of(Duration.ofSeconds(11)))));
  }

  @Test
  void anUnchangedValueIsFreshAgain() {
    one.cache.get("a", rig::load);
    rig.advance(11);
    CompletableFuture<String> unused =
        one.cache.async().compute("a", (key, previous) -> Loaded.unchanged());
    one.load();
    assertThat(other.get("a")).isCompletedWithValue("a1");
    assertThat(other.count(Kind.HIT)).isEqualTo(1);
  }

  @Test
  void nothingCannotBeUnchanged() {
    CompletableFuture<String> answer =
        one.cache.async().compute("a", (key, previous) -> Loaded.unchanged());
    one.load();
    assertThat(answer).isCompletedExceptionally();
  }

  @Test
  void aLoaderMayGiveAValueATtlOfItsOwn() {
    one.cache.compute("a", (key, old) -> Loaded.of("x").withTtl(Duration.ofSeconds(100)));
    rig.advance(99);
    assertThat(other.get("a")).isCompletedWithValue("x");
    assertThat(other.count(Kind.HIT)).isEqualTo(1);
    assertThat(one.cache.compute(
            "b", (key, old) -> Loaded.<String>absent().withTtl(Duration.ofSeconds(100))))
        .isNull();
    rig.advance(50);
    assertThat(other.cache.get("b", rig::load)).isNull();
  }

  @Test
  void processesWithOtherOptionsDoNotThrowOutOneAnothersValues() {
    Peer longer = rig.peer(o -> o.ttl(Duration.ofSeconds(60)).staleFor(Duration.ofSeconds(20)));
    one.cache.get("a", rig::load);
    assertThat(longer.get("a")).isCompletedWithValue("a1");
    assertThat(longer.tasks).isEmpty();
    longer.cache.get("b", rig::load);
    rig.advance(50);
    assertThat(one.get("b")).isCompletedWithValue("b2");
    assertThat(one.count(Kind.HIT)).isEqualTo(1);
    assertThat(one.tasks).isEmpty();
  }
}
