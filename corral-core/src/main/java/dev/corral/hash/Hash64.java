package dev.corral.hash;

import java.nio.charset.StandardCharsets;

/**
 * Hashes of 64 bits that are the same in every process and every version: they are part of what is
 * stored. Good enough that any bits of one can be used as a hash of their own; no defence against
 * who wants two that are equal.
 */
public final class Hash64 {
  private Hash64() {}

  /**
   * A step of SplitMix64: each bit of the result depends on all bits of the input, and no two
   * inputs have the same result.
   *
   * @param bits the input
   * @return the result
   */
  public static long mix(long bits) {
    long z = bits + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /**
   * The hash of bytes: their length and each eight of them, mixed in one after the other.
   *
   * @param bytes any
   * @return the hash
   */
  public static long of(byte[] bytes) {
    long hash = mix(bytes.length);
    for (int i = 0; i < bytes.length; i += Long.BYTES) {
      long chunk = 0;
      for (int j = i; j < Math.min(i + Long.BYTES, bytes.length); j++) {
        chunk = chunk << Byte.SIZE | (bytes[j] & 0xff);
      }
      hash = mix(hash ^ chunk);
    }
    return hash;
  }

  /**
   * The hash of a text's UTF-8 bytes.
   *
   * @param text any
   * @return the hash
   */
  public static long of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }
}
