package dev.corral.key;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTest {
  @Test
  void aRawKeyIsSentAsItIsWritten() {
    Key key = Key.raw("user:12543|%#~^!");

    assertThat(key.bytes()).isEqualTo("user:12543|%#~^!".getBytes(ISO_8859_1));
    assertThat(key.isBinary()).isFalse();
    assertThat(key).hasToString("user:12543|%#~^!");
  }

  @Test
  void aRawKeyMayHoldEveryCharacterFrom21To7e() {
    StringBuilder all = new StringBuilder();
    for (char c = 0x21; c <= 0x7e; c++) {
      all.append(c);
    }

    assertThat(Key.raw(all.toString())).hasToString(all.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 249, 250})
  void aRawKeyHas1To250Bytes(int length) {
    assertThat(Key.raw("x".repeat(length)).bytes()).hasSize(length);
  }

  @ParameterizedTest
  @ValueSource(ints = {251, 10_000})
  void aLongerRawKeyIsRefusedByItsLength(int length) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Key.raw("x".repeat(length)))
        .withMessage("key must have at most 250 bytes, but has " + length);
  }

  @Test
  void anEmptyRawKeyIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Key.raw(""))
        .withMessage("key must not be empty");
  }

  static List<Arguments> keysWithABadCharacter() {
    return List.of(
        arguments("a b", "U+0020", 1),
        arguments("get\r\nflush_all", "U+000D", 3),
        arguments("\n", "U+000A", 0),
        arguments("ab\u0000", "U+0000", 2),
        arguments("ab\u007f", "U+007F", 2),
        arguments("caf\u00e9", "U+00E9", 3),
        arguments("\u4f60", "U+4F60", 0),
        arguments("a\ud83d\ude00", "U+1F600", 1),
        arguments("a\ud83d", "U+D83D", 1),
        arguments("\ude00a", "U+DE00", 0));
  }

  @ParameterizedTest
  @MethodSource("keysWithABadCharacter")
  void aRawKeyWithAnotherCharacterIsRefusedByItsNumberAndPlace(
      String text, String point, int index) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Key.raw(text))
        .withMessage(
            "key must have only the characters U+0021 to U+007E, but has %s at index %d",
            point, index);
  }

  @Test
  @SuppressWarnings("NullAway") // what callers without a checker may pass
  void nullIsNoKey() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Key.raw(null))
        .withMessage("key must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Key.binary(null))
        .withMessage("key must not be null");
  }

  @Test
  void aBinaryKeyOfPrintableBytesIsTheText() {
    Key key = Key.binary("user:1".getBytes(ISO_8859_1));

    assertThat(key).isEqualTo(Key.raw("user:1")).hasSameHashCodeAs(Key.raw("user:1"));
    assertThat(key.isBinary()).isFalse();
  }

  @Test
  void aBinaryKeyOfOnly250PrintableBytesIsKeptAsItIs() {
    String text = "x".repeat(250);

    assertThat(Key.binary(text.getBytes(ISO_8859_1))).isEqualTo(Key.raw(text));
  }

  @Test
  void aBinaryKeyOfOtherBytesIsSentAsPaddedBase64() {
    Key key = Key.binary(new byte[] {0, 1, 2, (byte) 0xff});

    assertThat(key.bytes()).isEqualTo("AAEC/w==".getBytes(ISO_8859_1));
    assertThat(key.isBinary()).isTrue();
    assertThat(key).hasToString("AAEC/w== (base64)");
  }

  @ParameterizedTest
  @ValueSource(bytes = {0x20, 0x7f, '\r', '\n', 0, -1})
  void oneByteThatIsNotPrintableMakesAKeyBinary(byte odd) {
    byte[] bytes = {'a', odd, 'b'};

    assertThat(Key.binary(bytes).isBinary()).isTrue();
    assertThat(Base64.getDecoder().decode(Key.binary(bytes).bytes())).isEqualTo(bytes);
  }

  @Test
  void aBinaryKeyOf186BytesStillFits() {
    Key key = Key.binary(new byte[186]);

    assertThat(key.isBinary()).isTrue();
    assertThat(key.bytes()).hasSize(248);
  }

  @Test
  void aLongerBinaryKeyIsHashed() {
    // What head -c 187 /dev/zero | sha256sum begins with, in base64url.
    Key key = Key.binary(new byte[187]);

    assertThat(key.isBinary()).isFalse();
    assertThat(key).hasToString("%#lwj9DDpkWRwCTAIWfzt8rQ");
  }

  @Test
  void aPrintableBinaryKeyIsHashedOnlyPast250Bytes() {
    byte[] bytes = "x".repeat(251).getBytes(ISO_8859_1);

    assertThat(Key.binary(bytes).toString()).startsWith("%#").hasSize(24);
  }

  @Test
  void bytesThatLookLikeAHashedBinaryKeyAreNotTakenForIt() {
    Key hashed = Key.binary(new byte[1000]);
    Key forged = Key.binary(hashed.bytes());

    assertThat(forged).isNotEqualTo(hashed);
    assertThat(Key.binary(forged.bytes())).isNotEqualTo(forged).isNotEqualTo(hashed);
    assertThat(Key.binary("%#x".getBytes(ISO_8859_1))).hasToString("%#x");
  }

  @Test
  void aBinaryKeyKeepsItsOwnCopy() {
    byte[] bytes = {'a', 'b'};
    Key key = Key.binary(bytes);
    bytes[0] = 'c';

    assertThat(key).hasToString("ab");
  }

  @Test
  void anEmptyBinaryKeyIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Key.binary(new byte[0]))
        .withMessage("key must not be empty");
  }

  @Test
  void aBinaryKeyIsNotTheTextOfItsBase64() {
    Key binary = Key.binary(new byte[] {0, 1, 2});
    Key text = Key.raw("AAEC");

    assertThat(binary.bytes()).isEqualTo(text.bytes());
    assertThat(binary).isNotEqualTo(text);
  }

  @Test
  void keysAreEqualByWhatIsSent() {
    Key key = Key.raw("a:b");

    assertThat(key).isEqualTo(Key.of("a", "b")).hasSameHashCodeAs(Key.of("a", "b"));
    assertThat(key).isNotEqualTo(Key.raw("a:c")).isNotEqualTo("a:b").isNotEqualTo(null);
  }

  @Test
  void keysWhoseHashesCollideAreStillDifferent() {
    Key one = Key.raw("Aa");
    Key other = Key.raw("BB");

    assertThat(one).hasSameHashCodeAs(other).isNotEqualTo(other);
  }
}
