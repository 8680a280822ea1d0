package dev.corral.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CounterTest {
  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "0,0",
        "7,7",
        " 7,7",
        "7  ,7",
        "12 a,12",
        "+1,1",
        "-0,0",
        "-18446744073709551615,1",
        "12\0a,12",
        "00000000000000000000000000008,8",
        "9223372036854775808,9223372036854775808",
        "18446744073709551615,18446744073709551615"
      })
  void digitsWithASignAndSpacesAroundThemAreANumber(String text, String number) {
    assertThat(parse(text)).hasValue(Long.parseUnsignedLong(number));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a",
        "-1",
        "-9223372036854775808",
        "- 1",
        "+",
        "+-1",
        "1.5",
        "1a",
        "18446744073709551616",
        "18446744073709551620",
        "99999999999999999999",
        "184467440737095516150"
      })
  void anythingElseIsNone(String text) {
    assertThat(parse(text)).isEmpty();
  }

  private static OptionalLong parse(String text) {
    return Counter.parse(text.getBytes(StandardCharsets.US_ASCII));
  }
}
