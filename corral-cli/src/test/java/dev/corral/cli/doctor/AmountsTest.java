package dev.corral.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 bytes",
    "1023, 1.023 bytes",
    "1536, 1.5 KiB",
    "67108864, 64 MiB",
    "1717986918, 1.6 GiB"
  })
  void sizesHaveTheLargestUnit(long bytes, String text) {
    assertThat(Amounts.size(bytes)).isEqualTo(text.replace("1.023 bytes", "1,023 bytes"));
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.00012S, 0.12 ms",
    "PT1S, 1 s",
    "PT119S, 119 s",
    "PT2M, 2 min",
    "PT47H, 47 h",
    "PT48H, 2 days"
  })
  void timesHaveTheUnitThatFits(Duration time, String text) {
    assertThat(Amounts.time(time)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 %", "0.0042, 0.42 %", "0.256, 26 %", "1, 100 %"})
  void smallSharesAreNotNothing(double share, String text) {
    assertThat(Amounts.percent(share)).isEqualTo(text);
  }

  @Test
  void whatIsNotToldIsNotZero() {
    Figures figures = new Figures(Map.of("one", "1", "odd", "(null)"));
    assertThat(figures.number("one")).hasValue(1);
    assertThat(figures.number("odd")).isEmpty();
    assertThat(figures.number("none")).isEmpty();
    assertThat(figures.count("none")).isZero();
    assertThat(figures.text("odd")).contains("(null)");
  }

  @Test
  void aClockIsReadInTheMiddleOfTheRoundTrip() {
    Instant asked = Instant.ofEpochSecond(1_000);
    ClockReading clock = ClockReading.of(1_003, asked, Duration.ofSeconds(1).toNanos());
    assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(3));
    assertThat(clock.doubt()).isEqualTo(Duration.ofSeconds(2));
    assertThat(clock.isOffBy(Duration.ofSeconds(1))).isFalse();
    assertThat(clock.isOffBy(Duration.ofMillis(999))).isTrue();
  }
}
