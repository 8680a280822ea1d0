package dev.corral.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TtlTest {
  @ParameterizedTest
  @CsvSource({"PT0.000000001S,1", "PT1S,1", "PT1.000000001S,2", "PT1M,60", "P36500D,3153600000"})
  void secondsAreRoundedUp(Duration duration, long seconds) {
    assertThat(Ttl.of(duration).toSeconds()).isEqualTo(seconds);
    assertThat(Ttl.of(duration).toNanos()).isEqualTo(duration.toNanos());
    assertThat(Ttl.of(duration)).hasToString(duration.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "P36500DT0.000000001S", "PT2562047788015215H"})
  void whatIsNoLifeIsRefused(Duration duration) {
    assertThatThrownBy(() -> Ttl.of(duration))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ttl must be more than zero and at most 36500 days, but is " + duration);
  }

  @Test
  void neverHasNoEnd() {
    assertThat(Ttl.NEVER.isLimited()).isFalse();
    assertThat(Ttl.NEVER.toSeconds()).isEqualTo(Long.MAX_VALUE);
    assertThat(Ttl.NEVER).hasToString("never");
    assertThat(Ttl.seconds(1).isLimited()).isTrue();
  }

  @Test
  void aLongerLifeThanAnyHasNoEnd() {
    assertThat(Ttl.seconds(60).plus(Duration.ofSeconds(1))).isEqualTo(Ttl.seconds(61));
    assertThat(Ttl.seconds(60).plus(Duration.ofDays(36_500))).isEqualTo(Ttl.NEVER);
    assertThat(Ttl.NEVER.plus(Duration.ofSeconds(1))).isEqualTo(Ttl.NEVER);
  }

  @Test
  void ttlsOfEqualLengthAreEqual() {
    assertThat(Ttl.seconds(60)).isEqualTo(Ttl.of(Duration.ofMinutes(1)));
    assertThat(Ttl.seconds(60)).hasSameHashCodeAs(Ttl.of(Duration.ofMinutes(1)));
    assertThat(Ttl.seconds(60)).isNotEqualTo(Ttl.seconds(61));
    assertThat(Ttl.NEVER).isNotEqualTo(Ttl.seconds(60));
  }
}
