package dev.corral.hash;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * The first 128 bits of SHA-256 in 22 digits of base64url: short enough for a key, and nobody finds
 * two inputs that share one.
 */
public final class ShortDigest {
  /** How many digits it has. */
  public static final int DIGITS = 22;

  private static final int BYTES = 16;

  private ShortDigest() {}

  /**
   * The digest of some bytes.
   *
   * @param bytes the bytes
   * @param length how many of them count, from the first on
   * @return the digits
   */
  public static String of(byte[] bytes, int length) {
    byte[] digest = bits(bytes, length);
    return new String(Base64.getUrlEncoder().withoutPadding().encode(digest), ISO_8859_1);
  }

  /**
   * The same, not as digits.
   *
   * @param bytes the bytes
   * @param length how many of them count, from the first on
   * @return 16 bytes
   */
  public static byte[] bits(byte[] bytes, int length) {
    MessageDigest sha = sha256();
    sha.update(bytes, 0, length);
    return Arrays.copyOf(sha.digest(), BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
