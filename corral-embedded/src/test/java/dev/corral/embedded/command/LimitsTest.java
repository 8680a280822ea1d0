package dev.corral.embedded.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.embedded.Dialogue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is expected here was heard from memcached 1.6.18. */
class LimitsTest {
  private static final String LONGEST_KEY = "k".repeat(250);
  private static final String LONGEST_OPAQUE = "O" + "o".repeat(31);
  /** Beside a key of one byte, and without flags. */
  private static final int LARGEST_VALUE = (1 << 20) - 60;

  private static final String BAD_FORMAT = "CLIENT_ERROR bad command line format\n";
  private static final String BAD_OPAQUE = "CLIENT_ERROR opaque token too long\n";
  private static final String TOO_LARGE = "SERVER_ERROR object too large for cache\n";

  private final Dialogue dialogue = new Dialogue();

  @AfterEach
  void end() {
    dialogue.close();
  }

  @Test
  void aKeyHas250BytesAtMost() {
    assertThat(said("set " + LONGEST_KEY + " 0 0 1", "x")).isEqualTo("STORED\n");
    assertThat(said("mg " + LONGEST_KEY + " v")).isEqualTo("VA 1\nx\n");
    assertThat(said("set " + LONGEST_KEY + "k 0 0 1", "x")).isEqualTo(BAD_FORMAT + "ERROR\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mg %s",
        "ms %s 1",
        "md %s",
        "ma %s",
        "me %s",
        "get %s",
        "gets a %s",
        "gat 0 %s",
        "touch %s 1",
        "incr %s 1",
        "decr %s 1",
        "delete %s",
        "cas %s 0 0 1 1",
        "me %s b"
      })
  void aLongerKeyIsRefused(String command) {
    assertThat(said(command.formatted(LONGEST_KEY + "k"), "mn")).isEqualTo(BAD_FORMAT + "MN\n");
  }

  @Test
  void whatIsTooLargeForOneChunkIsNoNumber() {
    int largestWhole = (512 << 10) - 60;
    assertThat(said("set a 0 0 " + largestWhole, "12" + " ".repeat(largestWhole - 2)))
        .isEqualTo("STORED\n");
    assertThat(said("incr a 1", "ma a v", "ma a v C99")).isEqualTo("13\nVA 2\n14\nEX\n");
    assertThat(said("append a 0 0 1", " ")).isEqualTo("STORED\n");
    String refusal = "CLIENT_ERROR cannot increment or decrement non-numeric value\n";
    assertThat(said("incr a 1", "ma a v", "ma a v C99")).isEqualTo(refusal.repeat(3));
  }

  @Test
  void aKeyIsAsLongAsItsBase64() {
    assertThat(said("mg " + "A".repeat(248) + " b")).isEqualTo("EN\n");
    assertThat(said("mg " + "A".repeat(252) + " b")).isEqualTo(BAD_FORMAT);
  }

  @Test
  void anOpaqueHas31CharactersAtMost() {
    assertThat(said("mg a " + LONGEST_OPAQUE)).isEqualTo("EN " + LONGEST_OPAQUE + "\n");
    assertThat(said("ms a 1 " + LONGEST_OPAQUE, "1")).isEqualTo("HD " + LONGEST_OPAQUE + "\n");
    assertThat(said("ma a " + LONGEST_OPAQUE)).isEqualTo("HD " + LONGEST_OPAQUE + "\n");
    assertThat(said("mg a " + LONGEST_OPAQUE)).isEqualTo("HD " + LONGEST_OPAQUE + "\n");
    assertThat(said("md a " + LONGEST_OPAQUE)).isEqualTo("HD " + LONGEST_OPAQUE + "\n");
  }

  @Test
  void whatALongerOpaqueFindsDoneStaysDone() {
    String tooLong = LONGEST_OPAQUE + "o";
    assertThat(said("mg a q " + tooLong)).isEqualTo(BAD_OPAQUE);
    assertThat(said("mg a N30 t " + tooLong, "mg a t")).isEqualTo(BAD_OPAQUE + "HD t30\n");
    assertThat(said("mg a T60 " + tooLong, "mg a t")).isEqualTo(BAD_OPAQUE + "HD t60\n");
    assertThat(said("mg a " + tooLong + " T90", "mg a t")).isEqualTo(BAD_OPAQUE + "HD t60\n");
    assertThat(said("md a " + tooLong, "mg a")).isEqualTo(BAD_OPAQUE + "HD\n");
    assertThat(said("set a 0 0 1", "5", "ma a q T30 " + tooLong, "mg a t v"))
        .isEqualTo("STORED\n" + BAD_OPAQUE + "VA 1 t30\n6\n");
    assertThat(said("ma b " + tooLong)).isEqualTo(BAD_OPAQUE);
    assertThat(said("ma b N30 " + tooLong, "get b"))
        .isEqualTo(BAD_OPAQUE + "VALUE b 0 1\n0\nEND\n");
  }

  @Test
  void aStoreWithALongerOpaqueIsNotMade() {
    String tooLong = LONGEST_OPAQUE + "o";
    assertThat(said("ms a 1 q " + tooLong, "x", "mg a")).isEqualTo(BAD_OPAQUE + "EN\n");
    assertThat(said("ms a 1 MZ " + tooLong, "x"))
        .isEqualTo("CLIENT_ERROR invalid mode for ms M token\n");
  }

