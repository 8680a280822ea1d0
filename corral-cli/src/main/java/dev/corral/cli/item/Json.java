package dev.corral.cli.item;

import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes JSON: objects on one line, of texts, numbers, truths, null and further objects. */
final class Json {
  private Json() {}

  static String object(Map<?, ? extends @Nullable Object> members) {
    return members.entrySet().stream()
        .map(member -> text(String.valueOf(member.getKey())) + ":" + value(member.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String value(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return object(map);
    }
    return value == null || value instanceof Number || value instanceof Boolean
        ? String.valueOf(value)
        : text(value.toString());
  }

  private static String text(String text) {
    StringBuilder json = new StringBuilder("\"");
    text.chars().forEach(character -> {
      switch (character) {
        case '"', '\\' -> json.append('\\').append((char) character);
        case '\n' -> json.append("\\n");
        default -> {
          // All but ASCII is escaped too: then the terminal's charset does not matter.
          if (character < ' ' || character > '~') {
            json.append("\\u%04x".formatted(character));
          } else {
            json.append((char) character);
          }
        }
      }
    });
    return json.append('"').toString();
  }
}
