package dev.corral.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;

/**
 * A type with its type arguments, which a {@link Class} cannot hold. Write it as an empty subclass:
 * {@code new TypeToken<List<User>>() {}}.
 *
 * @param <T> the type
 */
public abstract class TypeToken<T> {
  private final Type type;

  /** Takes the type from the subclass that is being made. */
  protected TypeToken() {
    if (!(getClass().getGenericSuperclass() instanceof ParameterizedType self)
        || self.getActualTypeArguments()[0] instanceof TypeVariable) {
      throw new IllegalArgumentException(
          "a TypeToken needs its type written out, as in new TypeToken<List<User>>() {}");
    }
    this.type = self.getActualTypeArguments()[0];
  }

  /**
   * The type.
   *
   * @return with its type arguments
   */
  public final Type type() {
    return type;
  }

  @Override
  public final String toString() {
    return type.getTypeName();
  }
}
