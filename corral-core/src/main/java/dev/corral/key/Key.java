package dev.corral.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The name of an item, as it goes over the wire: 1 to 250 bytes, each from 0x21 to 0x7e. It is
 * validated and encoded once, when it is made; routing and sending use the same bytes.
 */
public final class Key {
  private static final int MAX_BYTES = 250;

  private final byte[] bytes;
  private final int hash;

  private Key(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  /**
   * A key that is sent exactly as it is written, for items that other clients share.
   *
   * @param text 1 to 250 printable ASCII characters, no spaces
   * @return the key
   */
  public static Key raw(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException("key must have 1 to 250 bytes");
    }
    return new Key(bytes);
  }

  /**
   * The bytes that are sent. This is the key's own array, for stores and rings: never write to it.
   *
   * @return 1 to 250 bytes, each from 0x21 to 0x7e
   */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Key key && key.hash == hash && Arrays.equals(key.bytes, bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
