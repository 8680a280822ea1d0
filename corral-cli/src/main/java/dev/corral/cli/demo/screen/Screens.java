package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.terminal.Terminal;

/** Finds the screen that suits a terminal. */
public final class Screens {
  private static final int USUAL_ROWS = 24;

  private Screens() {}

  /**
   * Live charts where they can be drawn: in a terminal that is large enough and has the signs for
   * them. Text elsewhere.
   *
   * @param isHeadless whether machines read it: then it is text that ends with one line of JSON
   */
  public static Audience on(Terminal terminal, boolean isHeadless) {
    return on(terminal, Integer.getInteger("corral.rows", USUAL_ROWS), isHeadless);
  }

  static Audience on(Terminal terminal, int rows, boolean isHeadless) {
    if (isHeadless) {
      return new HeadlessScreen(terminal);
    }
    boolean isLive = terminal.isLive()
        && Signs.of(terminal.charset()) == Signs.BLOCKS
        && terminal.columns() >= LiveScreen.LEAST_COLUMNS
        && rows >= LiveScreen.LEAST_ROWS;
    return isLive ? new LiveScreen(terminal, rows) : new PlainScreen(terminal);
  }
}
