package dev.corral.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigInteger;
import java.nio.CharBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeyCompositionTest {
  private static final UUID SOME_ID = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");

  enum Colour {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "a constant with a body of its own";
      }
    }
  }

  static List<Arguments> segments() {
    return List.of(
        arguments("user", "user"),
        arguments("-1", "-1"),
        arguments("a|b~c#d^e!", "a|b~c#d^e!"),
        arguments("", "%-"),
        arguments("%-", "%25-"),
        arguments(":", "%3A"),
        arguments("50%", "50%25"),
        arguments(" ", "%20"),
        arguments("a\r\nb", "a%0D%0Ab"),
        arguments("\u0000", "%00"),
        arguments("\u007f", "%7F"),
        arguments("\u0080", "%C2%80"),
        arguments("é", "%C3%A9"),
        arguments("\u07ff", "%DF%BF"),
        arguments("\u0800", "%E0%A0%80"),
        arguments("你", "%E4%BD%A0"),
        arguments("\uffff", "%EF%BF%BF"),
        arguments("\ud800\udc00", "%F0%90%80%80"),
        arguments("😀", "%F0%9F%98%80"),
        arguments("\udbff\udfff", "%F4%8F%BF%BF"),
        arguments("\ud83d", "%ED%A0%BD"),
        arguments("\ude00\ud83d", "%ED%B8%80%ED%A0%BD"),
        arguments("#B", "%23B"),
        arguments("~B", "%7EB"),
        arguments("^B", "%5EB"),
        arguments("##", "%23#"),
        arguments(0, "#A"),
        arguments(1, "#B"),
        arguments(63, "#_"),
        arguments(64, "#BA"),
        arguments(12543, "#DD_"),
        arguments(Integer.MAX_VALUE, "#B_____"),
        arguments(Long.MAX_VALUE, "#H__________"),
        arguments(-1, "~B"),
        arguments(-64, "~BA"),
        arguments(Integer.MIN_VALUE, "~CAAAAA"),
        arguments(Long.MIN_VALUE, "~IAAAAAAAAAA"),
        arguments(SOME_ID, "^Ej5FZ-ibEtOkVkJmFBdAAA"),
        arguments(new byte[0], "%="),
        arguments(new byte[] {0}, "%=AA"),
        arguments(new byte[] {-1, -1}, "%=__8"),
        arguments(new byte[] {1, 2, 3, 4}, "%=AQIDBA"),
        arguments(new UUID(0, 0), "^AAAAAAAAAAAAAAAAAAAAAA"),
        arguments(new UUID(-1, -1), "^_____________________w"),
        arguments(Colour.RED, "RED"),
        arguments(Colour.GREEN, "GREEN"));
  }

  @ParameterizedTest
  @MethodSource("segments")
  void eachSegmentHasItsForm(Object segment, String form) {
    assertThat(Key.of(segment)).hasToString(form);
    assertThat(Key.of("a", segment, segment)).hasToString("a:" + form + ":" + form);
  }

  @Test
  void segmentsAreJoinedByColons() {
    assertThat(Key.of("user", 12543, "basket")).hasToString("user:#DD_:basket");
  }

  @Test
  void theWidthOfANumberDoesNotMatter() {
    Set<Key> keys = Set.of(Key.of((byte) -7));

    assertThat(keys).contains(Key.of((short) -7), Key.of(-7), Key.of(-7L));
  }

  @Test
  void listsThatOnlyLookAlikeGiveDifferentKeys() {
    List<Object[]> lists = List.of(
        new Object[] {"1"},
        new Object[] {1},
        new Object[] {-1},
        new Object[] {"-1"},
        new Object[] {"#B"},
        new Object[] {"%23B"},
        new Object[] {"~B"},
        new Object[] {""},
        new Object[] {"", ""},
        new Object[] {"", "", ""},
        new Object[] {":"},
        new Object[] {"%-"},
        new Object[] {"%3A"},
        new Object[] {"a", "b"},
        new Object[] {"a:b"},
        new Object[] {"ab"},
        new Object[] {"a", "", "b"},
        new Object[] {"a::b"},
        new Object[] {"a:", "b"},
        new Object[] {"a", ":b"},
        new Object[] {"a%3Ab"},
        new Object[] {new byte[0]},
        new Object[] {new byte[1]},
        new Object[] {"%="},
        new Object[] {"%=AA"},
        new Object[] {SOME_ID},
        new Object[] {SOME_ID.toString()},
        new Object[] {"^Ej5FZ-ibEtOkVkJmFBdAAA"},
        new Object[] {"?"},
        new Object[] {"\ud800"},
        new Object[] {"\udc00"},
        new Object[] {"\ud800\udc00"},
        new Object[] {"\udc00\ud800"},
        new Object[] {"\ud800", "\udc00"},
        new Object[] {"\ufffd"});
    Set<Key> keys = new HashSet<>();

    for (Object[] list : lists) {
      assertThat(keys.add(Key.of(list))).as("new: %s", Key.of(list)).isTrue();
    }
  }

  @Test
  void aKeyOf250BytesIsKeptAsItIs() {
    assertThat(Key.of("report", "x".repeat(243))).hasToString("report:" + "x".repeat(243));
    assertThat(Key.of("report", " ".repeat(81))).hasToString("report:" + "%20".repeat(81));
  }

  @Test
  void aLongerKeyIsItsBeginningAndAHash() {
    // The hash is that of "report:" and 300 x, made with another program.
    assertThat(Key.of("report", "x".repeat(300)))
        .hasToString("report:" + "x".repeat(97) + "%#o2c6FlxL3CyXSjHd52JUxQ");
    assertThat(Key.of("report", "x".repeat(244)).bytes()).hasSize(128);
  }

  @Test
  void theBeginningNeverEndsInsideAnEscape() {
    String tail = " ".repeat(60);

    assertThat(Key.of("x".repeat(101) + tail).toString())
        .startsWith("x".repeat(101) + "%20%#")
        .hasSize(128);
    assertThat(Key.of("x".repeat(102) + tail))
        .hasToString("x".repeat(102) + "%#_fXAMV4CW3KnPbpVt61ICA");
    assertThat(Key.of("x".repeat(103) + tail).toString())
        .startsWith("x".repeat(103) + "%#")
        .hasSize(127);
    assertThat(Key.of("x".repeat(104) + tail).toString())
        .startsWith("x".repeat(104) + "%#")
        .hasSize(128);
  }

  @Test
  void longKeysThatDifferOnlyInTheMiddleOrAtTheEndDiffer() {
    String half = "x".repeat(5_000);

    assertThat(Set.of(
            Key.of(half + half),
            Key.of(half + "y" + half),
            Key.of(half, half),
            Key.of(half + half + "y"),
            Key.of(half + half, "")))
        .hasSize(5);
  }

  @Test
  void noSegmentsCanForgeAHashedKey() {
    Key hashed = Key.of("report", "x".repeat(300));

    assertThat(Key.of((Object[]) hashed.toString().split(":", -1))).isNotEqualTo(hashed);
    assertThat(Key.of(hashed.toString())).isNotEqualTo(hashed);
  }

  @Test
  void aKeyNeedsASegment() {
    assertThatIllegalArgumentException()
        .isThrownBy(Key::of)
        .withMessage("a key needs at least one segment");
  }

  @Test
  @SuppressWarnings("NullAway") // what callers without a checker may pass
  void nullIsRefusedByItsPlace() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Key.of((Object[]) null))
        .withMessage("segments must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Key.of("a", null))
        .withMessage("segment 1 must not be null");
  }

  static List<Object> unsupported() {
    return List.of(
        'c', true, 1.5, 1.5f, BigInteger.ONE, new char[0], List.of("a"), CharBuffer.wrap("a"));
  }

  @ParameterizedTest
  @MethodSource("unsupported")
  void aSegmentOfAnotherTypeIsRefusedByItsType(Object segment) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Key.of("a", segment))
        .withMessage(
            "segment 1 must be a string, a whole number from byte to long, a UUID, an enum or bytes, but is a "
                + segment.getClass().getName());
  }

  @Test
  void aRefusedKeyLeavesNothingBehind() {
    assertThatIllegalArgumentException().isThrownBy(() -> Key.of("x".repeat(1_000), 1.5));

    assertThat(Key.of("a")).hasToString("a");
  }
}
