package dev.corral.cli.doctor;

import dev.corral.cli.terminal.Terminal;
import java.time.Duration;

/** Figures as people read them: rounded, with their unit. */
final class Amounts {
  private static final String[] SIZES = {"bytes", "KiB", "MiB", "GiB", "TiB"};

  private Amounts() {}

  static String size(long bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 1024 && unit < SIZES.length - 1) {
      amount /= 1024;
      unit++;
    }
    String number = amount == Math.rint(amount)
        ? Terminal.format("%,.0f", amount)
        : Terminal.format("%.1f", amount);
    return number + " " + SIZES[unit];
  }

  static String count(long number) {
    return Terminal.format("%,d", number);
  }

  static String percent(double share) {
    return Terminal.format(share > 0 && share < 0.01 ? "%.2f %%" : "%.0f %%", 100 * share);
  }

  /** In the unit that leaves the fewest digits. */
  static String time(Duration time) {
    if (time.compareTo(Duration.ofSeconds(1)) < 0) {
      return Terminal.format("%.2f ms", time.toNanos() / 1e6);
    }
    if (time.compareTo(Duration.ofMinutes(2)) < 0) {
      return time.toSeconds() + " s";
    }
    if (time.compareTo(Duration.ofHours(2)) < 0) {
      return time.toMinutes() + " min";
    }
    return time.compareTo(Duration.ofDays(2)) < 0
        ? time.toHours() + " h"
        : Terminal.format("%,d days", time.toDays());
  }
}
