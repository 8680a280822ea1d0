package dev.corral.list;

import dev.corral.store.Item;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a segmented list's own item says: which segments it has.
 *
 * @param width how many bytes an id has
 * @param loaded how many of the segments hold what was loaded; the log goes on in the others
 * @param segments their names, in the order of the log
 * @param between changes that come behind what was loaded, and before the other segments
 */
// Its arrays are never compared, and never changed.
@SuppressWarnings("ArrayRecordComponent")
record Head(int width, int loaded, long[] segments, byte[] between) {
  private static final byte VERSION = 1;

  private static int header(int width) {
    return ('C' << 24) | ('S' << 16) | (VERSION << 8) | width;
  }

  static @Nullable Head read(Item item, int width) {
    ByteBuffer in = ByteBuffer.wrap(item.value());
    if (item.flags() != LogFormat.FLAGS
        || in.remaining() < 3 * Integer.BYTES
        || in.getInt() != header(width)) {
      return null;
    }
    int loaded = in.getInt();
    int count = in.getInt();
    if (loaded < 0 || count <= loaded || in.remaining() / Long.BYTES < count) {
      return null;
    }
    long[] segments = new long[count];
    for (int i = 0; i < count; i++) {
      segments[i] = in.getLong();
    }
    return new Head(
        width, loaded, segments, Arrays.copyOfRange(item.value(), in.position(), in.limit()));
  }

  byte[] bytes() {
    ByteBuffer out =
        ByteBuffer.allocate(3 * Integer.BYTES + segments.length * Long.BYTES + between.length);
    out.putInt(header(width)).putInt(loaded).putInt(segments.length);
    for (long segment : segments) {
      out.putLong(segment);
    }
    return out.put(between).array();
  }

  long last() {
    return segments[segments.length - 1];
  }

  Head with(long segment) {
    long[] more = Arrays.copyOf(segments, segments.length + 1);
    more[segments.length] = segment;
    return new Head(width, loaded, more, between);
  }

  Head between(byte[] changes) {
    return new Head(width, loaded, segments, changes);
  }
}
