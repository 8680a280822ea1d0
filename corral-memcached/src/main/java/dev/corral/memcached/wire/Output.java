package dev.corral.memcached.wire;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Bytes on their way out, gathered in one array before they go into a buffer of the transport: many
 * short requests cost one copy and one write. For one thread at a time.
 */
public final class Output {
  private static final int USUAL = 32 << 10;
  private static final int LONGEST_NUMBER = 20;

  private byte[] bytes = new byte[USUAL];
  private int size;
  private char opaque;

  /** Creates an empty one. */
  public Output() {}

  /**
   * How much there is.
   *
   * @return bytes written since it was last emptied
   */
  public int size() {
    return size;
  }

  /**
   * Takes back what was written last.
   *
   * @param toSize what is to be left
   */
  public void truncate(int toSize) {
    size = toSize;
  }

  /**
   * Moves all there is to the end of a buffer.
   *
   * @param buffer which takes it
   */
  public void moveTo(ByteBuf buffer) {
    buffer.writeBytes(bytes, 0, size);
    clear();
  }

  /**
   * Moves all there is to the end of a buffer that has room for it.
   *
   * @param buffer which takes it
   */
  public void moveTo(ByteBuffer buffer) {
    buffer.put(bytes, 0, size);
    clear();
  }

  private void clear() {
    size = 0;
    if (bytes.length > USUAL) {
      bytes =
          new byte[USUAL]; // one large value must not be paid for as long as the connection lives
    }
  }

  /**
   * Has the next command ask for its own reply to be told from others'.
   *
   * @param letter what the reply is to repeat; 0 for nothing
   */
  public void mark(char letter) {
    opaque = letter;
  }

  char opaque() {
    return opaque;
  }

  Output append(byte[] added) {
    reserve(added.length);
    System.arraycopy(added, 0, bytes, size, added.length);
    size += added.length;
    return this;
  }

  Output appendLetter(char letter) {
    reserve(1);
    bytes[size++] = (byte) letter;
    return this;
  }

  Output append(char first, char second) {
    reserve(2);
    bytes[size] = (byte) first;
    bytes[size + 1] = (byte) second;
    size += 2;
    return this;
  }

  /** A space, a letter, and a number in decimal digits, taken as unsigned. */
  Output append(char letter, long number) {
    append(' ', letter);
    return append(number);
  }

  Output append(long number) {
    reserve(LONGEST_NUMBER);
    if (number < 0) {
      // The last digit by hand; what is left fits a signed number.
      long tenth = (number >>> 1) / 5;
      append(tenth);
      bytes[size++] = (byte) ('0' + (number - tenth * 10));
      return this;
    }
    int end = size + digits(number);
    long rest = number;
    for (int i = end - 1; i >= size; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size = end;
    return this;
  }

  private static int digits(long number) {
    int digits = 1;
    for (long rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    return digits;
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
