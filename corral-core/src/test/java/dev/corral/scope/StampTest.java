package dev.corral.scope;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StampTest {
  @Test
  void aStampAcceptsItselfAlone() {
    Stamp stamp = Stamp.of(0xcafe);
    assertThat(stamp.value()).isEqualTo(0xcafe);
    assertThat(stamp.accepts(0xcafe)).isTrue();
    assertThat(stamp.accepts(0)).isFalse();
    assertThat(stamp).hasToString("cafe");
  }

  @Test
  void whatBelongsToNoScopeIsStampedWithZero() {
    assertThat(Stamp.NONE.value()).isZero();
    assertThat(Stamp.NONE.accepts(0)).isTrue();
    assertThat(Stamp.NONE.accepts(1)).isFalse();
  }
}
