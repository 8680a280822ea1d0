package dev.corral.embedded.wire;

import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Keys in base64, read as the server reads them: what is no digit of it is passed over. */
public final class EncodedKey {
  private static final Base64.Encoder ENCODER = Base64.getEncoder();
  private static final Base64.Decoder DECODER = Base64.getDecoder();

  private EncodedKey() {}

  /**
   * The key that was encoded.
   *
   * @param encoded as it came
   * @return its bytes, at least one, or null if it can't be decoded
   */
  public static byte @Nullable [] decode(byte[] encoded) {
    byte[] digits = new byte[encoded.length];
    int count = 0;
    int end = encoded.length;
    for (int i = 0; i < end; i++) {
      byte b = encoded[i];
      if (isDigit(b) || b == '=') {
        digits[count++] = b;
      }
    }
    if (count == 0 || count % 4 != 0) {
      return null;
    }
    int firstPadding = indexOf(digits, count);
    // The block with the padding is the last that counts.
    int length = firstPadding < 0 ? count : (firstPadding / 4 + 1) * 4;
    int padding = 0;
    for (int i = length - 4; i < length; i++) {
      if (digits[i] == '=') {
        padding++;
        digits[i] = 'A';
      }
    }
    byte[] decoded = DECODER.decode(Arrays.copyOf(digits, length));
    if (padding > 2 || decoded.length == padding) {
      return null;
    }
    return Arrays.copyOf(decoded, decoded.length - padding);
  }

  private static int indexOf(byte[] digits, int count) {
    for (int i = 0; i < count; i++) {
      if (digits[i] == '=') {
        return i;
      }
    }
    return -1;
  }

  private static boolean isDigit(byte b) {
    return (b >= 'A' && b <= 'Z')
        || (b >= 'a' && b <= 'z')
        || (b >= '0' && b <= '9')
        || b == '+'
        || b == '/';
  }

  /**
   * Encodes a key.
   *
   * @param key its bytes
   * @return with padding
   */
  public static byte[] encode(byte[] key) {
    return ENCODER.encode(key);
  }
}
