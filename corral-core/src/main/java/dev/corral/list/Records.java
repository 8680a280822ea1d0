package dev.corral.list;

import java.nio.ByteBuffer;
import java.util.Collection;

/** Whole numbers of one width, as an item holds them: big-endian, one behind the other. */
record Records(int width) {
  long largest() {
    return width == Integer.BYTES ? Integer.MAX_VALUE : Long.MAX_VALUE;
  }

  byte[] one(long number) {
    ByteBuffer bytes = ByteBuffer.allocate(width);
    write(number, bytes);
    return bytes.array();
  }

  void write(long number, ByteBuffer out) {
    if (width == Integer.BYTES) {
      out.putInt((int) number);
    } else {
      out.putLong(number);
    }
  }

  void writeAll(Collection<Long> numbers, ByteBuffer out) {
    numbers.forEach(number -> write(number, out));
  }

  long read(ByteBuffer in) {
    return width == Integer.BYTES ? in.getInt() : in.getLong();
  }
}
