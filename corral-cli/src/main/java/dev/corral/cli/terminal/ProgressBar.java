package dev.corral.cli.terminal;

import java.io.IOException;
import java.time.Duration;

/** Shows how far something has come: on one line of a terminal, elsewhere a line per tenth. */
public final class ProgressBar {
  private static final int WIDTH = 30;

  private final Terminal terminal;
  private int tenths = -1;

  public ProgressBar(Terminal terminal) {
    this.terminal = terminal;
  }

  /**
   * Shows it.
   *
   * @param done 0 to 1; after 1 there is nothing more to show
   */
  public void show(double done, Duration left) throws IOException {
    int tenth = (int) (done * 10);
    if (!terminal.isLive() && tenth == tenths) {
      return;
    }
    tenths = tenth;
    String line =
        of(done) + (done < 1 ? ", " + left.plusMillis(999).toSeconds() + " s left" : ", done");
    // What is longer than the line before leaves nothing of it; blanks see to the rest.
    String text = terminal.isLive() ? "\r" + Terminal.format("%-60s", line) : line;
    boolean ends = !terminal.isLive() || done >= 1;
    terminal.print("%s%s", text, ends ? System.lineSeparator() : "");
  }

  /** A bar with its percentage. */
  public static String of(double done) {
    int filled = (int) (done * WIDTH);
    return Terminal.format(
        "[%s%s] %3.0f %%", "#".repeat(filled), ".".repeat(WIDTH - filled), 100 * done);
  }
}
