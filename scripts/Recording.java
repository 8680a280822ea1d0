import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes an animated SVG of what {@code script} has logged of a terminal; what comes after the first
 * frame with a certain text is shown faster. Prints the table at the end. Blocks and lines are drawn
 * as shapes, and words are given their width, so that all is in its place whatever fonts there are.
 *
 * <pre>java Recording.java LOG TIMING COLUMNS ROWS ANIMATION TEXT</pre>
 */
final class Recording {
  /** Nothing happens for longer than this. */
  private static final double LONGEST_PAUSE = 1.2;

  private static final double FASTER = 4;
  private static final double SHORTEST_FRAME = 0.19;
  /** How long the frame with the text stays, and the last one. */
  private static final double FIRST_RESULT = 2;

  private static final double LAST_FRAME = 6;
  /** The cursor is shown again. */
  private static final String END_OF_FRAME = "\033[?25h";

  private static final Pattern CODE = Pattern.compile("\033\\[(\\??[0-9;]*)([A-Za-z])");

  public static void main(String[] args) throws IOException {
    byte[] log = Files.readAllBytes(Path.of(args[0]));
    Screen screen = new Screen(Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    Film film = new Film(args[5]);
    int from = new String(log, StandardCharsets.ISO_8859_1).indexOf('\n') + 1; // script's own line
    for (String line : Files.readAllLines(Path.of(args[1]))) {
      String[] step = line.split(" ");
      film.pause(Double.parseDouble(step[0]));
      int length = Integer.parseInt(step[1]);
      screen.write(ByteBuffer.wrap(log, from, length), film::add);
      from += length;
    }
    Drawing drawing = new Drawing(screen.columns, screen.rows);
    List<String> table = film.table();
    Files.writeString(Path.of(args[4]), drawing.animation(film.frames, film.length()));
    table.forEach(System.out::println);
    System.err.printf(Locale.ROOT, "%d frames in %.0f s%n", film.frames.size(), film.length());
  }

  /** What is shown, and when. */
  static final class Film {
    final List<Frame> frames = new ArrayList<>();
    private final String text;
    private boolean isFaster;
    private double time;

    Film(String text) {
      this.text = text;
    }

    void pause(double seconds) {
      if (!frames.isEmpty()) {
        time += Math.min(LONGEST_PAUSE, seconds) / (isFaster ? FASTER : 1);
      }
    }

    void add(List<List<Cell>> lines) {
      Frame frame = new Frame(time, lines);
      Frame last = frames.isEmpty() ? null : frames.get(frames.size() - 1);
      if (last == null || !last.lines.equals(lines)) {
        if (last != null && time - last.time < SHORTEST_FRAME) {
          frames.set(frames.size() - 1, new Frame(last.time, lines));
        } else {
          frames.add(frame);
        }
      }
      if (!isFaster && frame.has(text)) {
        isFaster = true;
        time += FIRST_RESULT;
      }
    }

    /** The last thing that is seen, without its legend. */
    List<String> table() throws IOException {
      List<String> table = frames.stream()
          .skip(Math.max(0, frames.size() - 1))
          .flatMap(last -> last.lines.stream())
          .map(line -> text(line).stripTrailing())
          .dropWhile(line -> !line.matches(" +calls +queries .*"))
          .takeWhile(line -> !line.isEmpty())
          .toList();
      if (!isFaster || table.isEmpty()) {
        throw new IOException("no '" + text + "' or no table was seen: was the demo played at all?");
      }
      return table;
    }

    double length() {
      return time + LAST_FRAME;
    }
  }

  /** What is seen from a moment on. */
  record Frame(double time, List<List<Cell>> lines) {
    boolean has(String text) {
      return lines.stream().anyMatch(line -> text(line).contains(text));
    }
  }

  record Cell(char sign, String style) {
    static final Cell BLANK = new Cell(' ', "");
  }

  static String text(List<Cell> line) {
    StringBuilder text = new StringBuilder();
    line.forEach(cell -> text.append(cell.sign));
    return text.toString();
  }

  /** As much of a terminal as the demo needs. */
  static final class Screen {
    final int columns;
    final int rows;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final Cell[][] cells;
    private String pending = "";
    private byte[] half = {};
    private int row;
    private int column;
    private String style = "";

    Screen(int columns, int rows) {
      this.columns = columns;
      this.rows = rows;
      this.cells = new Cell[rows][columns];
      Arrays.stream(cells).forEach(line -> Arrays.fill(line, Cell.BLANK));
    }

    List<List<Cell>> lines() {
      return Arrays.stream(cells).map(line -> List.of(line.clone())).toList();
    }

    /** What comes may end within a sign or a code: the rest comes with the next. */
    void write(ByteBuffer part, Consumer<List<List<Cell>>> viewer) {
      ByteBuffer bytes =
          ByteBuffer.allocate(half.length + part.remaining()).put(half).put(part).flip();
      CharBuffer signs = CharBuffer.allocate(bytes.remaining());
      decoder.reset().decode(bytes, signs, false);
      half = new byte[bytes.remaining()];
      bytes.get(half);
      String text = pending + signs.flip();
      int i = 0;
      while (i < text.length()) {
        if (text.charAt(i) == '\033') {
          Matcher code = CODE.matcher(text).region(i, text.length());
          if (!code.lookingAt()) {
            break;
          }
          obey(code.group(1), code.group(2).charAt(0));
          if (code.group().equals(END_OF_FRAME)) {
            viewer.accept(lines());
          }
          i = code.end();
        } else {
          put(text.charAt(i++));
        }
      }
      pending = text.substring(i);
    }

    private void put(char sign) {
      if (sign == '\r') {
        column = 0;
      } else if (sign == '\n') {
        if (++row == rows) {
          row--;
          System.arraycopy(cells, 1, cells, 0, rows - 1);
          cells[row] = new Cell[columns];
          Arrays.fill(cells[row], Cell.BLANK);
        }
      } else if (column < columns && sign >= ' ') {
        cells[row][column++] = sign == ' ' ? Cell.BLANK : new Cell(sign, style);
      }
    }

    private void obey(String parameter, char command) {
      switch (command) {
        case 'A' -> row = Math.max(0, row - Integer.parseInt(parameter));
        case 'K' -> Arrays.fill(cells[row], column, columns, Cell.BLANK);
        case 'J' -> {
          Arrays.fill(cells[row], column, columns, Cell.BLANK);
          for (int below = row + 1; below < rows; below++) {
            Arrays.fill(cells[below], Cell.BLANK);
          }
        }
        case 'm' -> style = parameter.equals("0") ? "" : parameter;
        default -> {} // the cursor is not drawn
      }
    }
  }

  /** Turns frames into SVG. Lines that are seen again, elsewhere or later, are written once. */
  static final class Drawing {
    private static final int WIDTH = 9;
    private static final int HEIGHT = 19;
    private static final int MARGIN = 16;
    private static final String BLOCKS = "▁▂▃▄▅▆▇█";
    /** Dark, with a frame: it can be seen on pages of any colour. */
    private static final Map<String, String> CLASSES = Map.of(
        "", "p", "1", "b", "2", "d", "38;5;172", "n", "38;5;31", "c", "38;5;160", "e");

    private static final String STYLE = """
        <style>
        text{font:15px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}
        .p{fill:#d1d7e0}.b{fill:#f0f6fc;font-weight:600}.d{fill:#8b949e}
        path{shape-rendering:crispEdges}
        .n{fill:#e8973a}.c{fill:#3fa7d6}.e{fill:#ff6b61}
        </style>
        """;

    private final int columns;
    private final int rows;
    private final Map<List<Cell>, Integer> numbers = new LinkedHashMap<>();
    private final StringBuilder definitions = new StringBuilder();

    Drawing(int columns, int rows) {
      this.columns = columns;
      this.rows = rows;
    }

    /** Where nothing moves, the last frame is seen. */
    String animation(List<Frame> frames, double length) {
      StringBuilder uses = new StringBuilder();
      for (int row = 0; row < rows; row++) {
        int first = 0;
        for (int i = 1; i <= frames.size(); i++) {
          List<Cell> line = frames.get(first).lines.get(row);
          if (i < frames.size() && frames.get(i).lines.get(row).equals(line)) {
            continue;
          }
          if (!isBlank(line)) {
            double begin = frames.get(first).time / length;
            double end = i < frames.size() ? frames.get(i).time / length : 1;
            uses.append(use(line, row)).append(seen(begin, end, length));
          }
          first = i;
        }
      }
      return picture(uses);
    }

    private static String seen(double begin, double end, double length) {
      String values = (begin > 0 ? "none;" : "") + "inline" + (end < 1 ? ";none" : "");
      String times = "0" + (begin > 0 ? ";" + share(begin) : "") + (end < 1 ? ";" + share(end) : "");
      return String.format(
          Locale.ROOT,
          "%s><animate attributeName=\"display\" values=\"%s\" keyTimes=\"%s\" dur=\"%.1fs\""
              + " calcMode=\"discrete\" repeatCount=\"indefinite\"/></use>%n",
          end < 1 ? " display=\"none\"" : "",
          values,
          times,
          length);
    }

    private static String share(double share) {
      return String.format(Locale.ROOT, "%.4f", share).replaceFirst("^0", "");
    }

    private String picture(StringBuilder uses) {
      int width = columns * WIDTH + 2 * MARGIN;
      int height = rows * HEIGHT + 2 * MARGIN;
      return String.format(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\">%n%s"
              + "<rect x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#0d1117\""
              + " stroke=\"#3d444d\"/>%n<defs>%n%s</defs>%n<g transform=\"translate(%d %d)\">%n%s</g>%n</svg>%n",
          width, height, width, STYLE, width - 1, height - 1, definitions, MARGIN, MARGIN, uses);
    }

    private static boolean isBlank(List<Cell> line) {
      return line.stream().allMatch(cell -> cell.sign == ' ');
    }

    private String use(List<Cell> line, int row) {
      int number = numbers.computeIfAbsent(line, unused -> {
        definitions.append("<g id=\"l").append(numbers.size()).append("\">").append(draw(line));
        definitions.append("</g>\n");
        return numbers.size();
      });
      return "<use href=\"#l" + number + "\" y=\"" + row * HEIGHT + "\"";
    }

    private static String draw(List<Cell> line) {
      StringBuilder words = new StringBuilder();
      Map<String, StringBuilder> shapes = new LinkedHashMap<>();
      int i = 0;
      while (i < line.size()) {
        Cell cell = line.get(i);
        int end = i + 1;
        if (isDrawn(cell.sign)) {
          while (end < line.size() && line.get(end).equals(cell)) {
            end++;
          }
          shapes
              .computeIfAbsent(CLASSES.getOrDefault(cell.style, "p"), unused -> new StringBuilder())
              .append(shape(cell.sign, i, end));
        } else if (cell.sign != ' ') {
          // Single blanks are part of it, as long as words of the same style follow.
          while (end < line.size() && isWord(line, end, cell.style)) {
            end++;
          }
          words.append(word(text(line.subList(i, end)), i, CLASSES.getOrDefault(cell.style, "p")));
        }
        i = end;
      }
      shapes.forEach((style, path) ->
          words.append("<path class=\"").append(style).append("\" d=\"").append(path).append("\"/>"));
      return words.toString();
    }

    private static boolean isWord(List<Cell> line, int i, String style) {
      Cell cell = line.get(i);
      if (cell.sign == ' ') {
        return i + 1 < line.size() && line.get(i + 1).sign != ' ' && isWord(line, i + 1, style);
      }
      return cell.style.equals(style) && !isDrawn(cell.sign);
    }

    private static String word(String text, int column, String style) {
      String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
      return String.format(
          "<text class=\"%s\" x=\"%d\" y=\"14\" textLength=\"%d\">%s</text>",
          style, column * WIDTH, text.length() * WIDTH, escaped);
    }

    private static boolean isDrawn(char sign) {
      return BLOCKS.indexOf(sign) >= 0 || "·│┤└─▲▶".indexOf(sign) >= 0;
    }

    /** A sign in each of some columns. */
    private static String shape(char sign, int from, int to) {
      int x = from * WIDTH;
      int width = (to - from) * WIDTH;
      double middle = x + WIDTH / 2.0;
      return switch (sign) {
        case '·' -> {
          StringBuilder dots = new StringBuilder();
          for (int i = from; i < to; i++) {
            dots.append(box(i * WIDTH + 3.5, HEIGHT - 3, 2, 1.5));
          }
          yield dots.toString();
        }
        case '─' -> box(x, 9, width, 1);
        case '│' -> box(middle, 0, 1, HEIGHT);
        case '┤' -> box(middle, 9, 1, HEIGHT - 9) + box(x, 9, WIDTH / 2.0, 1);
        case '└' -> box(middle, 0, 1, 10) + box(middle, 9, WIDTH / 2.0, 1);
        case '▲' -> "M" + x + " 14h" + WIDTH + "l-4.5-9z";
        case '▶' -> "M" + x + " 5v10l" + WIDTH + "-5z";
        default -> {
          double height = HEIGHT * (BLOCKS.indexOf(sign) + 1) / 8.0;
          yield box(x, HEIGHT - height, width, height);
        }
      };
    }

    private static String box(double x, double y, double width, double height) {
      return "M" + number(x) + " " + number(y) + "h" + number(width) + "v" + number(height) + "h"
          + number(-width) + "z";
    }

    private static String number(double number) {
      return number == Math.rint(number)
          ? Long.toString(Math.round(number))
          : String.format(Locale.ROOT, "%.1f", number);
    }
  }
}
