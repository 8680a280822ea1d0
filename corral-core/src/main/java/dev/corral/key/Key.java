package dev.corral.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The name of an item, as it goes over the wire: 1 to 250 bytes, each from 0x21 to 0x7e. It is
 * validated and encoded once, when it is made; routing and sending use the same bytes.
 *
 * <p>Two keys are equal if they name the same item on the server: if the bytes sent are equal, and
 * either both or neither are {@linkplain #isBinary() binary}. How a key was made does not matter:
 * {@code raw("a:b")}, {@code of("a", "b")} and {@code binary} of the same three bytes are equal.
 * Among the keys made by {@link #of} alone, or by {@link #binary} alone, input that is written
 * differently gives different keys, up to a collision of 128 bits of SHA-256 where the input is too
 * long to be sent.
 *
 * <p>Keys are immutable and safe for use by many threads.
 */
public final class Key {
  private static final int MAX_BYTES = 250;

  /** The most bytes whose padded base64 has no more than {@link #MAX_BYTES} characters. */
  private static final int MAX_BINARY_BYTES = 186;

  private final byte[] bytes;
  private final boolean binary;
  /** Worked out when it is first asked for, by whichever threads do; 0 for not yet. */
  private int hash;

  private Key(byte[] bytes, boolean binary) {
    this.bytes = bytes;
    this.binary = binary;
  }

  /**
   * A key that is sent exactly as it is written, for items that other clients share. Nothing is
   * escaped or hashed; so a raw key that is written as another key is sent, names the same item. To
   * keep the two apart, begin raw keys with a word that no composed key begins with.
   *
   * @param text 1 to 250 printable ASCII characters, no spaces
   * @return the key
   * @throws IllegalArgumentException if the text is empty, too long, or holds another character
   */
  public static Key raw(String text) {
    if (text == null) {
      throw new IllegalArgumentException("key must not be null");
    }
    int length = text.length();
    if (length == 0) {
      throw new IllegalArgumentException("key must not be empty");
    }
    for (int i = 0; i < length; i++) {
      if (!isPrintable(text.charAt(i))) {
        throw new IllegalArgumentException(
            "key must have only the characters U+0021 to U+007E, but has U+%04X at index %d"
                .formatted(text.codePointAt(i), i));
      }
    }
    if (length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "key must have at most " + MAX_BYTES + " bytes, but has " + length);
    }
    return new Key(text.getBytes(StandardCharsets.ISO_8859_1), false);
  }

  /**
   * A key of any bytes. It takes the first of these forms that it can:
   *
   * <ol>
   *   <li>as it is, where all bytes are from 0x21 to 0x7e and there are no more than 250: the
   *       server does not tell such a key from a text, and neither does {@link #equals};
   *   <li>as padded base64, which the server decodes, where there are no more than 186 bytes: the
   *       key is then {@linkplain #isBinary() binary};
   *   <li>as {@code %#} and 22 characters of hash.
   * </ol>
   *
   * Bytes that look like the third form are hashed too, so that no two arrays share a key.
   *
   * @param bytes at least one byte; they are copied
   * @return the key
   * @throws IllegalArgumentException if there are no bytes
   */
  public static Key binary(byte[] bytes) {
    if (bytes == null) {
      throw new IllegalArgumentException("key must not be null");
    }
    if (bytes.length == 0) {
      throw new IllegalArgumentException("key must not be empty");
    }
    boolean printable = isPrintable(bytes);
    if (printable && bytes.length <= MAX_BYTES && !HashedForm.isBare(bytes)) {
      return new Key(bytes.clone(), false);
    }
    if (!printable && bytes.length <= MAX_BINARY_BYTES) {
      return new Key(Base64.getEncoder().encode(bytes), true);
    }
    return new Key(HashedForm.bare(bytes), false);
  }

  /**
   * A key composed of segments, such as {@code Key.of("user", 12543)}. The segments are joined by
   * colons, each written so that it cannot be taken for another, whatever it holds:
   *
   * <ul>
   *   <li>a string as it is, but for {@code :}, {@code %}, spaces, control and non-ASCII
   *       characters, whose UTF-8 bytes become {@code %XX}, and for a {@code #}, {@code ~} or
   *       {@code ^} at its start; the empty string is {@code %-};
   *   <li>a whole number, {@code byte} to {@code long}, as {@code #} and its base64url digits, or
   *       {@code ~} and those of its absolute value if it is negative; its width does not matter;
   *   <li>a {@link java.util.UUID} as {@code ^} and 22 base64url digits;
   *   <li>an enum constant as its name, like the string;
   *   <li>a {@code byte[]} as {@code %=} and its base64url digits.
   * </ul>
   *
   * A key longer than 250 bytes is sent as its beginning, {@code %#} and 22 characters of hash,
   * which no shorter key contains.
   *
   * @param segments one segment or more
   * @return the key
   * @throws IllegalArgumentException if there is no segment, or one is null or of another type
   */
  public static Key of(Object... segments) {
    return KeyPrefix.NONE.key(segments);
  }

  /** A key of what a {@link KeyWriter} wrote: {@code length} bytes that need no validation. */
  static Key ofForm(byte[] form, int length) {
    return new Key(
        length <= MAX_BYTES ? Arrays.copyOf(form, length) : HashedForm.withHead(form, length),
        false);
  }

  private static boolean isPrintable(byte[] bytes) {
    for (byte b : bytes) {
      if (!isPrintable(b)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPrintable(int character) {
    return character >= 0x21 && character <= 0x7e;
  }

  /**
   * The bytes that are sent. This is the key's own array, for stores and rings: never write to it.
   *
   * @return 1 to 250 bytes, each from 0x21 to 0x7e
   */
  public byte[] bytes() {
    return bytes;
  }

  /**
   * Whether {@link #bytes} are base64 that the server has to decode (the meta commands' flag
   * {@code b}). Such a key is not the same as the text that the base64 is.
   *
   * @return true only for some keys made by {@link #binary}
   */
  public boolean isBinary() {
    return binary;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Key key && key.binary == binary && Arrays.equals(key.bytes, bytes);
  }

  @Override
  public int hashCode() {
    int known = hash;
    if (known == 0) {
      known = Arrays.hashCode(bytes);
      hash = known;
    }
    return known;
  }

  /**
   * The bytes as text, for people to read.
   *
   * @return the text that is sent, followed by {@code " (base64)"} if the key is binary
   */
  @Override
  public String toString() {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return binary ? text + " (base64)" : text;
  }
}
