package dev.corral.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.RejectedException;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodecTest {
  private static final HexFormat HEX = HexFormat.of();

  static Object[][] layouts() {
    return new Object[][] {
      {Codec.strings(), "", ""},
      {Codec.strings(), "\0", "00"},
      {Codec.strings(), "héllo", "68c3a96c6c6f"},
      {Codec.strings(), "\ufffd", "efbfbd"},
      {Codec.strings(), "🐎", "f09f908e"},
      {Codec.longs(), 0L, "30"},
      {Codec.longs(), -1L, "2d31"},
      {Codec.longs(), 12543L, "3132353433"},
      {Codec.longs(), Long.MAX_VALUE, "39323233333732303336383534373735383037"},
      {Codec.longs(), Long.MIN_VALUE, "2d39323233333732303336383534373735383038"},
      {Codec.booleans(), true, "31"},
      {Codec.booleans(), false, "30"},
      {Codec.existence(), Present.PRESENT, ""},
      {Codec.bytes(), new byte[0], ""},
      {Codec.bytes(), new byte[] {0, -1}, "00ff"},
    };
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void aValueHasTheseBytesAndComesBackFromThem(Codec<Object> codec, Object value, String hex) {
    assertThat(HEX.formatHex(codec.encode(value))).isEqualTo(hex);
    assertThat(codec.decode(HEX.parseHex(hex))).isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void aValueIsReadFromTheMiddleOfAnArray(Codec<Object> codec, Object value, String hex) {
    byte[] amidst = HEX.parseHex("c111" + hex + "2031");

    assertThat(codec.decode(amidst, 2, hex.length() / 2)).isEqualTo(value);
    assertThat(HEX.formatHex(amidst)).isEqualTo("c111" + hex + "2031");
  }

  @Test
  void randomTextsComeBackAsTheyWere() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      String text = IntStream.generate(() -> random.nextInt(Character.MAX_CODE_POINT + 1))
          .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
          .limit(random.nextInt(20))
          .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
          .toString();
      assertThat(Codec.strings().decode(Codec.strings().encode(text))).isEqualTo(text);
    }
  }

  @Test
  void randomNumbersComeBackAsTheyWere() {
    Random random = new Random(2);
    for (int i = 0; i < 10_000; i++) {
      long number = random.nextLong() >> random.nextInt(64);
      assertThat(Codec.longs().decode(Codec.longs().encode(number))).isEqualTo(number);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "c0af", "eda080", "f4908080", "e282", "41efbfbd80"})
  void malformedTextIsCorruptAndNotReplaced(String hex) {
    assertCorrupt(Codec.strings(), HEX.parseHex(hex));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "\udc0e", "a\udc0e\ud83dz"})
  void halfASurrogatePairIsRefused(String text) {
    assertThatThrownBy(() -> Codec.strings().encode(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("half a surrogate pair");
  }

  @ParameterizedTest
  @CsvSource({"'999 ', 999", "'0                   ', 0", "007, 7", "-0, 0"})
  void aCounterIsReadWithTheSpacesThatADecrementLeaves(String bytes, long number) {
    assertThat(Codec.longs().decode(bytes.getBytes(ISO_8859_1))).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-",
        "+1",
        " 1",
        "1 2",
        "1\n",
        "0x1",
        "1.0",
        "٣",
        "²",
        "9223372036854775808",
        "18446744073709551615",
        "-9223372036854775809"
      })
  void whatIsNoLongIsCorrupt(String bytes) {
    assertCorrupt(Codec.longs(), bytes.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "true", "1 ", "01", "\0"})
  void whatIsNeitherTrueNorFalseIsCorrupt(String bytes) {
    assertCorrupt(Codec.booleans(), bytes.getBytes(ISO_8859_1));
  }

  @Test
  void existenceHasNoBytes() {
    assertCorrupt(Codec.existence(), new byte[] {'1'});
  }

  @Test
  void decodedBytesAreACopy() {
    byte[] stored = {1, 2};
    Codec.bytes().decode(stored)[0] = 9;

    assertThat(stored).containsExactly(1, 2);
  }

  @Test
  void anySerializerCanBePluggedIn() {
    Codec<StringBuilder> codec = Codec.of(
        value -> value.toString().getBytes(UTF_8),
        (bytes, offset, length) -> new StringBuilder(new String(bytes, offset, length, UTF_8)));

    assertThat(codec.decode(codec.encode(new StringBuilder("plugged")))).hasToString("plugged");
    assertThat(codec).hasToString("Codec.of(...)");
    assertThat(codec.compressed()).hasToString("Codec.of(...).compressed()");
  }

  static Throwable[] whatADecoderMayThrow() {
    return new Throwable[] {
      new IllegalStateException("secret"),
      new ArrayIndexOutOfBoundsException("secret"),
      new IOException("secret"),
      new StackOverflowError("secret")
    };
  }

  @ParameterizedTest
  @MethodSource("whatADecoderMayThrow")
  void whateverADecoderThrowsTheBytesAreCorrupt(Throwable failure) {
    assertThatThrownBy(() -> throwing(failure).decode(new byte[3]))
        .isExactlyInstanceOf(CorruptValueException.class)
        .isInstanceOf(RejectedException.class)
        .hasMessage(
            "Codec.of(...) cannot read these 3 bytes: " + failure.getClass().getName())
        .hasNoCause()
        .satisfies(e -> assertThat(e.getStackTrace()).isEqualTo(failure.getStackTrace()));
  }

  @Test
  void aDecoderThatNeverEndsIsCorruptToo() {
    assertThatThrownBy(() -> Codec.of(CodecTest::unused, CodecTest::dig).decode(new byte[3]))
        .isExactlyInstanceOf(CorruptValueException.class)
        .hasMessageContaining("StackOverflowError");
  }

  @Test
  @SuppressWarnings("NullAway") // what a decoder without null checks does
  void nullOutOfADecoderIsCorrupt() {
    Codec<String> codec = Codec.of(CodecTest::unused, (bytes, offset, length) -> null);

    assertThatThrownBy(() -> codec.decode(new byte[3]))
        .isExactlyInstanceOf(CorruptValueException.class)
        .hasMessageContaining("read null");
  }

  static Throwable[] whatIsNotTheBytesFault() {
    return new Throwable[] {
      new OutOfMemoryError("full"),
      new NoClassDefFoundError("gone"),
      new CorruptValueException("said so itself")
    };
  }

  @ParameterizedTest
  @MethodSource("whatIsNotTheBytesFault")
  void otherErrorsOfADecoderPassAsTheyAre(Throwable failure) {
    assertThatThrownBy(() -> throwing(failure).decode(new byte[3])).isSameAs(failure);
  }

  @Test
  void anUncheckedExceptionOfAnEncoderPassesAsItIs() {
    RuntimeException failure = new IllegalStateException();
    Codec<String> codec = Codec.of(
        value -> {
          throw failure;
        },
        CodecTest::dig);

    assertThatThrownBy(() -> codec.encode("secret")).isSameAs(failure);
  }

  @Test
  void aCheckedExceptionOfAnEncoderIsWrapped() {
    IOException failure = new IOException();
    Codec<String> codec = Codec.of(
        value -> {
          throw failure;
        },
        CodecTest::dig);

    assertThatThrownBy(() -> codec.encode("secret"))
        .isInstanceOf(RejectedException.class)
        .hasMessage("Codec.of(...) cannot write a java.lang.String")
        .hasCause(failure);
  }

  @Test
  @SuppressWarnings("NullAway") // what an encoder without null checks does
  void nullOutOfAnEncoderIsRejected() {
    Codec<String> codec = Codec.of(value -> null, CodecTest::dig);

    assertThatThrownBy(() -> codec.encode("secret"))
        .isInstanceOf(RejectedException.class)
        .hasMessage("Codec.of(...) wrote null for a java.lang.String");
  }

  @Test
  @SuppressWarnings("NullAway") // what callers without null checks do
  void nullIsNoValue() {
    assertThatThrownBy(() -> Codec.strings().encode(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("value must not be null");
  }

  @Test
  void aRangeOutsideTheArrayIsRefused() {
    assertThatThrownBy(() -> Codec.bytes().decode(new byte[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static void assertCorrupt(Codec<?> codec, byte[] bytes) {
    assertThatThrownBy(() -> codec.decode(bytes)).isExactlyInstanceOf(CorruptValueException.class);
  }

  private static Codec<String> throwing(Throwable failure) {
    return Codec.of(CodecTest::unused, (bytes, offset, length) -> {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (Exception) failure;
    });
  }

  private static byte[] unused(String value) {
    throw new AssertionError("not called");
  }

  @SuppressWarnings("InfiniteRecursion") // overflows the stack, as intended
  private static String dig(byte[] bytes, int offset, int length) {
    return dig(bytes, offset, length) + ".";
  }
}
