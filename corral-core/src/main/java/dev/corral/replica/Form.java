package dev.corral.replica;

import dev.corral.codec.Lookup;
import dev.corral.store.Item;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** How the hub and the copies are written. */
/* design
 *
 *   | bytes | content                                              |
 *   | ----- | ---------------------------------------------------- |
 *   | 1     | 1 for a value, 2 for none: the hub, or invalidated   |
 *   | 8     | the version's time in ms since 1970, big-endian      |
 *   | 8     | the version's id                                     |
 *   | rest  | the value's bytes                                    |
 */
final class Form {
  /** Marks what is written: a placeholder has none. */
  static final int FLAGS = 1;

  /** Where the value begins. */
  static final int HEADER = 1 + 2 * Long.BYTES;

  private static final byte VALUE = 1;
  private static final byte NOTHING = 2;

  private Form() {}

  static byte[] of(Version version, Lookup<byte[]> value) {
    byte[] bytes = value.orElse(new byte[0]);
    return ByteBuffer.allocate(HEADER + bytes.length)
        .put(value.isFound() ? VALUE : NOTHING)
        .putLong(version.millis())
        .putLong(version.id())
        .put(bytes)
        .array();
  }

  /** The version of an item; null if it is a placeholder, or not of this form. */
  static @Nullable Version version(Item item) {
    byte[] bytes = item.value();
    if (item.flags() != FLAGS
        || bytes.length < HEADER
        || (bytes[0] != VALUE && (bytes[0] != NOTHING || bytes.length != HEADER))) {
      return null;
    }
    ByteBuffer header = ByteBuffer.wrap(bytes, 1, HEADER - 1);
    return new Version(header.getLong(), header.getLong());
  }

  /** Whether an item that has a version has a value too. */
  static boolean hasValue(Item item) {
    return item.value()[0] == VALUE;
  }
}
