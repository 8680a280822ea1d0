package dev.corral.lease;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Stands in a placeholder that others may extend, and tells whose it is. What is put before and
 * behind it is the difference between the placeholder and what has become of it.
 */
final class Ticket {
  private static final byte[] BEGINNING = "\0corral:".getBytes(US_ASCII);

  private final byte[] bytes;

  private Ticket(byte[] bytes) {
    this.bytes = bytes;
  }

  static Ticket draw(RandomGenerator random) {
    ByteBuffer bytes = ByteBuffer.allocate(BEGINNING.length + Long.BYTES);
    return new Ticket(bytes.put(BEGINNING).putLong(random.nextLong()).array());
  }

  byte[] bytes() {
    return bytes;
  }

  /** Where it stands in a value, or -1. */
  int indexIn(byte[] value) {
    return indexOf(bytes, value);
  }

  byte[] behind(byte[] value, int index) {
    return Arrays.copyOfRange(value, index + bytes.length, value.length);
  }

  /** Whether somebody's is in a value. */
  static boolean isIn(byte[] value) {
    return indexOf(BEGINNING, value) >= 0;
  }

  private static int indexOf(byte[] part, byte[] whole) {
    for (int i = 0; i + part.length <= whole.length; i++) {
      if (Arrays.equals(whole, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    return -1;
  }
}
