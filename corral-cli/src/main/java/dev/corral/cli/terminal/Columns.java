package dev.corral.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * A table: names to the left, and figures to the right of their columns. Where not all columns have
 * room side by side, they come in bands, one below the other, each with the names.
 *
 * @param rows the cells of each, the first of which is its name
 */
public record Columns(List<List<String>> rows) {
  private static final String GAP = "  ";

  /**
   * The table.
   *
   * @param room how many signs a line has; one column is shown in any case
   */
  public String text(int room) {
    int even = room; // of as many bands, the narrowest
    while (even > 0 && ends(even - 1).size() == ends(room).size()) {
      even--;
    }
    List<String> bands = new ArrayList<>();
    int from = 1;
    for (int end : ends(even)) {
      bands.add(band(from, end));
      from = end;
    }
    return String.join(System.lineSeparator(), bands);
  }

  /** Where the bands of columns end. */
  private List<Integer> ends(int room) {
    List<Integer> ends = new ArrayList<>();
    int taken = 0;
    for (int column = 1; column < rows.get(0).size(); column++) {
      int width = GAP.length() + width(column);
      if (column > 1 && width(0) + taken + width > room) {
        ends.add(column);
        taken = 0;
      }
      taken += width;
    }
    ends.add(rows.get(0).size());
    return ends;
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  private String band(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      text.append(row.get(0)).append(" ".repeat(width(0) - row.get(0).length()));
      for (int column = from; column < to; column++) {
        String cell = row.get(column);
        text.append(GAP).append(" ".repeat(width(column) - cell.length())).append(cell);
      }
      text.append(System.lineSeparator());
    }
    return text.toString();
  }
}
