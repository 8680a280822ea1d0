package dev.corral.cache;

import static dev.corral.cache.TurnstileRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.cache.TurnstileRig.TestScope;
import dev.corral.load.Loaded;
import dev.corral.metric.CacheEvent.Kind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a call's own options may and may not change, and what is counted. */
class OptionsTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final Peer one = rig.peer();
  private final Peer other = rig.peer();

  @Test
  void aCallThatWouldServeOlderValuesRefreshesNoneThatWasJustStored() {
    one.cache.get("a", rig::load);
    Cache<String, String> lenient = one.cache.with(o -> o.staleFor(Duration.ofMinutes(5)));
    assertThat(lenient.get("a", rig::load)).isEqualTo("a1");
    one.load();
    assertThat(rig.loaded).hasSize(1);
  }

  @Test
  void aCallInAHurryTakesNoLeaseFromTheLiving() {
    other.begin("a");
    Cache<String, String> hasty = one.cache.with(o -> o.computeTime(seconds(0.1)));
    CompletableFuture<String> caller = hasty.async().get("a", rig::load);
    rig.advance(0.9);
    assertThat(one.count(Kind.STOLEN)).isZero();
    other.load();
    rig.advance(1);
    assertThat(caller).isCompletedWithValue("a1");
    assertThat(rig.loaded).hasSize(1);
  }

  @Test
  void whoDoesNotWaitIsNotSaidToHaveWaited() {
    other.begin("a");
    CompletableFuture<String> caller =
        one.cache.with(o -> o.wait(Duration.ZERO)).async().get("a", rig::load);
    rig.advance(0.5);
    one.load();
    assertThat(caller).isCompleted();
    assertThat(one.count(Kind.LOST)).isEqualTo(1);
    assertThat(one.count(Kind.FELL_BACK)).isEqualTo(1);
    assertThat(one.count(Kind.WAITED)).isZero();
  }

  @Test
  void whoIsGivenTheOldValueAfterItsOwnLoadFailedIsCountedSo() {
    Peer inline = rig.peer(o -> o.refresh(Refresh.INLINE));
    inline.cache.put("a", "old");
    rig.advance(11);
    assertThat(inline.cache.get("a", key -> {
          throw new IllegalStateException("no");
        }))
        .isEqualTo("old");
    assertThat(inline.count(Kind.STALE)).isEqualTo(1);
    assertThat(inline.count(Kind.MISS)).isZero();
  }

  @Test
  void whoCouldBeServedDoesNotWaitForTheLimitOfLoads() {
    Peer inline = rig.peer(o -> o.refresh(Refresh.INLINE).maxLoads(1));
    inline.cache.put("a", "old");
    rig.advance(11);
    inline.begin("b");
    assertThat(inline.get("a")).isCompletedWithValue("old");
    inline.load();
    assertThat(inline.cache.get("a", rig::load)).isNotEqualTo("old");
  }

  @Test
  void thatThereIsNoneAnyMoreTakesTheOldValueAway() {
    Peer endless = rig.peer(o -> o.noExpiry());
    endless.cache.put("a", "old");
    endless.cache.expire("a");
    assertThat(endless.cache.get("a", key -> null)).isEqualTo("old");
    endless.load();
    assertThat(endless.cache.peek("a").isFound()).isFalse();
    assertThat(endless.cache.get("a", key -> null)).isNull();
  }

  @Test
  void thatThereIsStillNoneIsRememberedNoLongerThanThatThereIsNone() {
    Peer brief = rig.peer(o -> o.cacheAbsent(seconds(1)).refresh(Refresh.INLINE));
    brief.cache.get("a", key -> null);
    rig.advance(2.5);
    assertThat(brief.cache.compute("a", (key, previous) -> Loaded.unchanged())).isNull();
    rig.advance(2.5);
    assertThat(brief.cache.get("a", rig::load)).isEqualTo("a1");
  }

  @Test
  void aPeekGivesItsWinBackThoughItsScopeCanNotBeRead() {
    TestScope scope = new TestScope();
    Cache<String, String> scoped = one.cache.in(scope);
    scoped.put("a", "old");
    scoped.expire("a");
    scope.unreadable = true;
    assertThatThrownBy(() -> scoped.peek("a")).isInstanceOf(IllegalStateException.class);
    scope.unreadable = false;
    assertThat(scoped.get("a", rig::load)).isEqualTo("old");
    one.load();
    assertThat(scoped.get("a", rig::load)).isEqualTo("a1");
  }

  @Test
  void whatIsPutTogetherDoesNotExpireTogetherIfThereIsJitter() {
    Peer jittery = rig.peer(o -> o.jitter(1).staleFor(Duration.ZERO));
    for (int i = 0; i < 100; i++) {
      jittery.cache.put("k" + i, "v");
    }
    rig.advance(15);
    int fresh = 0;
    for (int i = 0; i < 100; i++) {
      fresh += jittery.cache.peek("k" + i).isFound() ? 1 : 0;
    }
    assertThat(fresh).isBetween(10, 90);
  }
}
