package dev.corral.limit;

import static dev.corral.limit.LimiterRig.assertAllowed;
import static dev.corral.limit.LimiterRig.assertDenied;
import static dev.corral.limit.LimiterRig.drain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlidingWindowTest {
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final long INDEX = LimiterRig.START.getEpochSecond() / 10;
  private static final Key ADA = Key.of("corral-limit", "login", "sliding", INDEX, "ada");

  private final LimiterRig rig = new LimiterRig();
  private final Limiter<String> limiter = rig.limiter(o -> o.slidingWindow(10, WINDOW));

  private void passMillis(long millis) {
    rig.pass(Duration.ofMillis(millis));
  }

  @Test
  void theWindowBeforeCountsByTheShareThatOverlaps() {
    assertAllowed(limiter.tryAcquire("ada", 10), 0);
    passMillis(10_000);
    assertDenied(limiter.tryAcquire("ada"), 0, Duration.ofSeconds(1));
    passMillis(999);
    assertDenied(limiter.tryAcquire("ada"), 0, Duration.ofMillis(1));
    passMillis(1);
    assertAllowed(limiter.tryAcquire("ada"), 0);
    passMillis(6_500); // 7.5 s: 10 * 0.25 of the window before, rounded up, and 1
    assertAllowed(limiter.tryAcquire("ada"), 5);
    passMillis(2_500);
    assertAllowed(limiter.tryAcquire("ada"), 7); // 2 of the window before, and this one
  }

  @Test
  void aWindowAfterTheNextIsEmpty() {
    limiter.tryAcquire("ada", 10);
    passMillis(20_000);
    assertAllowed(limiter.tryAcquire("ada"), 9);
  }

  @Test
  void whoIsDeniedIsToldTheVeryMomentFromWhichOnItIsAllowed() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 2_000; round++) {
      limiter.tryAcquire("ada", random.nextLong(1, 11));
      long permits = random.nextLong(1, 11);
      Decision decision = limiter.tryAcquire("ada", permits);
      if (!decision.isAllowed()) {
        assertThat(decision.remaining()).isBetween(0L, permits - 1);
        rig.pass(decision.retryAfter().minusMillis(1));
        assertThat(limiter.tryAcquire("ada", permits).isAllowed()).isFalse();
        passMillis(1);
        assertThat(limiter.tryAcquire("ada", permits).isAllowed()).isTrue();
      }
      passMillis(random.nextLong(15_000));
    }
  }

  @Test
  void noTimeSeesMoreThanIsPromised() {
    SplittableRandom random = new SplittableRandom(11);
    List<Long> allowed = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      if (limiter.tryAcquire("ada").isAllowed()) {
        allowed.add(rig.elapsed().toMillis());
      }
      passMillis(random.nextInt(40) == 0 ? random.nextLong(12_000) : random.nextLong(300));
    }
    long worst = 0;
    for (int from = 0; from < allowed.size(); from++) {
      for (int to = from; to < allowed.size(); to++) {
        long time = allowed.get(to) - allowed.get(from);
        if (time > 10_000) {
          break;
        }
        worst = Math.max(worst, to - from + 1);
        assertThat((to - from + 1) * 10_000L).isLessThanOrEqualTo(10 * (10_000 + time));
      }
    }
    assertThat(worst).isBetween(11L, 20L);
  }

  /** All at the end of a window, then one whenever there is one. */
  @Test
  void atWorstAWindowsTimeSeesNearlyTwiceTheLimit() {
    passMillis(9_999);
    int allowed = drain(limiter);
    for (int i = 0; i < 9_999; i++) {
      passMillis(1);
      allowed += drain(limiter);
    }
    assertThat(allowed).isEqualTo(19);
  }

  @Test
  void whatIsDeniedIsTakenBack() {
    assertAllowed(limiter.tryAcquire("ada", 8), 2);
    assertThat(rig.store.asked()).containsExactly("add", "add");
    assertDenied(limiter.tryAcquire("ada", 3), 2, Duration.ofMillis(11_250));
    assertThat(rig.store.asked()).containsExactly("add", "add", "subtract");
    assertAllowed(limiter.tryAcquire("ada", 2), 0);
  }

  @Test
  void aTakeBackThatIsLostMakesItStricterOnly() {
    limiter.tryAcquire("ada", 8);
    rig.store.fail("subtract", new UnavailableException("down"));
    limiter.tryAcquire("ada", 3);
    assertThat(limiter.tryAcquire("ada", 2).isAllowed()).isFalse();
    passMillis(10_000);
    assertThat(drain(limiter)).isZero();
    passMillis(10_000);
    assertThat(drain(limiter)).isEqualTo(10);
  }

  @Test
  void aTakeBackThatTheStoreThrowsOutAllowsNobody() {
    limiter.tryAcquire("ada", 10);
    rig.store.before("subtract", () -> {
      throw new UnavailableException("down");
    });
    assertThat(limiter.tryAcquire("ada")).isInstanceOf(Decision.Denied.class);
  }

  @Test
  void whoComesBetweenACountAndItsTakeBackMayBeDeniedButNoneIsAllowedTooMany() {
    limiter.tryAcquire("ada", 8);
    List<Decision> between = new ArrayList<>();
    rig.store.before("subtract", () -> between.add(limiter.tryAcquire("ada")));
    assertThat(limiter.tryAcquire("ada", 3).isAllowed()).isFalse();
    assertThat(between).hasSize(1).noneMatch(Decision::isAllowed);
    assertThat(drain(limiter)).isEqualTo(2);
  }

  @Test
  void hostsWhoseClocksDifferShareEachWindow() {
    Limiter<String> late = rig.limiter(Duration.ofSeconds(-3), o -> o.slidingWindow(10, WINDOW));
    assertThat(drain(limiter)).isEqualTo(10);
    assertThat(drain(late))
        .as("in the window before, of which the other has seen nothing")
        .isEqualTo(10);
    passMillis(3_000);
    assertThat(drain(late)).isZero();
    assertThat(drain(limiter)).isZero();
  }

  @Test
  void aClockBefore1970IsNoProblem() {
    Limiter<String> early = rig.limiter(Duration.ofDays(-36_500), o -> o.slidingWindow(10, WINDOW));
    assertThat(drain(early)).isEqualTo(10);
    passMillis(20_000);
    assertThat(drain(early)).isEqualTo(10);
  }

  @Test
  void theLargestLimitAndTheLongestWindowDoNotOverflow() {
    Limiter<String> large = rig.limiter(o -> o.slidingWindow(1_000_000_000, Duration.ofDays(28)));
    assertAllowed(large.tryAcquire("ada", 1_000_000_000), 0);
    Decision denied = large.tryAcquire("ada", 1_000_000_000);
    assertThat(denied.retryAfter()).isBetween(Duration.ofDays(28), Duration.ofDays(56));
    rig.pass(denied.retryAfter());
    assertAllowed(large.tryAcquire("ada", 1_000_000_000), 0);
  }

  @Test
  void aCountBeyondAllNumbersIsDenied() {
    rig.put(ADA, "18446744073709551000");
    assertThat(limiter.tryAcquire("ada").isAllowed()).isFalse();
  }

  @Test
  void anItemThatIsNoNumberIsNamed() {
    rig.put(ADA, "no number");
    assertThatThrownBy(() -> limiter.tryAcquire("ada"))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining(ADA.toString());
    passMillis(10_000);
    assertThatThrownBy(() -> limiter.tryAcquire("ada"))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining(ADA.toString());
  }
}
