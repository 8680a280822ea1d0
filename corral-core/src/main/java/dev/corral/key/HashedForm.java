package dev.corral.key;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.hash.ShortDigest;
import java.util.Arrays;

/**
 * What is sent for a key that is too long: a hash of it, after a beginning that people can read.
 */
final class HashedForm {
  /* design
   *
   *   head (102 to 104 bytes, or none) | % | # | 22 base64url digits of SHA-256's first 128 bits
   *
   * In a form that is not hashed, a % is followed by two hex digits, by - or by =, never by #. So a
   * hashed form equals no other, and two of them are equal only if their hashes are. The hash is
   * over the whole form, the head included. The head ends before an escape rather than inside it:
   * that costs nothing and keeps what is shown true.
   */

  private static final int HEAD = 104;
  private static final int BARE = 2 + ShortDigest.DIGITS;

  private HashedForm() {}

  /** The hashed form of the first {@code length} bytes, more than {@link #HEAD} of them. */
  static byte[] withHead(byte[] form, int length) {
    int head = HEAD;
    for (int i = HEAD - 2; i < HEAD; i++) {
      if (form[i] == '%') {
        head = i;
        break;
      }
    }
    return hashed(form, length, head);
  }

  /** The hashed form of bytes that nobody can read. */
  static byte[] bare(byte[] bytes) {
    return hashed(bytes, bytes.length, 0);
  }

  /** Whether these bytes could have come from {@link #bare}. */
  static boolean isBare(byte[] bytes) {
    return bytes.length == BARE && bytes[0] == '%' && bytes[1] == '#';
  }

  private static byte[] hashed(byte[] form, int length, int head) {
    byte[] digits = ShortDigest.of(form, length).getBytes(ISO_8859_1);
    byte[] hashed = Arrays.copyOf(form, head + BARE);
    hashed[head] = '%';
    hashed[head + 1] = '#';
    System.arraycopy(digits, 0, hashed, head + 2, digits.length);
    return hashed;
  }
}