  @ParameterizedTest
  @CsvSource({
    "mg a,options flags are too long",
    "md a,options flags too long",
    "ma a,options flags too long"
  })
  void aMetaCommandHas19WordsAtMost(String command, String complaint) {
    String flags = " v s t c f k h l u q O1 T5 N5 R5 C1 M+ J1";
    assertThat(said(command + flags)).doesNotContain(complaint);
    assertThat(said(command + flags + " D1")).isEqualTo("CLIENT_ERROR " + complaint + "\n");
    assertThat(said(command + " v".repeat(40))).isEqualTo("CLIENT_ERROR " + complaint + "\n");
  }

  @Test
  void aMetaStoreWithTooManyWordsHasNoValue() {
    assertThat(said("ms a 1" + " v".repeat(17), "mn"))
        .isEqualTo("CLIENT_ERROR options flags too long\nMN\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 21, 22, 23, 24, 44, 45, 46, 47, 500})
  void anyNumberOfKeysCanBeAskedFor(int keys) {
    said("set a 0 0 1", "x");
    String expected = "VALUE a 0 1\nx\n".repeat(keys) + "END\n";
    assertThat(said("get" + " a".repeat(keys))).isEqualTo(expected);
    assertThat(said("get" + "   a".repeat(keys) + "   ")).isEqualTo(expected);
    assertThat(said("gat 0" + " a".repeat(keys))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "touch a 0",
        "delete a",
        "incr a 1",
        "set a 0 0 1",
        "flush_all",
        "verbosity 0",
        "foo"
      })
  void otherCommandsTakeNoMoreWordsThanTheyKnow(String command) {
    for (int more = 16; more < 30; more++) {
      assertThat(said(command + " x".repeat(more))).isEqualTo("ERROR\n");
    }
  }

  @Test
  void someCommandsLookAtNoFurtherWords() {
    assertThat(said("version" + " x".repeat(30))).isEqualTo("VERSION 1.6.18\n");
    assertThat(said("mn" + " x".repeat(30))).isEqualTo("MN\n");
    assertThat(said("me a" + " x".repeat(30))).isEqualTo("EN\n");
    assertThat(said("foo" + " x".repeat(30) + " HTTP/1.1")).isEqualTo("ERROR\n");
  }

  @Test
  void aBrowserIsSentAway() {
    assertThat(said("POST / HTTP/1.1", "mn")).isEmpty();
    assertThat(dialogue.isOver()).isTrue();
  }

  @Test
  void whoQuitsHearsNoMore() {
    assertThat(said("mn", "quit", "mn")).isEqualTo("MN\n");
    assertThat(dialogue.isOver()).isTrue();
  }

  @Test
  void anItemHasAMebibyteAtMost() {
    String largest = "x".repeat(LARGEST_VALUE);
    assertThat(said("set a 0 0 " + LARGEST_VALUE, largest)).isEqualTo("STORED\n");
    assertThat(said("ms b " + LARGEST_VALUE, largest)).isEqualTo("HD\n");
    assertThat(said("mg a s", "mg b s")).isEqualTo("HD s%1$d\nHD s%1$d\n".formatted(LARGEST_VALUE));
    assertThat(said("set a 1 0 " + LARGEST_VALUE, largest, "mg a")).isEqualTo(TOO_LARGE + "EN\n");
    assertThat(said("append b 0 0 1", "x")).isEqualTo("NOT_STORED\n");
    assertThat(said("ms b 1 MP", "x")).isEqualTo("NS\n");
  }

  @ParameterizedTest
  @CsvSource({
    "set a 0 0 %d,EN", "add a 0 0 %d,HD", "replace a 0 0 %d,HD", "append a 0 0 %d,HD",
    "prepend a 0 0 %d,HD", "cas a 0 0 %d 1,HD", "ms a %d q,EN", "ms a %d ME,EN"
  })
  void aLargerValueIsPassedOverAndMayTakeTheOldOneWithIt(String command, String left) {
    int length = LARGEST_VALUE + 1;
    assertThat(said("set a 0 0 1", "x", command.formatted(length), "x".repeat(length), "mg a"))
        .isEqualTo("STORED\n" + TOO_LARGE + left + "\n");
  }

  @Test
  void aRefusalForSizeCanBeSilent() {
    int length = LARGEST_VALUE + 1;
    assertThat(said("set a 0 0 " + length + " noreply", "x".repeat(length), "mn"))
        .isEqualTo("MN\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"set a 0 0 2147483645", "ms a 2147483645", "ms a 2147483600 T0"})
  void theGreatestLengthThereIsIsRefusedToo(String command) {
    assertThat(said("set a 0 0 1", "x")).isEqualTo("STORED\n");
    assertThat(said(command)).isEmpty(); // until all of it has come
    try (Dialogue another = dialogue.another()) {
      assertThat(another.hear("mg a\r\n")).isEqualTo("EN\n");
    }
  }

  private String said(String... lines) {
    return dialogue.hear(String.join("\r\n", lines) + "\r\n");
  }
}
