package dev.corral.embedded.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.corral.embedded.Dialogue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;

/**
 * Runs over the inputs kept in the resources. To look for more, run one method at a time:
 * {@code JAZZER_FUZZ=1 mvn test -Djazzer.hooks=true -pl corral-embedded -am
 * -Dsurefire.failIfNoSpecifiedTests=false -Dtest='SessionFuzzTest#whateverIsSaid*'}.
 */
class SessionFuzzTest {
  /** A line that is longer may end the session, depending on where it is split. */
  private static final int LONGEST_INPUT = 2048;

  private static final int LARGEST_ITEM = 200;
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] QUESTIONS = "mn\r\n".repeat(LARGEST_ITEM / 2).getBytes(ISO_8859_1);
  private static final byte[] FLOOD = "x".repeat(4096).getBytes(ISO_8859_1);
  /** Whoever announces a value of such a length must be heard out. */
  private static final Pattern LARGE_NUMBER = Pattern.compile("[1-9][0-9]{2,}");
  /** Only who says so is sent away: whatever else ended a session would be an exception of ours. */
  private static final Pattern ENDING = Pattern.compile("quit|HTTP/|^\\x80");
  /** Such a line may become as long as it likes. */
  private static final Pattern ENDING_IN_GET = Pattern.compile("(?s).*(^|\n) *gets? [^\n]*");

  private static final String[] WORDS = {
    "get",
    "gets",
    "gat",
    "set",
    "add",
    "replace",
    "append",
    "prepend",
    "cas",
    "incr",
    "decr",
    "touch",
    "delete",
    "flush_all",
    "version",
    "verbosity",
    "mg",
    "ms",
    "md",
    "ma",
    "mn",
    "me",
    "a",
    "b",
    "YQ==",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "30",
    "99",
    "1500",
    "4294967297",
    "noreply",
    "v",
    "q",
    "k",
    "c",
    "t",
    "f",
    "s",
    "h",
    "l",
    "u",
    "b",
    "I",
    "O1",
    "T30",
    "T-1",
    "N30",
    "R30",
    "C1",
    "C2",
    "MA",
    "ME",
    "MP",
    "MR",
    "MS",
    "MI",
    "MD",
    "J5",
    "D9",
    "F7",
    "xyz",
    "12",
    "\0",
    "\t7",
    "HTTP/1"
  };

  @FuzzTest(maxDuration = "8m")
  void whateverIsSaidIsAnsweredAlikeHoweverItIsCut(byte[] said) {
    check(Arrays.copyOf(said, Math.min(said.length, LONGEST_INPUT)));
  }

  @FuzzTest(maxDuration = "8m")
  void commandsOfKnownWordsAreAnsweredAlikeHoweverTheyAreCut(FuzzedDataProvider data) {
    StringBuilder said = new StringBuilder();
    while (data.remainingBytes() > 0 && said.length() < LONGEST_INPUT - 100) {
      for (int words = data.consumeInt(1, 7); words > 0; words--) {
        said.append(data.pickValue(WORDS)).append(words > 1 ? " " : "\r\n");
      }
    }
    check(said.toString().getBytes(ISO_8859_1));
  }

  private static void check(byte[] said) {
    byte[] whole = heard(said, () -> said.length);
    assertThat(heard(said, () -> 1)).isEqualTo(whole);
    Random random = new Random(Arrays.hashCode(said));
    assertThat(heard(said, () -> 1 + random.nextInt(32))).isEqualTo(whole);
    checkThatItGoesOn(said);
    checkMemory(said);
  }

  private static byte[] heard(byte[] said, IntSupplier length) {
    List<byte[]> pieces = new ArrayList<>();
    for (int at = 0; at < said.length; at += pieces.get(pieces.size() - 1).length) {
      pieces.add(Arrays.copyOfRange(said, at, Math.min(said.length, at + length.getAsInt())));
    }
    try (Dialogue dialogue = new Dialogue(LARGEST_ITEM)) {
      return dialogue.hear(pieces);
    }
  }

  private static void checkThatItGoesOn(byte[] said) {
    try (Dialogue dialogue = new Dialogue(LARGEST_ITEM)) {
      dialogue.hear(List.of(said));
      byte[] heard = dialogue.hear(List.of(LINE_END, QUESTIONS));
      if (dialogue.isOver()) {
        assertThat(text(said)).containsPattern(ENDING);
      } else if (!LARGE_NUMBER.matcher(text(said)).find()) {
        assertThat(text(heard)).endsWith("MN\r\n");
      }
    }
  }

  /** However much is said or announced, what is kept is one line and one value. */
  private static void checkMemory(byte[] said) {
    if (ENDING_IN_GET.matcher(text(said)).matches()) {
      return;
    }
    try (Dialogue dialogue = new Dialogue(LARGEST_ITEM)) {
      dialogue.hear(List.of(said));
      for (int i = 0; i < 4; i++) {
        dialogue.hear(List.of(FLOOD));
        assertThat(dialogue.kept()).isLessThan(2L * FLOOD.length);
      }
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }
}
