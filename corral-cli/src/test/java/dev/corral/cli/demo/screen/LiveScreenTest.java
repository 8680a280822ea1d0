package dev.corral.cli.demo.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Way;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveScreenTest {
  private final Emulator emulator = new Emulator(80, 24);
  private final LiveScreen screen = new LiveScreen(emulator.terminal(true), 24);

  @Test
  void whatASceneCameToStaysOnTheScreen() throws IOException {
    screen.opens(MadeUpShow.CAST);
    MadeUpShow.play(screen, MadeUpShow.NODE_DIED);

    assertThat(emulator.text()).isEqualTo("""
            One crowd, one slow database: first with the usual cache code, then with Corral.

              crowd     4 processes, 16 callers each, who ask, rest 25 ms or so, ask again
              cache     3 nodes, embedded in this process
              database  4 queries at a time, 80 ms each; 2 connections for each process, and
                        an error for who gets none in 1 s

            5. A cache server is killed and comes back
               One of three cache servers dies, with a third of all values, and comes back
               empty.

              queries per second at the database                           now     total
              naive    400 ┤          ▃         ▃         ▃
                           │          █▂        █▂        █▂
                           │          ██▁       ██▁       ██▁
                           │          ███       ███       ███
              queries/s    │··········████······████······████······                 420
              p99          │▁▁▁▁▁▁▁▁▁▁▂▄▅▇▁▁▁▁▁▁▂▄▅▇▁▁▁▁▁▁▂▄▅▇▁▁▁▁▁▁              503 ms
              errors/s     │············▇▇········▇▇········▇▇······                 208

              Corral   400 ┤
                           │
                           │
                           │
              queries/s    │··········▃▂▁·······▃▂▁·······▃▂▁·······                  40
              p99          │▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁             0.17 ms
              errors/s     │········································                   0
                           └0 s ──────1 s ──────2 s ──────3 s ──────
                                      ▲ node 2 dies       ▲ node 2 returns

            queries 420 → 40 (1/11), p99 503 ms → 0.17 ms, errors 208 → 0, old 14 → 0
            """);
  }

  @Test
  void whileItIsPlayedTheFiguresOfTheMomentAreBesideTheChart() throws IOException {
    screen.opens(MadeUpShow.CAST);
    screen.begins(MadeUpShow.NODE);
    screen.plays(MadeUpShow.NODE, Way.NAIVE);
    for (Sample sample : MadeUpShow.samples(MadeUpShow.NODE_DIED, Way.NAIVE).subList(0, 13)) {
      screen.sees(sample);
    }

    assertThat(emulator.text()).endsWith("""
              queries per second at the database                           now     total
            ▶ naive    400 ┤          ▃
                           │          █▂
                           │          ██▁
                           │          ███                                      5 running
              queries/s    │··········███                                170/s        78
              p99          │▁▁▁▁▁▁▁▁▁▁▂▅▇                               377 ms  ≤ 377 ms
              errors/s     │············▇                                340/s        34

              Corral   400 ┤
                           │
                           │
                           │
              queries/s    │
              p99          │
              errors/s     │
                           └0 s ──────1 s ──────2 s ──────3 s ──────
                                      ▲ node 2 dies
            """);
  }

  @ParameterizedTest
  @CsvSource({"72,16", "72,24", "80,24", "100,40", "120,30", "250,70"})
  void aWholeShowFitsItsTerminal(int columns, int rows) throws IOException {
    Emulator other = new Emulator(columns, rows);
    MadeUpShow.play(new LiveScreen(other.terminal(false), rows));

    // Each way's first line once a scene: nothing is left of earlier frames.
    assertThat(other.text().lines().filter(line -> line.contains("┤"))).hasSize(4);
    assertThat(other.text()).doesNotContain("▶", "…").contains("old: one from before");
  }

  @Test
  void nothingMovesWhileASceneIsPlayed() throws IOException {
    screen.opens(MadeUpShow.CAST);
    screen.begins(MadeUpShow.NODE);
    int height = emulator.height();
    int frames = emulator.frames();
    for (Way way : Way.values()) {
      screen.prepares("filling the cache");
      assertThat(emulator.text()).contains("  filling the cache …");
      screen.plays(MadeUpShow.NODE, way);
      for (Sample sample : MadeUpShow.samples(MadeUpShow.NODE_DIED, way)) {
        screen.sees(sample);
        assertThat(emulator.height()).isEqualTo(height);
      }
      screen.played(MadeUpShow.NODE, way, MadeUpShow.NODE_DIED.of(way));
    }

    assertThat(emulator.height()).isEqualTo(height);
    assertThat(emulator.frames()).as("one write each").isEqualTo(frames + 2 * (3 + 40));
  }

  @Test
  void whatIsBeingPreparedGoesWhenItIsDone() throws IOException {
    screen.prepares("starting 4 processes");
    assertThat(emulator.text()).isEqualTo("\n  starting 4 processes …\n");
    screen.prepares("rehearsing");
    assertThat(emulator.text()).isEqualTo("\n  rehearsing …\n");
    screen.opens(MadeUpShow.CAST);

    assertThat(emulator.text()).startsWith("One crowd").doesNotContain("…");
  }

  @Test
  void aShowThatIsStoppedLeavesTheChartAsItIs() throws IOException {
    screen.opens(MadeUpShow.CAST);
    screen.begins(MadeUpShow.EXPIRY);
    screen.plays(MadeUpShow.EXPIRY, Way.NAIVE);
    screen.sees(MadeUpShow.samples(MadeUpShow.EXPIRED, Way.NAIVE).get(0));
    screen.closes(List.of(), true);

    assertThat(emulator.text())
        .contains("▶ naive")
        .endsWith("└0 s ──────1 s ──────2 s ──────3 s ──────\n\nstopped\n");
  }

  @Test
  void oneThatIsStoppedBeforeItBeginsSaysJustThat() throws IOException {
    screen.prepares("starting 4 processes");
    screen.closes(List.of(), true);

    assertThat(emulator.text()).isEqualTo("\nstopped\n");
  }
}
