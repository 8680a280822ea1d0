package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenerationTest {
  @ParameterizedTest
  @CsvSource({
    "0,                   AAAAAAAAAAA",
    "1,                   AAAAAAAAAAE",
    "3670016000000000000, Mu6EG4AAAAA",
    "9223372036854775807, f_________8",
  })
  void itsTextIsAlwaysTheSameForItIsStored(long number, String text) {
    Generation generation = new Generation(number);
    assertThat(generation).hasToString(text);
    assertThat(generation.bytes()).isEqualTo(text.getBytes(StandardCharsets.US_ASCII));
    assertThat(Generation.parse(generation.bytes())).isEqualTo(number);
  }

  @Test
  void itIsBornWhenItWasDrawn() {
    Instant time = Instant.parse("2025-06-01T12:00:00.123Z");
    assertThat(new Generation(time.toEpochMilli() << 21 | 0x1fffff).born()).isEqualTo(time);
    assertThat(new Generation(Long.MAX_VALUE).born())
        .isBetween(Instant.parse("2109-01-01T00:00:00Z"), Instant.parse("2110-01-01T00:00:00Z"));
  }

  @Test
  void theLaterOneIsTheGreater() {
    assertThat(
            Stream.of(new Generation(3), new Generation(1), new Generation(2)).sorted())
        .containsExactly(new Generation(1), new Generation(2), new Generation(3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "AAAAAAAAAA",
        "AAAAAAAAAAAA",
        "AAAAAAAAAA=",
        "AAAAAAAAA==",
        "AAAAAAA=AAA",
        "AAAAA AAAAA",
        "+AAAAAAAAAA",
        "___________",
        "gAAAAAAAAAA"
      })
  void whatIsNoGenerationCountsAsNone(String text) {
    assertThat(Generation.parse(text.getBytes(StandardCharsets.US_ASCII))).isZero();
  }

  @Test
  void noBytesAtAllDoAnyHarm() {
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = new byte[random.nextInt(8) == 0 ? random.nextInt(30) : 11];
      random.nextBytes(bytes);
      for (int j = 0; j < bytes.length; j++) {
        bytes[j] = random.nextInt(12) == 0 ? bytes[j] : (byte) "AZaz09-_=".charAt(j % 9);
      }
      assertThat(Generation.parse(bytes)).isNotNegative();
    }
  }
}
