package dev.corral.embedded.command;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The name of an item: any bytes, unlike the keys of our own clients. */
final class ItemKey {
  static final int MOST_BYTES = 250;

  private final byte[] bytes;
  private final int hash;

  ItemKey(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ItemKey key && key.hash == hash && Arrays.equals(key.bytes, bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
