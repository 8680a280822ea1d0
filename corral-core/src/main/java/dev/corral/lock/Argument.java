package dev.corral.lock;

import org.jspecify.annotations.Nullable;

/** Refuses what was not given, where it was not given. */
final class Argument {
  private Argument() {}

  static <T> T required(String name, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " must not be null");
    }
    return value;
  }
}
