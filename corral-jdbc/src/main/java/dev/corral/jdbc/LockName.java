package dev.corral.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.hash.ShortDigest;
import dev.corral.key.Key;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * What a lock is called, by people and by the databases.
 *
 * @param key what the user calls it
 * @param text at most 64 characters, different even where case does not matter
 * @param number 64 bits, of which two locks of a million have the same with a chance of one in 37
 *     million
 */
record LockName(Key key, String text, long number) {
  static LockName of(String prefix, Key key) {
    byte[] whole = (prefix + ":" + key).getBytes(UTF_8);
    byte[] digest = ShortDigest.bits(whole, whole.length);
    return new LockName(
        key,
        prefix + ":" + HexFormat.of().formatHex(digest),
        ByteBuffer.wrap(digest).getLong());
  }

  @Override
  public String toString() {
    return "lock " + key;
  }
}
