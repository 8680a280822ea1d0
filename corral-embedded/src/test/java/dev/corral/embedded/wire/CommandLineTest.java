package dev.corral.embedded.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  private final CommandLine line = new CommandLine();

  @Test
  void aLineIsCutAtItsSpacesOnly() {
    read("  mg a\tb  T30 ");
    assertThat(words()).containsExactly("mg", "a\tb", "T30");
    assertThat(line.command()).isEqualTo("mg");
    assertThat(line.hasRest()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "   ", "\0", "\0mg a"})
  void aLineMayHaveNoWords(String text) {
    read(text);
    assertThat(line.words()).isZero();
    assertThat(line.command()).isEmpty();
    assertThat(line.length(0)).isZero();
    assertThat(line.is(0, "mg")).isFalse();
    assertThat(line.startsWith(0, "m")).isFalse();
    assertThat(line.hasRest()).isFalse();
  }

  @Test
  void aNulEndsIt() {
    read("get a\0b c");
    assertThat(words()).containsExactly("get", "a");
  }

  @Test
  void wordsBeyondThe23rdAreTheRest() {
    read("get" + " a".repeat(22));
    assertThat(line.words()).isEqualTo(23);
    assertThat(line.hasRest()).isFalse();

    read("get" + " a".repeat(22) + "  ");
    assertThat(line.hasRest()).isFalse();

    read("get" + " a".repeat(22) + "  b c");
    assertThat(line.words()).isEqualTo(23);
    assertThat(line.hasRest()).isTrue();
    line.next();
    assertThat(words()).containsExactly("b", "c");
    assertThat(line.hasRest()).isFalse();
  }

  @Test
  void theRestMayHaveARest() {
    read("get" + " a".repeat(22 + 23 + 5));
    line.next();
    assertThat(line.words()).isEqualTo(23);
    assertThat(line.hasRest()).isTrue();
    line.next();
    assertThat(line.words()).isEqualTo(5);
    assertThat(line.hasRest()).isFalse();
  }

  @Test
  void aLineIsReadOverTheOneBefore() {
    read("mg " + "k".repeat(300) + " v");
    assertThat(line.length(1)).isEqualTo(300);
    read("md a");
    assertThat(words()).containsExactly("md", "a");
  }

  @Test
  void onlyItsBytesAreTaken() {
    ByteBuf in = Unpooled.copiedBuffer("mn\r\nmg a\r\n", ISO_8859_1);
    line.read(in, 2);
    assertThat(words()).containsExactly("mn");
    assertThat(in.toString(ISO_8859_1)).isEqualTo("\r\nmg a\r\n");
  }

  @Test
  void aWordIsComparedAndCopied() {
    read("set \u00e9\u00ff");
    assertThat(line.is(0, "set")).isTrue();
    assertThat(line.is(0, "se")).isFalse();
    assertThat(line.is(0, "sets")).isFalse();
    assertThat(line.startsWith(0, "se")).isTrue();
    assertThat(line.startsWith(0, "sa")).isFalse();
    assertThat(line.first(1)).isEqualTo(0xe9);
    assertThat(line.text(1)).isEqualTo("\u00e9\u00ff");
    assertThat(line.bytes(1)).containsExactly(0xe9, 0xff);
    ByteBuf out = Unpooled.buffer();
    line.write(1, out);
    assertThat(out.toString(ISO_8859_1)).isEqualTo("\u00e9\u00ff");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "007, 7",
    "+5, 5",
    "-5, -5",
    "2147483647, 2147483647",
    "2147483648, -2147483648",
    "4294967295, -1",
    "4294967297, 1",
    "9223372036854775807, -1",
    "-9223372036854775808, 0",
    "-9223372036854775807, 1"
  })
  void aNumberIsCutDownTo32Bits(String word, int number) {
    read("T" + word);
    assertThat(line.signed(0, 1)).hasValue(number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\t7", "\u000b\f\r7", "7\t", "7\tx", "7\r", "\t+7\tabc"})
  void whiteSpaceGoesBeforeANumberAndEndsIt(String word) {
    read(word);
    assertThat(line.signed(0, 0)).hasValue(7);
    assertThat(line.unsigned(0, 0)).hasValue(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "-", "+", "--1", "+-1", "1x", "1.5", "0x1", "\t", "1-", "- 1"})
  void anythingElseIsNoNumber(String word) {
    read(word);
    assertThat(line.signed(0, 0)).isEmpty();
    assertThat(line.unsigned(0, 0)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775808",
        "-9223372036854775809",
        "9223372036854775810",
        "99999999999999999999",
        "-99999999999999999999"
      })
  void whatDoesNotFitInto64BitsIsNoNumber(String word) {
    read(word);
    assertThat(line.signed(0, 0)).isEmpty();
  }

  @Test
  void aFlagMayHaveNoNumber() {
    read("mg a T");
    assertThat(line.signed(2, 1)).isEmpty();
    assertThat(line.unsigned(2, 1)).isEmpty();
  }

  @Test
  void anUnsignedNumberHas64Bits() {
    read("C18446744073709551615 C18446744073709551616 C-1");
    assertThat(line.unsigned(0, 1)).hasValue(-1L);
    assertThat(line.unsigned(1, 1)).isEmpty();
    assertThat(line.unsigned(2, 1)).isEmpty();
  }

  private void read(String text) {
    line.read(Unpooled.copiedBuffer(text, ISO_8859_1), text.length());
  }

  private List<String> words() {
    List<String> words = new ArrayList<>();
    for (int word = 0; word < line.words(); word++) {
      words.add(line.text(word));
    }
    return words;
  }
}
