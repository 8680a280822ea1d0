package dev.corral.namespace;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/**
 * A number that is never used twice: the time of its birth in milliseconds, and 21 random bits.
 *
 * @param number the whole of it, never negative
 */
public record Generation(long number) implements Comparable<Generation> {
  static final int RANDOM_BITS = 21;

  /** The time in milliseconds has 42 bits, which is enough until 2109. */
  static final long LAST_MILLIS = (1L << (Long.SIZE - 1 - RANDOM_BITS)) - 1;

  static final int DIGITS = 11;

  /**
   * When it was drawn, by the clock of whoever drew it; a little later if that clock was behind
   * what had been seen before.
   *
   * @return the time, in whole milliseconds
   */
  public Instant born() {
    return Instant.ofEpochMilli(number >>> RANDOM_BITS);
  }

  /** As it is stored. */
  byte[] bytes() {
    return toString().getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * What {@link #bytes} came from, as a number; 0, which is never drawn, if they are something
   * else.
   */
  static long parse(byte[] text) {
    try {
      return text.length == DIGITS
          ? Math.max(0, ByteBuffer.wrap(Base64.getUrlDecoder().decode(text)).getLong())
          : 0;
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }

  @Override
  public int compareTo(Generation other) {
    return Long.compare(number, other.number);
  }

  /** The number as it is part of keys: 11 characters of base64url. */
  @Override
  public String toString() {
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
