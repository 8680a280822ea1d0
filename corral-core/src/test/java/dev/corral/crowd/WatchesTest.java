package dev.corral.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchesTest {
  private static final Key KEY = Key.raw("key");
  private static final Duration COMPUTE_TIME = Duration.ofSeconds(2);

  private final SteppedTimer time = new SteppedTimer();
  private final Watches watches = new Watches(time);

  private boolean isOverdue(Object holder) {
    return watches.isOverdue(KEY, holder, COMPUTE_TIME);
  }

  @Test
  void aHolderIsOverdueWhenItWasSeenForLongerThanTheComputeTime() {
    assertThat(isOverdue("one")).isFalse();
    time.advance(COMPUTE_TIME);
    assertThat(isOverdue("one")).isFalse();
    time.advance(Duration.ofNanos(1));
    assertThat(isOverdue("one")).isTrue();
  }

  @Test
  void oneOfThoseWhoSeeItQuestionsIt() {
    isOverdue("one");
    time.advance(COMPUTE_TIME.multipliedBy(2));
    assertThat(isOverdue("one")).isTrue();
    assertThat(isOverdue("one")).isFalse();
  }

  @Test
  void itIsQuestionedAgainWhenItsWatchHasBegunAnew() {
    isOverdue("one");
    time.advance(COMPUTE_TIME.multipliedBy(2));
    assertThat(isOverdue("one")).isTrue();
    watches.restart(KEY, "one");
    assertThat(isOverdue("one")).isFalse();
    time.advance(COMPUTE_TIME.plusNanos(1));
    assertThat(isOverdue("one")).isTrue();
  }

  @Test
  void afterASignOfLifeItIsQuestionedAgainSoon() {
    isOverdue("one");
    time.advance(COMPUTE_TIME.plusNanos(1));
    assertThat(isOverdue("one")).isTrue();
    watches.excuse(KEY, "one", COMPUTE_TIME);
    time.advance(Duration.ofMillis(500));
    assertThat(isOverdue("one")).isFalse();
    time.advance(Duration.ofNanos(1));
    assertThat(isOverdue("one")).isTrue();
  }

  @Test
  void whereTheComputeTimeIsShortSoonIsHalfOfIt() {
    Duration brief = Duration.ofMillis(100);
    watches.excuse(KEY, "one", brief);
    time.advance(Duration.ofMillis(50));
    assertThat(watches.isOverdue(KEY, "one", brief)).isFalse();
    time.advance(Duration.ofNanos(1));
    assertThat(watches.isOverdue(KEY, "one", brief)).isTrue();
  }

  @Test
  void anotherHolderHasAWatchOfItsOwn() {
    isOverdue("one");
    time.advance(COMPUTE_TIME.multipliedBy(2));
    assertThat(isOverdue("two")).isFalse();
    time.advance(COMPUTE_TIME.plusNanos(1));
    assertThat(isOverdue("two")).isTrue();
  }

  @Test
  void toBeSeenOnAFreshValueCountsToo() {
    watches.saw(KEY, "one");
    time.advance(COMPUTE_TIME.plusNanos(1));
    watches.saw(KEY, "one");
    assertThat(isOverdue("one")).isTrue();
  }

  @Test
  void keysAreWatchedEachOnItsOwn() {
    isOverdue("one");
    time.advance(COMPUTE_TIME.multipliedBy(2));
    assertThat(watches.isOverdue(Key.raw("other"), "one", COMPUTE_TIME)).isFalse();
  }

  @Test
  void aKeyThatNobodyAsksForIsForgotten() {
    isOverdue("one");
    time.advance(Duration.ofMinutes(10));
    assertThat(isOverdue("one")).isFalse();
  }
}
