package dev.corral.cli.ring;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.key.Key;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys from standard input, one a line. A line that is no key is reported with its number and
 * passed over; of many such lines only the first are shown. Whenever the next input may be long in
 * coming, the answers so far are sent off first.
 */
final class KeyReader {
  private static final int BUFFER = 1 << 16;
  private static final int SHOWN = 10;

  private final BufferedReader lines;
  private final PrintWriter errors;
  private long lineNumber;
  private long badLines;

  KeyReader(InputStream in, OutputStream answers, PrintWriter errors) {
    InputStream flushing = new FlushingInput(in, answers);
    this.lines = new BufferedReader(new InputStreamReader(flushing, UTF_8), BUFFER);
    this.errors = errors;
  }

  /** The next key, or null at the end. */
  @Nullable
  Key next() throws IOException {
    while (true) {
      String line = lines.readLine();
      if (line == null) {
        return null;
      }
      lineNumber++;
      try {
        return Key.raw(line);
      } catch (IllegalArgumentException e) {
        badLines++;
        if (badLines <= SHOWN) {
          errors.println("stdin:" + lineNumber + ": " + e.getMessage());
        }
      }
    }
  }

  /** Tells of the bad lines that were not shown, and whether there were any at all. */
  boolean hadBadLines() {
    if (badLines > SHOWN) {
      errors.println("stdin: " + (badLines - SHOWN) + " more bad lines");
    }
    return badLines > 0;
  }

  /** Flushes the answers before a read that may block, whatever it is that the read is for. */
  private static final class FlushingInput extends FilterInputStream {
    private final OutputStream answers;

    FlushingInput(InputStream in, OutputStream answers) {
      super(in);
      this.answers = answers;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (in.available() == 0) {
        answers.flush();
      }
      return in.read(into, offset, length);
    }
  }
}
