package dev.corral.item;

import java.util.OptionalLong;

/** The number in a counter's value, read as the server reads it. */
public final class Counter {
  private static final long TENTH_OF_MAX = Long.divideUnsigned(-1, 10);

  private Counter() {}

  /**
   * Reads the number that bytes begin with: white space and a sign may come before its digits, and
   * what follows after a space or a NUL is not looked at.
   *
   * @param value the bytes, all of them
   * @return the number, unsigned, or empty if there is none or it is not from 0 to 2<sup>64</sup> -
   *     1
   */
  public static OptionalLong parse(byte[] value) {
    int at = 0;
    while (at < value.length && isSpace(value[at])) {
      at++;
    }
    boolean negative = at < value.length && value[at] == '-';
    if (negative || (at < value.length && value[at] == '+')) {
      at++;
    }
    int start = at;
    long number = 0;
    for (; at < value.length && value[at] >= '0' && value[at] <= '9'; at++) {
      int digit = value[at] - '0';
      boolean overflows =
          Long.compareUnsigned(number, TENTH_OF_MAX) > 0 || (number == TENTH_OF_MAX && digit > 5);
      if (overflows) {
        return OptionalLong.empty();
      }
      number = number * 10 + digit;
    }
    if (at == start || !(at == value.length || value[at] == 0 || isSpace(value[at]))) {
      return OptionalLong.empty();
    }
    if (!negative) {
      return OptionalLong.of(number);
    }
    // The server wraps it around, and then refuses what looks negative.
    return -number < 0 ? OptionalLong.empty() : OptionalLong.of(-number);
  }

  /**
   * Adds with a wrap at 2<sup>64</sup>, or subtracts down to 0.
   *
   * @param number what is there, unsigned
   * @param delta how much, unsigned
   * @param subtracting whether it is taken away
   * @return the result, unsigned
   */
  public static long apply(long number, long delta, boolean subtracting) {
    if (!subtracting) {
      return number + delta;
    }
    return Long.compareUnsigned(number, delta) < 0 ? 0 : number - delta;
  }

  /**
   * Whether C takes a byte for white space.
   *
   * @param b the byte
   * @return true for a space, and for a tab, the ends of lines and their like
   */
  public static boolean isSpace(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }
}
