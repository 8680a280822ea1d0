package dev.corral.it.embedded.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import dev.corral.it.embedded.Dialogue;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What takes several seconds to show, and is out of reach of random commands. */
class ScenesIT {
  /**
   * What is said in each second. In the one in which a flush strikes, no server keeps what it is
   * given, not even the mark that tells its time.
   */
  private static final List<String> FLUSHES = List.of(
      "set a 0 0 1\r\n1\r\nflush_all 2\r\nget a\r\n",
      "get a\r\nset a 0 0 1\r\n2\r\nget a\r\nmg a N5 t\r\nmg a t\r\n",
      "get a\r\nset a 0 0 1\r\n3\r\nget a\r\nflush_all 1\r\ngets a\r\nadd a 0 0 1\r\n4\r\ngets a\r\n",
      "gets a\r\nset b 0 0 1\r\n5\r\ngets b\r\n",
      "gets a b\r\n");

  /** Commands that use an item, and those that do not; all but a second read, which is known. */
  private static final List<String> USES =
      Stream.of("""
          set read 0 0 1
          1
          set added 0 0 1
          1
          set counted 0 0 1
          1
          set touched 0 0 1
          1
          set again 0 0 1
          1
          set marked 0 0 1
          1
          set quiet 0 0 1
          1
          set grown 0 0 1
          9
          set appended 0 0 1
          1
          """, """
          mg read l h
          add added 0 0 1
          2
          incr counted 1
          touch touched 0
          set again 0 0 1
          2
          md marked I
          mg quiet u l h
          incr grown 1
          append appended 0 0 1
          2
          me read
          me added
          me counted
          me touched
          """, """
          me read
          me added
          me counted
          me touched
          me again
          me marked
          me grown
          me appended
          mg quiet u l h
          mg quiet u l h
          """, """
          me read
          mg added l h
          mg counted l h
          me touched
          mg again l h
          mg marked l h
          mg quiet l h
          mg grown l h
          mg appended l h
          """).map(lines -> lines.replace("\n", "\r\n")).toList();

  @Test
  void aFlushWithADelayStrikesInTheSameSecond() {
    play(FLUSHES);
  }

  @Test
  void whatUsesAnItemIsTheSame() {
    play(USES);
  }

  private static void play(List<String> scene) {
    boolean isPlayed = false;
    for (int attempt = 0; attempt < 5 && !isPlayed; attempt++) {
      isPlayed = isPlayedInTime(scene);
    }
    assertThat(isPlayed).isTrue();
  }

  /** Returns false if the machine was too busy to say something within its second. */
  private static boolean isPlayedInTime(List<String> scene) {
    try (Memcached real = Memcached.with("-t", "1").start();
        Twin twin = EmbeddedTwin.of(real);
        Dialogue toReal = new Dialogue(real.address());
        Dialogue toTwin = new Dialogue(twin.address())) {
      long time = time(real);
      for (String commands : scene) {
        long before = time;
        Memcached.awaitUntil("the next second", () -> time(real) > before);
        time = before + 1;
        twin.elapse(Duration.ofSeconds(1));
        String said = commands + "mn\r\n";
        toReal.say(List.of(said));
        toTwin.say(List.of(said));
        Answers answers = new Answers(said, toReal.hear("MN\r\n"), toTwin.hear("MN\r\n"));
        if (time(real) != time) {
          return false;
        }
        assertThat(answers.difference()).isNull();
      }
      return true;
    }
  }

  private static long time(Memcached real) {
    return Long.parseLong(real.stats().get("time"));
  }
}
