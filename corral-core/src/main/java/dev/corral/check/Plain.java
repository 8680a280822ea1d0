package dev.corral.check;

import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tells what people can read as it is. */
public final class Plain {
  private Plain() {}

  /**
   * The text of a string, a whole number from byte to long, a UUID or an enum's constant.
   *
   * @param value any value
   * @return its text; null if it is nothing of these
   */
  public static @Nullable String text(Object value) {
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    boolean plain = value instanceof String
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte
        || value instanceof UUID;
    return plain ? value.toString() : null;
  }

  /**
   * A duration as 0.5s or 2m30s.
   *
   * @param duration any
   * @return its text
   */
  public static String duration(Duration duration) {
    return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
