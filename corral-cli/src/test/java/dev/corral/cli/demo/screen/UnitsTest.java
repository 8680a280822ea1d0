package dev.corral.cli.demo.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "170, 0.17 ms",
    "994, 0.99 ms",
    "996, 1.0 ms",
    "3160, 3.2 ms",
    "9949, 9.9 ms",
    "9960, 10 ms",
    "503000, 503 ms",
    "999600, 1.0 s",
    "1234567, 1.2 s",
    "9960000, 10 s",
    "12345678, 12 s"
  })
  void latenciesHaveTwoOrThreeDigits(long micros, String text) {
    assertThat(Units.latency(Duration.ofNanos(1000 * micros))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 s", "80, 80 ms", "250, 0.25 s", "500, 0.5 s", "1000, 1 s", "90000, 90 s"})
  void lengthsAreExact(long millis, String text) {
    assertThat(Units.length(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"1|call|1 call", "0|call|0 calls", "1|query|1 query", "1204|query|1,204 queries"})
  void nounsFollowTheirNumber(long number, String noun, String words) {
    assertThat(Units.count(number, noun)).isEqualTo(words);
  }
}
