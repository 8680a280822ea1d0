package dev.corral.cli.item;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/** Tells texts from other bytes, and writes the latter so that they do a terminal no harm. */
final class Printable {
  private Printable() {}

  /** The text that the bytes are in UTF-8, if they are one: nothing in it moves a cursor. */
  static Optional<String> text(byte[] bytes) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.replace("\r\n", "\n").chars().allMatch(Printable::isHarmless)
          ? Optional.of(text)
          : Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static boolean isHarmless(int character) {
    return !Character.isISOControl(character) || character == '\n' || character == '\t';
  }

  /** What can be read of the bytes, and {@code \xNN} for the others. */
  static String escaped(byte[] bytes) {
    StringBuilder shown = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      if (b == '\\') {
        shown.append("\\\\");
      } else if (b >= ' ' && b <= '~') {
        shown.append((char) b);
      } else {
        shown.append("\\x%02x".formatted(b));
      }
    }
    return shown.toString();
  }

  /** The text if it is harmless, and on one line. */
  static String escaped(String text) {
    return text.chars().anyMatch(Character::isISOControl) ? escaped(text.getBytes(UTF_8)) : text;
  }
}
