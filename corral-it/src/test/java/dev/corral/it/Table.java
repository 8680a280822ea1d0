package dev.corral.it;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Figures of a test, in aligned columns, for the build's log. */
public final class Table {
  private static final System.Logger FIGURES = System.getLogger("figures");

  private final String title;
  private final int columns;
  private final List<List<String>> rows = new ArrayList<>();

  /** Whether a column has figures only, which are aligned at their end. */
  private final boolean[] isFigures;

  private Table(String title, String... heads) {
    this.title = title;
    this.columns = heads.length;
    this.isFigures = new boolean[columns];
    Arrays.fill(isFigures, true);
    rows.add(List.of(heads));
  }

  public static Table of(String title, String... heads) {
    return new Table(title, heads);
  }

  /**
   * Adds a row.
   *
   * @param cells one for each column; durations are shown in milliseconds, and any other things
   *     that are no numbers as they are
   */
  public Table row(Object... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException(columns + " cells wanted, but got " + cells.length);
    }
    for (int column = 0; column < columns; column++) {
      isFigures[column] &= cells[column] instanceof Number || cells[column] instanceof Duration;
    }
    rows.add(Arrays.stream(cells).map(Table::format).toList());
    return this;
  }

  private static String format(Object cell) {
    if (cell instanceof Duration time) {
      return String.format(Locale.ROOT, "%,.1f ms", time.toNanos() / 1e6);
    }
    if (cell instanceof Double number) {
      return String.format(Locale.ROOT, "%,.2f", number);
    }
    return cell instanceof Number number
        ? String.format(Locale.ROOT, "%,d", number.longValue())
        : cell.toString();
  }

  /** Shows it in the build's log. */
  public void show() {
    FIGURES.log(Level.INFO, toString());
  }

  @Override
  public String toString() {
    int[] widths = IntStream.range(0, columns)
        .map(column ->
            rows.stream().mapToInt(row -> row.get(column).length()).max().orElseThrow())
        .toArray();
    return title
        + rows.stream()
            .map(row -> IntStream.range(0, columns)
                .mapToObj(column -> align(row.get(column), widths[column], isFigures[column]))
                .collect(Collectors.joining("  ", "\n  ", ""))
                .stripTrailing())
            .collect(Collectors.joining());
  }

  private static String align(String cell, int width, boolean isFigure) {
    String space = " ".repeat(width - cell.length());
    return isFigure ? space + cell : cell + space;
  }
}
