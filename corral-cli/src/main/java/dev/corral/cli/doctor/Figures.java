package dev.corral.cli.doctor;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * One group of a server's statistics. What a server does not tell is empty, never 0.
 *
 * @param told by name
 */
record Figures(Map<String, String> told) {
  static final Figures NONE = new Figures(Map.of());

  Figures {
    told = Map.copyOf(told);
  }

  boolean isEmpty() {
    return told.isEmpty();
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(told.get(name));
  }

  boolean is(String name, String value) {
    return value.equals(told.get(name));
  }

  OptionalLong number(String name) {
    String text = told.get(name);
    return text == null ? OptionalLong.empty() : parse(text);
  }

  /** The number, or 0 where it is not told: for what counts mishaps. */
  long count(String name) {
    return number(name).orElse(0);
  }

  /** The numbers of all slab classes by a name, such as {@code evicted} of {@code stats items}. */
  LongStream ofClasses(String name) {
    return told.entrySet().stream()
        .filter(figure -> figure.getKey().matches("items:\\d+:" + name))
        .flatMapToLong(figure -> parse(figure.getValue()).stream());
  }

  private static OptionalLong parse(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
