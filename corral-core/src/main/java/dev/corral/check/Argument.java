package dev.corral.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
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

  /**
   * Insists on a text.
   *
   * @param name what the caller knows it by
   * @param text what it gave
   * @return the same
   * @throws IllegalArgumentException if it is null or empty
   */
  public static String notEmpty(String name, @Nullable String text) {
    String given = required(name, text);
    if (given.isEmpty()) {
      throw new IllegalArgumentException(name + " must not be empty");
    }
    return given;
  }

  /**
   * Has something changed, and insists on the changes and on what they yield.
   *
   * @param name what the caller knows the changes by
   * @param changes what it gave
   * @param from what is changed
   * @param <T> the kind of what is changed
   * @return what the changes returned
   * @throws IllegalArgumentException if either is null
   */
  public static <T> T changed(String name, @Nullable UnaryOperator<T> changes, T from) {
    return required("what " + name + " returned", required(name, changes).apply(from));
  }

  /**
   * Insists on each of several arguments.
   *
   * @param name what the caller knows them by
   * @param values what it gave
   * @param <T> the kind of argument
   * @return the same, unchanging
   * @throws IllegalArgumentException if they, or one of them, are null
   */
  public static <T> List<T> allRequired(String name, @Nullable Collection<? extends T> values) {
    List<T> all = new ArrayList<>(required(name, values));
    if (all.contains(null)) {
      throw new IllegalArgumentException(name + " must not contain null");
    }
    return List.copyOf(all);
  }
}
