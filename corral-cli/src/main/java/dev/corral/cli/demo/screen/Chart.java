package dev.corral.cli.demo.screen;

import java.util.ArrayList;
import java.util.List;

/** Draws columns, one sign wide. One row high it is a sparkline. */
final class Chart {
  private static final double[] STEPS = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};

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

  /** A round number that is no less, and not much more; 10 at least. */
  static double scale(double highest) {
    double power = 10;
    while (true) {
      for (double step : STEPS) {
        if (step * power >= highest) {
          return step * power;
        }
      }
      power *= 10;
    }
  }
}
