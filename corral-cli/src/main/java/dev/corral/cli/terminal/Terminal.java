package dev.corral.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.Locale;

/**
 * Where a command writes what it has to say, and what can be done there. For one thread at a time.
 *
 * @param out gets the text
 * @param charset how it is written
 * @param columns how many signs a line has
 * @param isLive whether what was written can be written over
 * @param hasColour whether text may be coloured
 */
public record Terminal(
    OutputStream out, Charset charset, int columns, boolean isLive, boolean hasColour) {
  private static final int USUAL_COLUMNS = 80;

  /** The one that the corral script has found, and told of in this JVM's properties. */
  public static Terminal found(OutputStream out) {
    boolean isLive = Boolean.getBoolean("corral.terminal");
    String noColour = System.getenv("NO_COLOR");
    return new Terminal(
        out,
        // The locale's: since Java 18 the default charset no longer is.
        Charset.forName(System.getProperty("native.encoding", "US-ASCII")),
        Integer.getInteger("corral.columns", USUAL_COLUMNS),
        isLive,
        isLive && (noColour == null || noColour.isEmpty()));
  }

  /** A file or a pipe: nothing is written over, nothing coloured. */
  public static Terminal plain(OutputStream out) {
    return new Terminal(out, Charset.defaultCharset(), USUAL_COLUMNS, false, false);
  }

  /** Writes at once, as {@link String#format} has it; {@code %n} ends a line. */
  public void print(String format, Object... arguments) throws IOException {
    out.write(format(format, arguments).getBytes(charset));
    out.flush();
  }

  /** The same on all machines. */
  public static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
