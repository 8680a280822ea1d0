package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RollTest {
  private static final Instant START = Instant.parse("2025-06-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource({"-10, 0", "0, 0", "45, 0.25", "90, 0.5", "180, 1", "900, 1"})
  void itsProgressIsThePartOfThePeriodThatIsOver(long seconds, double progress) {
    Roll roll = new Roll(START, Duration.ofMinutes(3));
    assertThat(roll.progress(START.plusSeconds(seconds))).isEqualTo(progress);
  }

  @Test
  void itIsOverAtTheEndOfThePeriod() {
    assertThat(new Roll(START, Duration.ofMinutes(3)).end()).isEqualTo(START.plusSeconds(180));
  }

  @Test
  void aFlushAtOnceIsOverFromTheBeginning() {
    Roll roll = new Roll(START, Duration.ZERO);
    assertThat(roll.progress(START)).isEqualTo(1);
    assertThat(roll.progress(START.minusSeconds(9))).isEqualTo(1);
    assertThat(roll.end()).isEqualTo(START);
  }
}
