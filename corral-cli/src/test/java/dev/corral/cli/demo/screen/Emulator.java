package dev.corral.cli.demo.screen;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A terminal of a few rows, with a scroll-back: knows the escape codes that the screens use, and
 * refuses all others. What leaves the rows at the top can't be changed any more.
 */
final class Emulator extends ByteArrayOutputStream {
  private static final Pattern CODE = Pattern.compile("\033\\[(\\??[0-9;]*)([A-Za-z])");

  private final int columns;
  private final int rows;
  private final List<StringBuilder> lines = new ArrayList<>();
  private int row;
  private int column;
  private boolean hasCursor = true;
  private int frames;

  Emulator(int columns, int rows) {
    this.columns = columns;
    this.rows = rows;
    lines.add(new StringBuilder());
  }

  Terminal terminal(boolean hasColour) {
    return new Terminal(this, UTF_8, columns, true, hasColour);
  }

  /** A write is a frame: it must be whole. */
  @Override
  public void flush() {
    String text = toString(UTF_8);
    reset();
    frames++;
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      if (sign == '\033') {
        Matcher code = CODE.matcher(text).region(i, text.length());
        if (!code.lookingAt()) {
          throw new AssertionError("half a code at the end of a write");
        }
        obey(code.group(1), code.group(2));
        i = code.end() - 1;
      } else if (sign == '\r') {
        column = 0;
      } else if (sign == '\n') {
        column = 0;
        row++;
        if (row == lines.size()) {
          lines.add(new StringBuilder());
        }
      } else {
        put(sign);
      }
    }
    if (!hasCursor) {
      throw new AssertionError("the cursor was not given back");
    }
  }

  private void put(char sign) {
    if (column >= columns) {
      throw new AssertionError("a line is longer than " + columns + ": " + lines.get(row));
    }
    StringBuilder line = lines.get(row);
    while (line.length() <= column) {
      line.append(' ');
    }
    line.setCharAt(column++, sign);
  }

  private void obey(String parameter, String command) {
    switch (command + parameter) {
      case "h?25" -> hasCursor = true;
      case "l?25" -> hasCursor = false;
      case "K" -> lines.get(row).setLength(Math.min(column, lines.get(row).length()));
      case "J" -> {
        lines.get(row).setLength(Math.min(column, lines.get(row).length()));
        lines.subList(row + 1, lines.size()).clear();
      }
      default -> {
        if (command.equals("A")) {
          row -= Integer.parseInt(parameter);
          if (row < Math.max(0, lines.size() - rows)) {
            throw new AssertionError("the cursor was sent above the first row");
          }
        } else if (!command.equals("m")) {
          throw new AssertionError("unknown code: " + parameter + command);
        }
      }
    }
  }

  int frames() {
    return frames;
  }

  int height() {
    return lines.size();
  }

  /** All that can be seen, the scroll-back too. */
  String text() {
    return String.join(
        "\n", lines.stream().map(line -> line.toString().stripTrailing()).toList());
  }
}
