package dev.corral.embedded.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.embedded.Dialogue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is expected here was heard from memcached 1.6.18; only the binary protocol it does speak.
 */
class SessionTest {
  private static final int LONGEST_LINE = 2048;

  private static final int LARGEST_ITEM = 1024;

  /** Something of everything. */
  private static final byte[] PIPELINE =
      """
      set a 5 0 3
      abc
      get a b a
      gets a
      add b 0 0 9 noreply
      get a
      mn
      mg a v f c t k Oq
      ms b 2 T10 c
      12
      ms b 2 T10 c
      12345
      mg b v
      ma b v t c
      md a I
      mg a v
      mg a v
      mg n N30 v t
      ms a 3 MZ
      abc
      mg a z
      ms c 5 z
      mn
      m
      set a 0 0 1500
      %s
      me b
      incr b 7
      touch a 30
      gat 60 a b
      delete a

      foo
      set q x 0 1
      mg q\0 v
      flush_all
      get b
      verbosity 1
      version
      quit
      mn
      """.formatted("x".repeat(1500)).replace("\n", "\r\n").getBytes(ISO_8859_1);

  private final Dialogue dialogue = new Dialogue();

  @AfterEach
  void end() {
    dialogue.close();
  }

  @Test
  void whereverCommandsAreSplitTheyAreAnsweredAlike() {
    byte[] whole = answers(List.of(PIPELINE));
    assertThat(new String(whole, ISO_8859_1)).endsWith("OK\r\nVERSION 1.6.18\r\n");
    for (int at = 1; at < PIPELINE.length; at++) {
      byte[] first = Arrays.copyOf(PIPELINE, at);
      byte[] second = Arrays.copyOfRange(PIPELINE, at, PIPELINE.length);
      assertThat(answers(List.of(first, second))).as("split at %d", at).isEqualTo(whole);
    }
  }

  @Test
  void oneByteAtATimeIsEnough() {
    List<byte[]> bytes = new ArrayList<>();
    for (byte b : PIPELINE) {
      bytes.add(new byte[] {b});
    }
    assertThat(answers(bytes)).isEqualTo(answers(List.of(PIPELINE)));
  }

  private static byte[] answers(List<byte[]> pieces) {
    try (Dialogue fresh = new Dialogue(LARGEST_ITEM)) {
      byte[] heard = fresh.hear(pieces);
      assertThat(fresh.isOver()).isTrue();
      return heard;
    }
  }

  @ParameterizedTest
  @CsvSource({"mn\\n,MN", "mn\\r\\n,MN", "\\n,ERROR", "\\r\\n,ERROR", "mn\\r\\r\\n,ERROR"})
  void aLineEndsWithANewlineAndMayHaveAReturn(String said, String heard) {
    assertThat(dialogue.hear(said.translateEscapes())).isEqualTo(heard + "\n");
  }

  @Test
  void aLineThatHasNotEndedWaits() {
    assertThat(dialogue.hear("m")).isEmpty();
    assertThat(dialogue.hear("n\r")).isEmpty();
    assertThat(dialogue.hear("\nm")).isEqualTo("MN\n");
  }

  @Test
  void aLineThatDoesNotEndEndsTheSession() {
    assertThat(dialogue.hear("mn\r\n" + "x".repeat(LONGEST_LINE))).isEqualTo("MN\n");
    assertThat(dialogue.isOver()).isFalse();
    assertThat(dialogue.hear("x")).isEmpty();
    assertThat(dialogue.isOver()).isTrue();
  }

  @Test
  void spacesThatDoNotEndEndTheSession() {
    dialogue.hear(" ".repeat(LONGEST_LINE + 1));
    assertThat(dialogue.isOver()).isTrue();
  }

  @Test
  void aLongLineThatHasItsEndIsALine() {
    assertThat(dialogue.hear("x".repeat(3 * LONGEST_LINE) + "\r\nmn\r\n")).isEqualTo("ERROR\nMN\n");
  }

  @ParameterizedTest
  @CsvSource({"0,get", "100,get", "0,gets"})
  void aLineThatAsksForManyKeysMayBeLongInComing(int spaces, String command) {
    dialogue.hear("set a 0 0 1\r\nx\r\n");
    dialogue.hear(" ".repeat(spaces) + command + " a".repeat(LONGEST_LINE));
    assertThat(dialogue.isOver()).isFalse();
    assertThat(dialogue.hear(" a\r\n")).hasSizeGreaterThan(LONGEST_LINE).endsWith("x\nEND\n");
  }

