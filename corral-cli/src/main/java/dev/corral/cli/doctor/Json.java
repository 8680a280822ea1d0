package dev.corral.cli.doctor;

import dev.corral.cli.terminal.Terminal;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes maps, collections, numbers, truths and words as JSON, on one line. */
final class Json {
  private Json() {}

  static String of(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + of(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof Collection<?> values) {
      return values.stream().map(Json::of).collect(Collectors.joining(",", "[", "]"));
    }
    return value == null || value instanceof Number || value instanceof Boolean
        ? String.valueOf(value)
        : quoted(value.toString());
  }

  private static String quoted(String text) {
    return text.chars().mapToObj(Json::escaped).collect(Collectors.joining("", "\"", "\""));
  }

  private static String escaped(int sign) {
    if (sign == '"' || sign == '\\') {
      return "\\" + (char) sign;
    }
    return sign < ' ' ? Terminal.format("\\u%04x", sign) : String.valueOf((char) sign);
  }
}
