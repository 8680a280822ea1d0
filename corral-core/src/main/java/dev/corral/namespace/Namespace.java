package dev.corral.namespace;

import dev.corral.future.Answers;
import dev.corral.hash.Hash64;
import dev.corral.key.Key;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A name such as (userId, 12543) that any number of cached values belong to. Invalidating it makes
 * all of them vanish at once, on all servers, however many there are. Made in no time by
 * {@link Namespaces#namespace}; two of the same name, of the same namespaces, are the same.
 *
 * <p>Safe for use by many threads.
 */
public final class Namespace implements Scope {
  /** Any number will do, as long as it stays the same. */
  private static final long FRACTION = 0x66726163;

  private static final double TO_UNIT = 0x1p-53;

  private final AsyncNamespaces namespaces;
  private final String field;
  private final String value;
  private final Key key;
  private final long hash;

  Namespace(AsyncNamespaces namespaces, String field, String value, Key key) {
    this.namespaces = namespaces;
    this.field = field;
    this.value = value;
    this.key = key;
    this.hash = Hash64.of(key.bytes());
  }

  /**
   * What the value is the value of.
   *
   * @return the field, such as {@code userId}
   */
  public String field() {
    return field;
  }

  /**
   * Which one it is.
   *
   * @return the value, such as {@code 12543}
   */
  public String value() {
    return value;
  }

  /**
   * The name, which is part of the keys of all that is cached in it.
   *
   * @return field and value, such as {@code userId=12543}
   */
  @Override
  public String name() {
    return field + "=" + value;
  }

  /**
   * Makes all that is cached in this namespace vanish. When it returns, nobody who asks later is
   * given any of it, but for those who read {@linkplain NamespaceOptions#relaxed relaxed}, and by
   * near copies.
   *
   * @throws dev.corral.fault.UnavailableException if a server did not confirm it: then it may or
   *     may not have happened, and is to be tried again
   */
  public void invalidate() {
    Answers.join(namespaces.invalidateAll(List.of(this)));
  }

  /**
   * The generation that values in this namespace belong to now. Another follows whenever it is
   * invalidated.
   *
   * @return the generation, as of now whatever the options say
   * @throws dev.corral.fault.UnavailableException if it can't be known
   */
  public Generation generation() {
    return Answers.join(namespaces.generation(this));
  }

  @Override
  public CompletableFuture<Stamp> read(boolean strict) {
    return source().read(List.of(this), strict);
  }

  @Override
  public Source source() {
    return namespaces.reader();
  }

  /** Where its generation is, once it has been touched. */
  Key key() {
    return key;
  }

  long hash() {
    return hash;
  }

  /** At which part of a rolling flush it moves: 0 to less than 1, and independent of its bits. */
  double fraction() {
    return (Hash64.mix(hash ^ FRACTION) >>> 11) * TO_UNIT;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Namespace namespace
        && namespace.namespaces == namespaces
        && namespace.field.equals(field)
        && namespace.value.equals(value);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hash);
  }

  /** The name, as in {@link #name}. */
  @Override
  public String toString() {
    return name();
  }
}
