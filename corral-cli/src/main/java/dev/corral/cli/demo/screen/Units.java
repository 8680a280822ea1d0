package dev.corral.cli.demo.screen;

import dev.corral.cli.terminal.Terminal;
import java.time.Duration;

/** Writes figures as people read them. */
final class Units {
  private static final double NANOS_OF_A_MILLI = 1e6;
  private static final double NANOS_OF_A_SECOND = 1e9;

  private Units() {}

  /** As {@code 1,204}. */
  static String count(long number) {
    return Terminal.format("%,d", number);
  }

  /** As {@code 1 call}, or {@code 1,204 queries}. */
  static String count(long number, String noun) {
    String nouns = noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
    return count(number) + " " + (number == 1 ? noun : nouns);
  }

  /** As {@code 420/s}. */
  static String perSecond(double rate) {
    return count(Math.round(rate)) + "/s";
  }

  /** As {@code 0.17 ms}, {@code 3.2 ms}, {@code 503 ms}, {@code 1.2 s} or {@code 12 s}. */
  static String latency(Duration time) {
    double millis = time.toNanos() / NANOS_OF_A_MILLI;
    if (millis < 999.5) {
      return Terminal.format(
          millis < 0.995 ? "%.2f ms" : millis < 9.95 ? "%.1f ms" : "%.0f ms", millis);
    }
    return Terminal.format(millis < 9950 ? "%.1f s" : "%.0f s", seconds(time));
  }

  /** As {@code 4 s}, {@code 0.5 s} or {@code 80 ms}. */
  static String length(Duration time) {
    long millis = time.toMillis();
    if (millis < 100 && millis != 0) {
      return millis + " ms";
    }
    String format = millis % 1000 == 0 ? "%.0f s" : millis % 100 == 0 ? "%.1f s" : "%.2f s";
    return Terminal.format(format, millis / 1000.0);
  }

  static double seconds(Duration time) {
    return time.toNanos() / NANOS_OF_A_SECOND;
  }
}
