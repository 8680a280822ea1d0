package dev.corral.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;

/** The codecs of single values. */
final class Scalars {
  static final Codec<byte[]> BYTES = new Codec<>(
      "Codec.bytes()",
      value -> value,
      (bytes, offset, length) -> Arrays.copyOfRange(bytes, offset, offset + length));

  static final Codec<String> STRINGS =
      new Codec<>("Codec.strings()", Scalars::writeString, Scalars::readString);

  static final Codec<Long> LONGS = new Codec<>(
      "Codec.longs()", value -> Long.toString(value).getBytes(ISO_8859_1), Scalars::readLong);

  static final Codec<Boolean> BOOLEANS = new Codec<>(
      "Codec.booleans()", value -> new byte[] {(byte) (value ? '1' : '0')}, Scalars::readBoolean);

  static final Codec<Present> EXISTENCE =
      new Codec<>("Codec.existence()", value -> new byte[0], Scalars::readPresent);

  private static final char REPLACEMENT = '\ufffd';

  private Scalars() {}

  private static byte[] writeString(String value) {
    // getBytes would turn half a surrogate pair into a question mark. Asking the encoder is slow.
    if (hasSurrogates(value) && !UTF_8.newEncoder().canEncode(value)) {
      throw new IllegalArgumentException(
          "value is a string with half a surrogate pair, which UTF-8 cannot hold");
    }
    return value.getBytes(UTF_8);
  }

  private static boolean hasSurrogates(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (Character.isSurrogate(value.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static String readString(byte[] bytes, int offset, int length)
      throws CharacterCodingException {
    String value = new String(bytes, offset, length, UTF_8);
    // The constructor is fast, but puts the replacement character where bytes are malformed. Only
    // where one shows must we find out whether it was written or made up.
    return value.indexOf(REPLACEMENT) < 0
        ? value
        : UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length)).toString();
  }

  private static Long readLong(byte[] bytes, int offset, int length) {
    int end = offset + length;
    while (end > offset && bytes[end - 1] == ' ') {
      end--;
    }
    if (end > offset && bytes[offset] == '+') {
      throw new NumberFormatException(); // valueOf would take the sign; no counter has one
    }
    return Long.valueOf(new String(bytes, offset, end - offset, ISO_8859_1));
  }

  private static Boolean readBoolean(byte[] bytes, int offset, int length) {
    if (length != 1 || (bytes[offset] != '0' && bytes[offset] != '1')) {
      throw new CorruptValueException("Codec.booleans() reads 0 or 1, nothing else");
    }
    return bytes[offset] == '1';
  }

  private static Present readPresent(byte[] bytes, int offset, int length) {
    if (length != 0) {
      throw new CorruptValueException("Codec.existence() reads no bytes, but there are " + length);
    }
    return Present.PRESENT;
  }
}
