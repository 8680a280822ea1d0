package dev.corral.cli;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Finds what somebody may have meant who has mistyped a name. */
final class Typo {
  private static final int MOST_SLIPS = 2;

  private Typo() {}

  /** Those that are nearest to what was typed, if any is near. */
  static List<String> meant(String typed, Collection<String> names) {
    String lower = typed.toLowerCase(Locale.ROOT);
    int nearest = names.stream().mapToInt(name -> slips(lower, name)).min().orElse(MOST_SLIPS);
    return nearest > MOST_SLIPS || nearest >= lower.length()
        ? List.of()
        : names.stream().filter(name -> slips(lower, name) == nearest).sorted().toList();
  }

  /** How many letters are missing, too many, wrong, or in the place of their neighbour. */
  private static int slips(String typed, String name) {
    int[][] slips = new int[typed.length() + 1][name.length() + 1];
    for (int i = 0; i <= typed.length(); i++) {
      for (int j = 0; j <= name.length(); j++) {
        if (i == 0 || j == 0) {
          slips[i][j] = i + j;
          continue;
        }
        boolean isSame = typed.charAt(i - 1) == name.charAt(j - 1);
        slips[i][j] = Math.min(
            slips[i - 1][j - 1] + (isSame ? 0 : 1), 1 + Math.min(slips[i - 1][j], slips[i][j - 1]));
        if (i > 1
            && j > 1
            && typed.charAt(i - 1) == name.charAt(j - 2)
            && typed.charAt(i - 2) == name.charAt(j - 1)) {
          slips[i][j] = Math.min(slips[i][j], 1 + slips[i - 2][j - 2]);
        }
      }
    }
    return slips[typed.length()][name.length()];
  }
}
