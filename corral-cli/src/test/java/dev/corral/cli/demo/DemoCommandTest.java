package dev.corral.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cli.CorralCommand;
import dev.corral.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DemoCommandTest {
  private static final Pattern ROW = Pattern.compile(
      "(?m)^(.{32}) (naive |Corral) +([\\d,]+) +([\\d,]+) +([\\d.]+) ms +([\\d,]+) +([\\d,]+|-)$");
  private static final Pattern SIGNS = Pattern.compile("(?m)^   (naive |Corral) ([.ox]*)$");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void eachSceneIsPlayedWithoutCorralAndWithIt() throws Exception {
    show(out).play(Scene.all(Duration.ofMillis(800)));

    String shown = out.toString(UTF_8);
    assertThat(shown)
        .contains("1. A hot key expires", "2. A cold start", "3. The database fails for a while")
        .contains("2 processes with 4 callers each", "2 connections, 20 ms a query")
        .doesNotContain("stopped");
    assertThat(SIGNS.matcher(shown).results().map(run -> run.group(2)))
        .hasSize(6)
        .allSatisfy(signs -> assertThat(signs).hasSize(Crowd.SIGNS));
    assertThat(ROW.matcher(shown).results()).hasSize(6);
    assertThat(shown.lines().filter(line -> line.startsWith("   loads "))).hasSize(3);
  }

  @Test
  void corralServesOldValuesWhileTheDatabaseFails() throws Exception {
    show(out).play(Scene.all(Duration.ofMillis(800)).subList(2, 3));

    List<Matcher> rows = rows();
    assertThat(number(rows.get(0), 6)).as("naive errors").isPositive();
    assertThat(rows.get(0).group(7)).isEqualTo("-");
    assertThat(number(rows.get(1), 6)).as("Corral's errors").isZero();
    assertThat(number(rows.get(1), 7)).as("stale").isPositive();
    assertThat(number(rows.get(1), 4)).isLessThan(number(rows.get(0), 4));
  }

  @Test
  void corralLoadsEachKeyOnceAfterEachColdStart() throws Exception {
    show(out).play(Scene.all(Duration.ofMillis(800)).subList(1, 2));

    List<Matcher> rows = rows();
    assertThat(number(rows.get(1), 4)).as("loads").isBetween(1L, 4 * 12L);
    assertThat(number(rows.get(1), 6)).as("errors").isZero();
  }

  @Test
  void aShowThatIsStoppedEndsWithWhatThereIs() throws Exception {
    List<Show> shows = new ArrayList<>();
    Show show = show(new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        super.write(bytes, offset, length);
        if (new String(bytes, offset, length, UTF_8).contains("2. A cold start")) {
          shows.get(0).stop();
        }
      }
    });
    shows.add(show);
    show.play(Scene.all(Duration.ofMillis(200)));

    assertThat(out.toString(UTF_8)).contains("stopped").doesNotContain("3. The database");
    assertThat(rows()).hasSize(2);
  }

  @Test
  void aShowThatIsStoppedBeforeItBeginsHasNoScenes() throws Exception {
    Show show = show(out);
    show.stop();
    show.play(Scene.all(Duration.ofHours(1)));

    assertThat(out.toString(UTF_8)).endsWith("\nstopped\n").doesNotContain("A hot key");
  }

  @Test
  void aReaderThatHasSeenEnoughEndsIt() {
    OutputStream closed = new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException("Broken pipe");
      }
    };
    assertThatThrownBy(() -> show(closed).play(Scene.all(Duration.ofHours(1))))
        .hasMessage("Broken pipe");
    assertThat(CorralCommand.run(InputStream.nullInputStream(), closed, err, "demo"))
        .isZero();
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void theCommandPlaysItAll() {
    assertThat(run("--seconds", "0.2")).isZero();
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(rows()).hasSize(6);
  }

  @Test
  void aLengthThatMakesNoSenseIsAUsageError() {
    assertThat(run("--seconds", "0")).isEqualTo(2);
    assertThat(run("--seconds", "600.5")).isEqualTo(2);
    assertThat(run("--seconds", "x")).isEqualTo(2);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8))
        .contains("corral demo: --seconds must be 0.1 to 600, but is 0.0", "but is 600.5", "'x'")
        .contains("Try 'corral demo --help'.");
  }

  private int run(String... options) {
    String[] args = new String[options.length + 1];
    args[0] = "demo";
    System.arraycopy(options, 0, args, 1, options.length);
    return CorralCommand.run(InputStream.nullInputStream(), out, err, args);
  }

  private static Show show(OutputStream out) {
    return new Show(
        Terminal.plain(out),
        new Database(2, Duration.ofMillis(20), Duration.ofSeconds(20)),
        new Show.Cast(2, 4, Duration.ofMillis(5)));
  }

  private List<Matcher> rows() {
    List<Matcher> rows = new ArrayList<>();
    for (String line : out.toString(UTF_8).lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static long number(Matcher row, int group) {
    return Long.parseLong(row.group(group).replace(",", ""));
  }
}
