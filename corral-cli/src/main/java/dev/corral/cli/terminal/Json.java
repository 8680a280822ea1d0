package dev.corral.cli.terminal;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes maps, collections, numbers, truths, null and words as JSON, on one line. */
public final class Json {
  private Json() {}

  public static String of(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(member -> quoted(String.valueOf(member.getKey())) + ":" + of(member.getValue()))
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

  /** All but ASCII is escaped too: then the terminal's charset does not matter. */
  private static String escaped(int sign) {
    return switch (sign) {
      case '"', '\\' -> "\\" + (char) sign;
      case '\n' -> "\\n";
      default ->
        sign < ' ' || sign > '~' ? Terminal.format("\\u%04x", sign) : String.valueOf((char) sign);
    };
  }
}
