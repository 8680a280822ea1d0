package dev.corral.cli.demo.screen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.demo.scene.Audience.Result;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Way;
import dev.corral.cli.terminal.Terminal;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProseTest {
  @Test
  void aComparisonSaysHowMuchBetterItWas() {
    assertThat(comparison(figures(1_204, 88, 0, 0), figures(12, 0, 1_625, 0)))
        .isEqualTo("queries 1,204 → 12 (1/100), p99 3.0 ms → 3.0 ms, errors 88 → 0; 1,625 stale");
  }

  @Test
  void andHowMuchWorse() {
    assertThat(comparison(figures(10, 0, 0, 0), figures(25, 3, 0, 1)))
        .isEqualTo("queries 10 → 25 (2.5×), p99 3.0 ms → 3.0 ms, errors 0 → 3, old 0 → 1");
  }

  @Test
  void aRoundFractionIsWrittenRound() {
    assertThat(comparison(figures(144, 0, 0, 0), figures(48, 0, 0, 0))).contains("144 → 48 (1/3),");
  }

  @Test
  void nothingIsNoFractionOfAnything() {
    assertThat(comparison(figures(10, 0, 0, 0), figures(0, 0, 0, 0))).contains("10 → 0, p99");
    assertThat(comparison(figures(0, 0, 0, 0), figures(10, 0, 0, 0))).contains("0 → 10, p99");
    assertThat(comparison(figures(10, 0, 0, 0), figures(10, 0, 0, 0))).contains("10 → 10, p99");
  }

  @Test
  void textIsBrokenBetweenWords() {
    assertThat(Prose.wrap("one two three", 7)).containsExactly("one two", "three");
    assertThat(Prose.wrap("endlessly long", 5)).containsExactly("endlessly", "long");
  }

  @Test
  void aTableHasTwoRowsForEachScene() {
    assertThat(table(80)).isEqualTo("""
                                                 calls  queries      p99  errors  stale  old
            A hot key expires            naive   6,509    1,204    1.0 s      88      0    0
                                         Corral  8,383       12   3.2 ms       0  1,625    0
            A cache server is killed     naive   7,020      420   503 ms     208      0   14
            and comes back               Corral  8,100       40  0.17 ms       0      0    0""");
  }

  @Test
  void whereATableHasNoRoomThereIsABlockForEachScene() {
    assertThat(table(59)).isEqualTo("""
            1. A hot key expires
                         naive   Corral
              calls      6,509    8,383
              queries    1,204       12
              p99        1.0 s   3.2 ms
              errors        88        0
              stale          0    1,625
              old            0        0

            5. A cache server is killed and comes back
                         naive   Corral
              calls      7,020    8,100
              queries      420       40
              p99       503 ms  0.17 ms
              errors       208        0
              stale          0        0
              old           14        0""");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 60, 72, 80, 200})
  void noLineIsLongerThanTheTerminal(int columns) {
    Prose prose = prose(columns, false);

    assertThat(prose.opening(MadeUpShow.CAST))
        .allMatch(line -> line.toString().length() <= columns);
    assertThat(prose.closing(List.of(MadeUpShow.EXPIRED, MadeUpShow.NODE_DIED), true))
        .allMatch(line -> line.toString().length() <= columns);
  }

  @Test
  void onlyErrorsAreRed() {
    List<Line> lines = Table.of(List.of(MadeUpShow.EXPIRED), prose(80, true), 80);

    assertThat(lines.get(1).toString()).contains("\033[38;5;172mnaive", "\033[38;5;160m88\033[0m");
    assertThat(lines.get(2).toString())
        .contains("\033[38;5;31mCorral")
        .doesNotContain("\033[38;5;160m");
  }

  private static String table(int columns) {
    List<Result> results = List.of(MadeUpShow.EXPIRED, MadeUpShow.NODE_DIED);
    return text(Table.of(results, prose(columns, false), columns));
  }

  private static String comparison(Figures naive, Figures corral) {
    return text(prose(100, false)
        .comparison(new Result(MadeUpShow.EXPIRY, Map.of(Way.NAIVE, naive, Way.CORRAL, corral))));
  }

  private static String text(List<Line> lines) {
    return String.join("\n", lines.stream().map(Line::toString).toList());
  }

  private static Prose prose(int columns, boolean hasColour) {
    return new Prose(
        new Terminal(OutputStream.nullOutputStream(), UTF_8, columns, true, hasColour),
        Signs.BLOCKS);
  }

  private static Figures figures(long queries, long errors, long stale, long old) {
    return new Figures(1000, queries, Duration.ofMillis(3), errors, stale, old);
  }
}
