package dev.corral.codec;

import java.nio.ByteBuffer;

/**
 * Numbers from 0 to 2<sup>63</sup> - 1 in as few bytes as they need: seven bits a byte, the lowest
 * first, and the top bit set on all but the last.
 */
final class Varint {
  private static final int MAX_BYTES = 9;

  private Varint() {}

  static int size(long number) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(number | 1);
    return (bits + 6) / 7;
  }

  static void put(ByteBuffer to, long number) {
    long rest = number;
    while (rest > 0x7f) {
      to.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    to.put((byte) rest);
  }

  /** The number that begins at an index. */
  static long get(byte[] from, int at) {
    long number = 0;
    for (int i = 0; i < MAX_BYTES; i++) {
      byte next = from[at + i];
      number |= (next & 0x7fL) << (7 * i);
      if (next >= 0) {
        return number;
      }
    }
    throw tooLong();
  }

  /** Where the number ends that begins at an index. */
  static int end(byte[] from, int at) {
    int end = at;
    while (from[end] < 0) {
      end++;
    }
    return end + 1;
  }

  static long get(ByteBuffer from) {
    long number = 0;
    for (int i = 0; i < MAX_BYTES; i++) {
      byte next = from.get();
      number |= (next & 0x7fL) << (7 * i);
      if (next >= 0) {
        return number;
      }
    }
    throw tooLong();
  }

  private static CorruptValueException tooLong() {
    return new CorruptValueException("a number has more than " + MAX_BYTES + " bytes");
  }
}
