package dev.corral.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void ofAnOddNumberTheMedianIsTheMiddleOne() {
    assertThat(Spread.of(9, 1, 2)).isEqualTo(new Spread(2, 1, 9));
  }

  @Test
  void ofAnEvenNumberItIsHalfWayBetweenTheMiddleTwo() {
    assertThat(Spread.of(9, 1, 2, 3)).isEqualTo(new Spread(2.5, 1, 9));
  }

  @Test
  void oneNumberIsAllOfThem() {
    assertThat(Spread.of(4)).isEqualTo(new Spread(4, 4, 4));
  }
}
