package dev.corral.cli.demo.screen;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainScreenTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void aRunIsALineOfAChartAndItsFigures() throws IOException {
    PlainScreen screen = screen(UTF_8, 80);
    screen.opens(MadeUpShow.CAST);
    screen.prepares("rehearsing");
    MadeUpShow.play(screen, MadeUpShow.NODE_DIED);

    assertThat(out.toString(UTF_8)).isEqualTo("""
            One crowd, one slow database: first with the usual cache code, then with Corral.

              crowd     4 processes, 16 callers each, who ask, rest 25 ms or so, ask again
              cache     3 nodes, embedded in this process
              database  4 queries at a time, 80 ms each; 2 connections for each process, and
                        an error for who gets none in 1 s
              rehearsing …

            5. A cache server is killed and comes back
               One of three cache servers dies, with a third of all values, and comes back
               empty.
               naive  ··········█▆▄▂······█▆▄▂······█▆▄▂······  350/s
                      7,020 calls, 420 queries, p99 503 ms, 208 errors, 0 stale, 14 old
               Corral ··········▁▁▁·······▁▁▁·······▁▁▁·······  30/s
                      8,100 calls, 40 queries, p99 0.17 ms, 0 errors, 0 stale, 0 old
                                ▲ node 2 dies       ▲ node 2 returns
            queries 420 → 40 (1/11), p99 503 ms → 0.17 ms, errors 208 → 0, old 14 → 0
            """);
  }

  @Test
  void withoutUnicodeItIsDrawnWithWhatThereIs() throws IOException {
    MadeUpShow.play(screen(US_ASCII, 50));

    assertThat(out.toString(US_ASCII)).doesNotContain("?", "\033").contains("""
               naive  ........@+-....@#+.....@+-....  350/s
                      7,020 calls, 420 queries, p99 503 ms,
                      208 errors, 0 stale, 14 old
               Corral ........::.....:::.....::.....  30/s
                      8,100 calls, 40 queries, p99 0.17 ms, 0
                      errors, 0 stale, 0 old
                             ^ node 2 dies  ^ node 2 returns
            queries 420 -> 40 (1/11), p99 503 ms -> 0.17 ms,
            errors 208 -> 0, old 14 -> 0
            """);
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 30, 50, 60, 71, 80, 300})
  void noLineIsLongerThanTheTerminal(int columns) throws IOException {
    MadeUpShow.play(screen(UTF_8, columns));

    assertThat(out.toString(UTF_8).lines()).allMatch(line -> line.length() <= columns);
    assertThat(out.toString(UTF_8)).doesNotContain("\033").contains("A hot key", "stale");
  }

  @Test
  void aShowThatIsStoppedEndsWithWhatThereIs() throws IOException {
    screen(UTF_8, 80).closes(List.of(MadeUpShow.EXPIRED), true);

    assertThat(out.toString(UTF_8))
        .startsWith("\nstopped\n\n")
        .contains("A hot key expires  naive ", "stale: calls given");
  }

  private PlainScreen screen(Charset charset, int columns) {
    return new PlainScreen(new Terminal(out, charset, columns, true, true));
  }
}
