package dev.corral.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.DayOfWeek;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PlainTest {
  @Test
  void wholeNumbersOfAnyWidthAreWrittenAlike() {
    assertThat(List.<Object>of((byte) -7, (short) -7, -7, -7L))
        .allSatisfy(number -> assertThat(Plain.text(number)).isEqualTo("-7"));
  }

  @Test
  void stringsUuidsAndConstantsAreThemselves() {
    UUID uuid = new UUID(1, 2);
    assertThat(Plain.text("a b")).isEqualTo("a b");
    assertThat(Plain.text(uuid)).isEqualTo(uuid.toString());
    assertThat(Plain.text(DayOfWeek.MONDAY)).isEqualTo("MONDAY");
  }

  @Test
  void nothingElseIsPlain() {
    assertThat(List.of(1.5, 'a', BigInteger.ONE, List.of("a"), new byte[0], true))
        .allSatisfy(value -> assertThat(Plain.text(value)).isNull());
  }
}
