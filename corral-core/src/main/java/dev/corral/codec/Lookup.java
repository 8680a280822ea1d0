package dev.corral.codec;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was learned about a value: {@linkplain Found it is there}, or {@linkplain Absent there is
 * none}. An empty, zero or false value is found like any other.
 *
 * @param <T> the kind of value
 */
public sealed interface Lookup<T> {
  /**
   * There is a value.
   *
   * @param value the value
   * @param <T> the kind of value
   */
  record Found<T>(T value) implements Lookup<T> {
    /**
     * Creates the result.
     *
     * @param value the value, not null
     */
    public Found {
      if (value == null) {
        throw new IllegalArgumentException("value must not be null: what is not there is absent");
      }
    }
  }

  /**
   * There is no value.
   *
   * @param <T> the kind of value
   */
  record Absent<T>() implements Lookup<T> {
    private static final Absent<?> INSTANCE = new Absent<>();
  }

  /**
   * There is a value.
   *
   * @param value the value, not null
   * @param <T> the kind of value
   * @return the result that holds it
   */
  static <T> Lookup<T> found(T value) {
    return new Found<>(value);
  }

  /**
   * There is no value.
   *
   * @param <T> the kind of value
   * @return the result that holds nothing
   */
  @SuppressWarnings("unchecked") // it holds no T
  static <T> Lookup<T> absent() {
    return (Lookup<T>) Absent.INSTANCE;
  }

  /**
   * Whether there is a value.
   *
   * @return true for {@link Found}
   */
  default boolean isFound() {
    return this instanceof Found;
  }

  /**
   * The value, or another in its place.
   *
   * @param other what to return where there is none
   * @return the value or {@code other}
   */
  default T orElse(T other) {
    return this instanceof Found<T> found ? found.value() : other;
  }

  /**
   * The value, or null.
   *
   * @return the value, or null where there is none
   */
  default @Nullable T orNull() {
    return this instanceof Found<T> found ? found.value() : null;
  }

  /**
   * The value for those who speak {@link Optional}.
   *
   * @return the value, or empty
   */
  default Optional<T> toOptional() {
    return this instanceof Found<T> found ? Optional.of(found.value()) : Optional.empty();
  }
}
