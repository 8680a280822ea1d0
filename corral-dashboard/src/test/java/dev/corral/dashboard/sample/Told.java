package dev.corral.dashboard.sample;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds its way in what the page is told. */
final class Told {
  private Told() {}

  /** What is at a place: names lead into maps, numbers into lists. */
  static @Nullable Object at(@Nullable Object data, Object... path) {
    Object place = data;
    for (Object step : path) {
      place = step instanceof Integer index
          ? ((List<?>) Objects.requireNonNull(place)).get(index)
          : ((Map<?, ?>) Objects.requireNonNull(place)).get(step);
    }
    return place;
  }

  /** The number that is at a place. */
  static double number(@Nullable Object data, Object... path) {
    return ((Number) Objects.requireNonNull(at(data, path))).doubleValue();
  }
}
