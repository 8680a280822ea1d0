package dev.corral.cli.demo.screen;

import java.util.ArrayList;
import java.util.List;

/** Draws columns, one sign wide. One row high it is a sparkline. */
final class Chart {
  private Chart() {}

  /**
   * The rows, from the top. Whatever is more than nothing can be seen, and nothing can be told from
   * what has no value yet.
   *
   * @param values of the columns, from the left
   * @param top what fills a column; more than that is cut off
   */
  static List<String> draw(double[] values, int rows, double top, Signs signs) {
    List<String> drawn = new ArrayList<>();
    for (int row = rows - 1; row >= 0; row--) {
      StringBuilder line = new StringBuilder();
      for (double value : values) {
        line.append(sign(height(value, rows, top, signs) - row * signs.ramp.length(), row, signs));
      }
      drawn.add(line.toString());
    }
    return drawn;
  }

  static String sparkline(double[] values, double top, Signs signs) {
    return draw(values, 1, top, signs).get(0);
  }

  private static int height(double value, int rows, double top, Signs signs) {
    int full = rows * signs.ramp.length();
    return value <= 0 ? 0 : (int) Math.max(1, Math.min(full, Math.round(value / top * full)));
  }

  private static char sign(int steps, int row, Signs signs) {
    if (steps <= 0) {
      return row == 0 ? signs.nothing : ' ';
    }
    return signs.ramp.charAt(Math.min(steps, signs.ramp.length()) - 1);
  }

  /** The next of 10, 20, 50, 100, 200 ... that is no less. */
  static double scale(double highest) {
    double power = 10;
    while (true) {
      for (int step : new int[] {1, 2, 5}) {
        if (step * power >= highest) {
          return step * power;
        }
      }
      power *= 10;
    }
  }
}
