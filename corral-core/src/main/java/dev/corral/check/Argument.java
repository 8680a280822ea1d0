package dev.corral.check;

import org.jspecify.annotations.Nullable;

/** Refuses what was not given, where it was not given. */
public final class Argument {
  private Argument() {}

  /**
   * Insists on an argument.
   *
   * @param name what the caller knows it by
   * @param value what it gave
   * @param <T> the kind of argument
   * @return the same
   * @throws IllegalArgumentException if it is null
   */
  public static <T> T required(String name, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " must not be null");
    }
    return value;
  }
}