  @ParameterizedTest
  @CsvSource({"101,get", "0,getx", "0,gat", "0,mg", "0,GET", "0,g"})
  void noOtherLineMayBeLongInComing(int spaces, String command) {
    dialogue.hear(" ".repeat(spaces) + command + " a".repeat(LONGEST_LINE));
    assertThat(dialogue.isOver()).isTrue();
  }

  @Test
  void theBinaryProtocolIsNotSpoken() {
    assertThat(dialogue.hear("\u0080\u0000")).isEmpty();
    assertThat(dialogue.isOver()).isTrue();
  }

  @Test
  void theBinaryProtocolIsOnlyLookedForAtTheBeginning() {
    assertThat(dialogue.hear("mn\r\n\u0080\r\n")).isEqualTo("MN\nERROR\n");
  }

  @Test
  void aValueMayHoldAnything() {
    String value = "\r\nmn\r\n\0\u0080 ";
    assertThat(dialogue.hear("set a 0 0 9\r\n" + value + "\r\nget a\r\n"))
        .isEqualTo("STORED\nVALUE a 0 9\n" + value.replace("\r\n", "\n") + "\nEND\n");
  }

  @Test
  void aValueThatIsRefusedIsPassedOver() {
    assertThat(dialogue.hear("ms a 8 z\r\nmn\r\nmn\r\n\r\nmn\r\n"))
        .isEqualTo("CLIENT_ERROR invalid flag\nMN\n");
  }

  @Test
  void aValueThatIsTooLongIsReadAsACommand() {
    assertThat(dialogue.hear("set a 0 0 1\r\nxyzmn\r\n"))
        .isEqualTo("CLIENT_ERROR bad data chunk\nMN\n");
  }

  @Test
  void whatIsPassedOverIsNotKept() {
    dialogue.hear("set a 0 0 2000000000\r\n");
    String much = "x".repeat(1 << 16);
    for (int i = 0; i < 100; i++) {
      dialogue.hear(much);
    }
    assertThat(dialogue.kept()).isLessThan(2L * much.length());
  }

  @Test
  void whatIsLeftHalfSaidIsNotCarriedOut() {
    dialogue.hear("set a 0 0 1\r\nx\r\n");
    try (Dialogue other = dialogue.another()) {
      other.hear("set a 0 0 5\r\nhal");
    }
    try (Dialogue other = dialogue.another()) {
      other.hear("delete a");
    }
    assertThat(dialogue.hear("get a\r\n")).isEqualTo("VALUE a 0 1\nx\nEND\n");
  }

  @Test
  void clientsShareItemsAndNothingElse() {
    try (Dialogue other = dialogue.another()) {
      assertThat(dialogue.hear("mg a N30\r\nset b 0 0 2\r\n")).isEqualTo("HD W\n");
      assertThat(other.hear("mg a N30\r\n")).isEqualTo("HD Z\n");
      assertThat(dialogue.hear("xy\r\n")).isEqualTo("STORED\n");
      assertThat(other.hear("get b\r\n")).isEqualTo("VALUE b 0 2\nxy\nEND\n");
    }
  }

  @Test
  void aRefusalAndAllBeforeItWaitForTheRefusedValue() {
    try (Talk talk = new Talk()) {
      assertThat(talk.say("version\r\nset a 0 0 2000000\r\n")).isEmpty();
      assertThat(talk.say("x".repeat(2_000_000))).isEmpty();
      assertThat(talk.say("\r\nmn\r\n"))
          .isEqualTo("VERSION 1.6.18\r\nSERVER_ERROR object too large for cache\r\nMN\r\n");
    }
  }

  @Test
  void whoLeavesInTheMidstOfARefusedValueHearsNothing() {
    try (Talk talk = new Talk()) {
      assertThat(talk.say("version\r\nset a 0 0 2000000\r\nx")).isEmpty();
      assertThat(talk.endHalf()).isEmpty();
      assertThat(talk.isOpen()).isFalse();
    }
  }
}
