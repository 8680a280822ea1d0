package dev.corral.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Locale;

/** Shows how far something has come: on one line of a terminal, elsewhere a line per tenth. */
final class ProgressBar {
  private static final int WIDTH = 30;

  private final OutputStream out;
  private final boolean isTerminal;
  private int tenths = -1;

  ProgressBar(OutputStream out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  /**
   * Shows it.
   *
   * @param done 0 to 1; after 1 there is nothing more to show
   */
  void show(double done, Duration left) throws IOException {
    int tenth = (int) (done * 10);
    if (!isTerminal && tenth == tenths) {
      return;
    }
    tenths = tenth;
    String line =
        of(done) + (done < 1 ? ", " + left.plusMillis(999).toSeconds() + " s left" : ", done");
    // What is longer than the line before leaves nothing of it; blanks see to the rest.
    String text = isTerminal ? "\r" + String.format(Locale.ROOT, "%-60s", line) : line;
    boolean ends = !isTerminal || done >= 1;
    out.write((text + (ends ? System.lineSeparator() : "")).getBytes(Charset.defaultCharset()));
    out.flush();
  }

  /** A bar with its percentage. */
  static String of(double done) {
    int filled = (int) (done * WIDTH);
    return String.format(
        Locale.ROOT, "[%s%s] %3.0f %%", "#".repeat(filled), ".".repeat(WIDTH - filled), 100 * done);
  }
}
