package dev.corral.limit;

import static dev.corral.limit.LimiterRig.SECOND;
import static dev.corral.limit.LimiterRig.assertAllowed;
import static dev.corral.limit.LimiterRig.assertDenied;
import static dev.corral.limit.LimiterRig.drain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.RejectedException;
import dev.corral.key.Key;
import dev.corral.limit.Decision.Denied;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTest {
  private static final Key ADA = Key.of("corral-limit", "login", "bucket", "ada");
  private static final Duration INTERVAL = Duration.ofMillis(500);

  private final LimiterRig rig = new LimiterRig();
  private final Limiter<String> limiter = host(Duration.ZERO);

  /** Two a second, ten at once. */
  private Limiter<String> host(Duration ahead) {
    return rig.limiter(ahead, o -> o.tokenBucket(2, SECOND, 10));
  }

  @Test
  void aBurstPassesAtOnceAndThenOneByOne() {
    for (int left = 9; left >= 0; left--) {
      assertAllowed(limiter.tryAcquire("ada"), left);
    }
    assertDenied(limiter.tryAcquire("ada"), 0, INTERVAL);
    rig.pass(INTERVAL.minusNanos(1));
    assertDenied(limiter.tryAcquire("ada"), 0, Duration.ofNanos(1));
    rig.pass(Duration.ofNanos(1));
    assertAllowed(limiter.tryAcquire("ada"), 0);
    rig.pass(INTERVAL.multipliedBy(10));
    assertThat(drain(limiter)).isEqualTo(10);
    rig.pass(Duration.ofDays(1));
    assertThat(drain(limiter)).isEqualTo(10);
  }

  @Test
  void whoAsksForMoreThanThereIsTakesNothingAway() {
    assertAllowed(limiter.tryAcquire("ada", 8), 2);
    assertDenied(limiter.tryAcquire("ada", 5), 2, INTERVAL.multipliedBy(3));
    assertAllowed(limiter.tryAcquire("ada", 2), 0);
  }

  @Test
  void whoIsDeniedIsToldTheVeryMomentFromWhichOnItIsAllowed() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 2_000; round++) {
      long permits = random.nextLong(1, 11);
      Decision decision = limiter.tryAcquire("ada", permits);
      if (!decision.isAllowed()) {
        assertThat(decision.remaining()).isLessThan(permits);
        rig.pass(decision.retryAfter().minusNanos(1));
        assertThat(limiter.tryAcquire("ada", permits).isAllowed()).isFalse();
        rig.pass(Duration.ofNanos(1));
        assertThat(limiter.tryAcquire("ada", permits).isAllowed()).isTrue();
      }
      rig.pass(Duration.ofNanos(random.nextLong(SECOND.toNanos())));
    }
  }

  @Test
  void theItemLivesUntilTheBucketIsFullAndNoLonger() {
    assertAllowed(limiter.tryAcquire("ada", 3), 7);
    Item item = (Item) rig.memory.execute(Get.of(ADA).withDetails()).join();
    assertThat(item.remaining()).isEqualTo(SECOND.multipliedBy(3));
    rig.pass(SECOND.multipliedBy(3));
    assertThat(rig.memory.get(ADA).join()).isEqualTo(Miss.MISS);
  }

  @Test
  void allowingIsAReadAndAWriteAndDenyingIsARead() {
    limiter.tryAcquire("ada", 10);
    assertThat(rig.store.asked()).containsExactly("get", "put");
    limiter.tryAcquire("ada");
    assertThat(rig.store.asked()).containsExactly("get");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatAnotherTookBetweenReadAndWriteIsCounted(boolean isNew) {
    if (!isNew) {
      assertAllowed(limiter.tryAcquire("ada"), 9);
    }
    rig.store.before("put", () -> limiter.tryAcquire("ada", 5));
    assertAllowed(limiter.tryAcquire("ada", 2), isNew ? 3 : 2);
    rig.store.before("put", () -> limiter.tryAcquire("ada", 2));
    assertThat(limiter.tryAcquire("ada", 2).isAllowed()).isFalse();
  }

  @Test
  void anItemThatIsLostBetweenReadAndWriteIsAFullBucket() {
    limiter.tryAcquire("ada", 10);
    rig.pass(INTERVAL);
    rig.store.before("put", rig.memory::clear);
    assertAllowed(limiter.tryAcquire("ada"), 9);
  }

  @Test
  void whoIsOvertakenSixteenTimesIsDenied() {
    Limiter<String> large = rig.limiter(o -> o.tokenBucket(2, SECOND, 100));
    overtake(large, 16);
    assertDenied(large.tryAcquire("ada", 2), 85, Duration.ofMillis(10));
    overtake(large, 15);
    assertAllowed(large.tryAcquire("ada", 2), 67);
  }

  /** Each time before the caller's write, and not before the others' own. */
  private void overtake(Limiter<String> by, int times) {
    if (times > 0) {
      rig.store.before("put", () -> {
        assertThat(by.tryAcquire("ada").isAllowed()).isTrue();
        overtake(by, times - 1);
      });
    }
  }

  @Test
  void aRateThatIsNoWholeNumberOfNanosecondsIsRoundedDown() {
    Limiter<String> thirds = rig.limiter(o -> o.tokenBucket(3, SECOND, 1));
    thirds.tryAcquire("ada");
    assertDenied(thirds.tryAcquire("ada"), 0, Duration.ofNanos(333_333_334));
  }

  @Test
  void theLargestBucketDoesNotOverflow() {
    Limiter<String> large = rig.limiter(o -> o.tokenBucket(1_000_000, SECOND, 1_000_000_000));
    assertAllowed(large.tryAcquire("ada", 1_000_000_000), 0);
    assertDenied(large.tryAcquire("ada", 1_000_000_000), 0, SECOND.multipliedBy(1000));
    Limiter<String> slow = rig.limiter(o -> o.tokenBucket(1, Duration.ofDays(28), 1));
    rig.memory.clear();
    assertAllowed(slow.tryAcquire("ada"), 0);
    assertDenied(slow.tryAcquire("ada"), 0, Duration.ofDays(28));
  }

  @Test
  void aBucketThatHasBecomeSmallerIsEmptyUntilItIsDrained() {
    limiter.tryAcquire("ada", 10);
    Limiter<String> smaller = rig.limiter(o -> o.tokenBucket(2, SECOND, 4));
    assertDenied(smaller.tryAcquire("ada"), 0, INTERVAL.multipliedBy(7));
  }

  /** Whichever clock is ahead, and by however much. */
  @ParameterizedTest
  @ValueSource(
      longs = {-86_400_000, -5_000, -2_500, -700, 0, 700, 1_500, 2_500, 2_999, 5_000, 86_400_000})
  void clocksThatDifferGainFourSecondsAtMostAndLoseNoneOfTheRate(long millis) {
    Duration ahead = Duration.ofMillis(millis);
    List<Limiter<String>> hosts = List.of(limiter, host(ahead));
    SplittableRandom random = new SplittableRandom(millis);
    int allowed = 0;
    for (int i = 0; i < 20_000; i++) {
      if (hosts.get(random.nextInt(2)).tryAcquire("ada").isAllowed()) {
        allowed++;
      }
      rig.pass(Duration.ofMillis(random.nextLong(100)));
    }
    long due = 10 + rig.elapsed().dividedBy(INTERVAL);
    long gain = Math.min(4_000, Math.abs(millis)) / INTERVAL.toMillis();
    assertThat(allowed).isBetween((int) (due * 95 / 100), (int) (due + gain));
  }

  @Test
  void aHostWhoseClockIsOffByADayCountsByTheServersSeconds() {
    assertThat(drain(limiter)).isEqualTo(10);
    Limiter<String> tomorrow = host(Duration.ofDays(1));
    assertDenied(tomorrow.tryAcquire("ada"), 0, INTERVAL);
    rig.pass(Duration.ofMillis(900));
    assertDenied(tomorrow.tryAcquire("ada"), 0, INTERVAL);
    rig.pass(Duration.ofMillis(100));
    assertThat(drain(tomorrow)).isEqualTo(2);
    assertThat(drain(limiter)).isZero();
    rig.pass(INTERVAL);
    assertThat(drain(limiter)).isEqualTo(1);
  }

  @Test
  void whereTheItemHasNoEndTheClockIsAllThereIs() {
    limiter.tryAcquire("ada", 10);
    rig.memory
        .set(ADA, rig.text(ADA).getBytes(StandardCharsets.US_ASCII), Ttl.NEVER)
        .join();
    assertThat(host(SECOND.multipliedBy(3)).tryAcquire("ada").remaining()).isEqualTo(5);
  }

  @Test
  void withoutCasThereIsNoBucket() {
    rig.store.keepNoCas();
    limiter.tryAcquire("ada");
    assertThatThrownBy(() -> limiter.tryAcquire("ada"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("-C", ADA.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "7",
        "no number",
        "1 x",
        "x 1",
        "1 2",
        "1748779200000000000 1",
        "9223372036854775807 9223372036854775807",
        "-9223372036854775808 4611686018427387000"
      })
  void anItemThatIsNoBucketIsNamedAndHarmsNoOther(String value) {
    rig.put(ADA, value);
    assertThatThrownBy(() -> limiter.tryAcquire("ada"))
        .isInstanceOf(RejectedException.class)
        .hasMessage("the item " + ADA + " was not written by a limiter; delete it");
    assertThat(limiter.tryAcquire("bob").isAllowed()).isTrue();
  }

  @Test
  void aDenialIsNotWritten() {
    drain(limiter);
    String before = rig.text(ADA);
    assertThat(limiter.tryAcquire("ada")).isInstanceOf(Denied.class);
    assertThat(rig.text(ADA)).isEqualTo(before);
  }
}
