package dev.corral.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
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

  @Test
  void aStampAcceptsTheOthersToo() {
    Stamp stamp = Stamp.of(1, 2, 3);
    assertThat(stamp.value()).isEqualTo(1);
    assertThat(LongStream.range(0, 5).filter(stamp::accepts)).containsExactly(1L, 2L, 3L);
    assertThat(stamp).hasToString("1 or 2 or 3");
  }

  @Test
  void anAssumptionAcceptsWhatTheStampDoes() {
    Stamp stamp = Stamp.of(1, 2);
    assertThat(stamp.isAssumed()).isFalse();
    assertThat(stamp.assumed().isAssumed()).isTrue();
    assertThat(stamp.assumed().value()).isEqualTo(1);
    assertThat(stamp.assumed().accepts(2)).isTrue();
    assertThat(stamp.isAssumed()).isFalse();
  }

  @Test
  void twoStampsInOneAcceptWhatBothAccept() {
    Stamp both = Stamp.of(1, 2).and(Stamp.of(5, 6, 7));
    assertThat(both.value()).isEqualTo(Stamp.of(1).and(Stamp.of(5)).value());
    for (long own : new long[] {1, 2, 3}) {
      for (long other : new long[] {5, 6, 7, 8}) {
        assertThat(both.accepts(Stamp.of(own).and(Stamp.of(other)).value()))
            .as("%s and %s", own, other)
            .isEqualTo(own < 3 && other < 8);
      }
    }
  }

  @Test
  void theOrderOfTwoMatters() {
    assertThat(Stamp.of(1).and(Stamp.of(2)).value())
        .isNotEqualTo(Stamp.of(2).and(Stamp.of(1)).value());
  }

  @Test
  void oneAssumptionMakesBothOne() {
    Stamp known = Stamp.of(1);
    Stamp assumed = Stamp.of(2).assumed();
    assertThat(known.and(known).isAssumed()).isFalse();
    assertThat(known.and(assumed).isAssumed()).isTrue();
    assertThat(assumed.and(known).isAssumed()).isTrue();
  }

  @Test
  void whatIsStoredOfTwoIsAlwaysTheSame() {
    assertThat(Stamp.of(1).and(Stamp.of(2))).hasToString("910a2dec89025cc3");
  }
}
