package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private final ChosenRandom random = new ChosenRandom();
  private final Backoff backoff = new Backoff(10, 100, random);

  @Test
  void theBoundDoublesWithEachFailureUpToTheLastStep() {
    assertThat(IntStream.of(1, 2, 3, 4, 5, 6, 1000).mapToLong(backoff::delay))
        .containsExactly(10L, 20L, 40L, 80L, 100L, 100L, 100L);
  }

  @Test
  void theDelayIsAnythingFromNothingToTheBound() {
    random.share = 0;
    assertThat(backoff.delay(4)).isZero();
    random.share = 0.5;
    assertThat(backoff.delay(4)).isEqualTo(40);

    Backoff jittered = new Backoff(3, 3, new SplittableRandom(1));
    assertThat(IntStream.range(0, 200).mapToLong(i -> jittered.delay(9)).distinct())
        .containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
  }

  @Test
  void aPauseOfNoneIsNone() {
    assertThat(new Backoff(0, 0, new SplittableRandom(1)).delay(50)).isZero();
  }

  @Test
  void whereLittleIsHopedTheDelayIsHalfTheMostOrMore() {
    random.share = 0;
    assertThat(backoff.longest()).isEqualTo(100);
    random.share = 1;
    assertThat(backoff.longest()).isEqualTo(50);

    Backoff jittered = new Backoff(1, 5, new SplittableRandom(1));
    assertThat(IntStream.range(0, 200).mapToLong(i -> jittered.longest()).distinct())
        .containsExactlyInAnyOrder(3L, 4L, 5L);
  }
}
