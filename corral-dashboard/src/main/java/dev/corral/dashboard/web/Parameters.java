package dev.corral.dashboard.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what a query or a form says: {@code name=value&name=value}, percent-encoded. */
final class Parameters {
  private Parameters() {}

  /**
   * Reads them.
   *
   * @param text as it was sent; null if nothing was
   * @throws IllegalArgumentException if it is badly encoded, or names something twice
   */
  static Map<String, String> of(@Nullable String text) {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (text == null || text.isEmpty()) {
      return parameters;
    }
    for (String pair : text.split("&", -1)) {
      String[] sides = pair.split("=", 2);
      String name = decoded(sides[0]);
      if (parameters.put(name, sides.length == 2 ? decoded(sides[1]) : "") != null) {
        throw new IllegalArgumentException("'" + name + "' is given twice");
      }
    }
    return parameters;
  }

  private static String decoded(String text) {
    String decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
    // What stands for bytes that are no UTF-8: an answer would be about another word.
    if (decoded.indexOf('\uFFFD') >= 0 && !text.toUpperCase(Locale.ROOT).contains("%EF%BF%BD")) {
      throw new IllegalArgumentException("'" + text + "' is not UTF-8");
    }
    return decoded;
  }
}
