package dev.corral.key;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/** Reads a composed key that is not hashed back into its segments, as its grammar says. */
final class KeyReader {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private KeyReader() {}

  static List<Object> read(Key key) {
    List<Object> segments = new ArrayList<>();
    for (String form : key.toString().split(":", -1)) {
      segments.add(segment(form));
    }
    return segments;
  }

  private static Object segment(String form) {
    String rest = form.substring(1);
    return switch (form.charAt(0)) {
      case '#' -> number(rest);
      case '~' -> -number(rest);
      case '^' -> uuid(rest);
      default ->
        form.equals("%-")
            ? ""
            : form.startsWith("%=")
                ? ByteBuffer.wrap(Base64.getUrlDecoder().decode(form.substring(2)))
                : string(form);
    };
  }

  private static long number(String digits) {
    return digits
        .chars()
        .mapToLong(DIGITS::indexOf)
        .reduce(0, (number, digit) -> number << 6 | digit);
  }

  private static UUID uuid(String digits) {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(digits));
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  private static String string(String form) {
    StringBuilder text = new StringBuilder();
    int point = 0;
    int trailing = 0;
    for (int i = 0; i < form.length(); i++) {
      int octet = form.charAt(i);
      if (octet == '%') {
        octet = Integer.parseInt(form.substring(i + 1, i + 3), 16);
        i += 2;
      }
      if (trailing > 0) {
        point = point << 6 | (octet & 0x3f);
        trailing--;
      } else {
        trailing = octet < 0x80 ? 0 : octet < 0xe0 ? 1 : octet < 0xf0 ? 2 : 3;
        point = trailing == 0 ? octet : octet & (0x3f >> trailing);
      }
      if (trailing == 0) {
        text.appendCodePoint(point);
      }
    }
    return text.toString();
  }
}
