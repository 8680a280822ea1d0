package dev.corral.memcached.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.memcached.wire.Decoded.Seen;
import dev.corral.memcached.wire.Reply.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyDecoderRefusalTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        " HD",
        "hd",
        "HDD",
        "H",
        "HX",
        "HD\tW",
        "HD\u0000",
        "HD\r",
        "H\u00c4",
        "END\t",
        "ENDE",
        "VALUES k 0 1",
        "VA12E k 0 0",
        "VALVE k 0 0",
        "VERSIONS",
        "STORE",
        "NOT_STORED",
        "CONFIGS cluster 0 1",
      })
  void aLineOfNoKnownKindIsRefused(String line) {
    assertUnreadable(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "VA",
        "VA ",
        "VA f1",
        "VA  5",
        "VA 5\tf1",
        "VA -1",
        "VA +1",
        "VA 0x1",
        "VA 1.",
        "VA 5\u0000",
        "VA 18446744073709551616",
        "VA 000000000000000000001",
        "VALUE",
        "VALUE ",
        "VALUE k",
        "VALUE k ",
        "VALUE k 0",
        "VALUE k 0 ",
        "VALUE k  0 5",
        "VALUE k 0  5",
        "VALUE  0 5",
        "VALUE  k 0 5",
        "VALUE k\t0 5",
        "VALUE k 0 -5",
        "VALUE k -1 5",
        "VALUE k 4294967296 5",
        "VALUE k 0 5\t7",
        "CONFIG",
        "CONFIG cluster",
        "CONFIG cluster 0",
        "CONFIG  0 5",
        "CONFIG cluster 0 x",
        "CONFIG cluster -1 5",
      })
  void aValueWithoutItsLengthOrKeyIsRefused(String line) {
    assertUnreadable(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f",
        "f-1",
        "f+1",
        "f1x",
        "f4294967296",
        "f18446744073709551615",
        "c",
        "c-1",
        "c18446744073709551616",
        "c99999999999999999999",
        "c100000000000000000000",
        "c/",
        "c:",
        "t",
        "t+1",
        "tx",
        "t-",
        "t-2",
        "t-12",
        "t-x",
        "t--1",
        "t9223372036854775808",
        "t18446744073709551615"
      })
  void aNumberThatIsNoneIsRefused(String flag) {
    assertUnreadable("HD " + flag);
    assertUnreadable("HD W " + flag + " X");
    assertUnreadable("VA 5 " + flag);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2049", "2147483648", "4294967296", "9223372036854775808"})
  void aValueAboveTheLimitIsRefusedBeforeThereIsRoomForIt(String size) {
    assertThat(decode("VA " + size + "\r\n").reason())
        .isEqualTo("a value too large to be one, at most 2048 bytes are expected: VA " + size);
    assertThat(decode("VALUE k 0 " + size + "\r\n").reason()).endsWith(": VALUE k 0 " + size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc\r\n", "a\r\n", "ab\n", "ab\r\r\n", "abHD\r\n", "a\r\nHD\r\n"})
  void aValueOfAnotherLengthIsRefused(String value) {
    assertThat(decode("VA 2 f1\r\n" + value))
        .isEqualTo(new Decoded(List.of(), "a value of another length than its line says: VA 2 f1"));
  }

  @Test
  void aLineWithoutItsEndOrWithNothingElseIsRefused() {
    assertThat(decode("HD\n").reason()).isEqualTo("no reply of the protocol: HD");
    assertThat(decode("VA 2\nhi\r\n").reason()).isEqualTo("no reply of the protocol: VA 2");
    assertThat(decode("\u0000\n").reason()).isEqualTo("no reply of the protocol: ?");
    for (String nothing : List.of("\n", "\r\n", "\n\r\n")) {
      assertThat(decode(nothing)).isEqualTo(new Decoded(List.of(), "no reply of the protocol: "));
    }
  }

  @Test
  void whatHasNotComeYetIsNotRefused() {
    for (String wire :
        new String[] {"", "H", "x", "\r", "HD\r", "VA 5\r", "VA 5\r\nhel", "VA 0\r\n\r"}) {
      assertThat(decode(wire)).isEqualTo(new Decoded(List.of(), null));
    }
  }

  @Test
  void whatCameBeforeIsDelivered() {
    assertThat(decode("HD\r\nMN\r\nno\r\nEN\r\n").replies())
        .extracting(Seen::kind)
        .containsExactly(Kind.HD, Kind.MN);
  }

  @Test
  void theReasonShowsWhatCamePrintableAndShort() {
    assertThat(decode("\u0000\u001b[31m\u007f\u00e9~ !\r\n").reason())
        .isEqualTo("no reply of the protocol: ??[31m??~ !");
    assertThat(decode("y".repeat(80) + "\r\n").reason())
        .isEqualTo("no reply of the protocol: " + "y".repeat(80));
    assertThat(decode("y".repeat(81) + "\r\n").reason())
        .isEqualTo("no reply of the protocol: " + "y".repeat(80) + "…");
  }

  @Test
  void aLineThatNeverEndsIsRefused() {
    assertThat(decode("z".repeat(4096)).reason()).isNull();
    assertThat(decode("z".repeat(100_000)).reason())
        .isEqualTo("a line of more than 4096 bytes: " + "z".repeat(80) + "…");
  }

  private static void assertUnreadable(String line) {
    Decoded decoded = decode(line + "\r\nHD\r\n");

    assertThat(decoded.replies()).as(line).isEmpty();
    assertThat(decoded.reason())
        .isEqualTo("no reply of the protocol: " + line.replaceAll("[^ -~]", "?"));
  }

  private static Decoded decode(String wire) {
    return Decoded.whole(wire.getBytes(ISO_8859_1));
  }
}
