package dev.corral.store;

import java.util.OptionalLong;

/**
 * The number in a counter's value, read as the server reads it; but the server also takes a sign
 * before the digits and a NUL after them, which nobody writes.
 */
final class Counter {
  private static final long TENTH_OF_MAX = Long.divideUnsigned(-1, 10);

  private Counter() {}

  /**
   * Reads the digits: white space may come before, and what follows after a space is not looked at.
   *
   * @return the number, unsigned, or empty if there is none or it is 2<sup>64</sup> or more
   */
  static OptionalLong parse(byte[] value) {
    int at = 0;
    while (at < value.length && isSpace(value[at])) {
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
    boolean ended = at == value.length || isSpace(value[at]);
    return at > start && ended ? OptionalLong.of(number) : OptionalLong.empty();
  }

  /** Adds with a wrap at 2^64, or subtracts down to 0. */
  static long apply(long number, Arithmetic operation) {
    if (!operation.isSubtracting()) {
      return number + operation.delta();
    }
    return Long.compareUnsigned(number, operation.delta()) < 0 ? 0 : number - operation.delta();
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }
}
