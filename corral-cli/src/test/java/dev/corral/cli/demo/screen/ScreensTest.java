package dev.corral.cli.demo.screen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.terminal.Terminal;
import java.io.OutputStream;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;

class ScreensTest {
  private static final OutputStream OUT = OutputStream.nullOutputStream();

  @Test
  void aTerminalThatIsLargeEnoughHasLiveCharts() {
    assertThat(Screens.on(terminal(UTF_8, 80, true), false)).isInstanceOf(LiveScreen.class);
    assertThat(on(terminal(UTF_8, 72, true), 16)).isInstanceOf(LiveScreen.class);
  }

  @Test
  void anyOtherHasText() {
    assertThat(on(terminal(UTF_8, 71, true), 24)).isInstanceOf(PlainScreen.class);
    assertThat(on(terminal(UTF_8, 80, true), 15)).isInstanceOf(PlainScreen.class);
    assertThat(on(terminal(UTF_8, 80, false), 24)).isInstanceOf(PlainScreen.class);
    assertThat(on(terminal(ISO_8859_1, 80, true), 24)).isInstanceOf(PlainScreen.class);
  }

  @Test
  void machinesHaveTheirOwn() {
    assertThat(Screens.on(terminal(UTF_8, 80, true), true)).isInstanceOf(HeadlessScreen.class);
  }

  private static Audience on(Terminal terminal, int rows) {
    return Screens.on(terminal, rows, false);
  }

  private static Terminal terminal(Charset charset, int columns, boolean isLive) {
    return new Terminal(OUT, charset, columns, isLive, isLive);
  }
}
