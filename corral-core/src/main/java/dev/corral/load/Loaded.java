package dev.corral.load;

import dev.corral.time.Ttl;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Computation} answers: a {@linkplain Value value}, that the previous one is
 * {@linkplain Unchanged still right}, or that there {@linkplain Absent is none}. Each can bring a
 * ttl of its own; without it the cache's options apply.
 *
 * @param <V> the kind of value
 */
public sealed interface Loaded<V> {
  /**
   * There is a value.
   *
   * @param value the value
   * @param ttl how long it is fresh, or null for as long as the cache's options say
   * @param <V> the kind of value
   */
  record Value<V>(V value, @Nullable Ttl ttl) implements Loaded<V> {
    /**
     * Creates the answer.
     *
     * @param value the value, not null
     * @param ttl how long it is fresh, or null
     */
    public Value {
      if (value == null) {
        throw new IllegalArgumentException("value must not be null: what is not there is absent");
      }
    }
  }

  /**
   * The previous value is still right.
   *
   * @param ttl how long it is fresh again, or null for as long as the cache's options say
   * @param <V> the kind of value
   */
  record Unchanged<V>(@Nullable Ttl ttl) implements Loaded<V> {}

  /**
   * There is no value.
   *
   * @param ttl how long that is remembered, or null for as long as the cache's options say, which
   *     may be not at all
   * @param <V> the kind of value
   */
  record Absent<V>(@Nullable Ttl ttl) implements Loaded<V> {}

  /**
   * There is a value.
   *
   * @param value the value, not null
   * @param <V> the kind of value
   * @return the answer
   */
  static <V> Loaded<V> of(V value) {
    return new Value<>(value, null);
  }

  /**
   * A value, or that there is none.
   *
   * @param value the value, or null for none
   * @param <V> the kind of value
   * @return the answer
   */
  static <V> Loaded<V> ofNullable(@Nullable V value) {
    return value == null ? absent() : of(value);
  }

  /**
   * The previous value is still right: it is kept, and fresh again.
   *
   * @param <V> the kind of value
   * @return the answer
   */
  static <V> Loaded<V> unchanged() {
    return new Unchanged<>(null);
  }

  /**
   * There is no value.
   *
   * @param <V> the kind of value
   * @return the answer
   */
  static <V> Loaded<V> absent() {
    return new Absent<>(null);
  }

  /**
   * How long the answer is fresh.
   *
   * @return its own ttl, or null for as long as the cache's options say
   */
  @Nullable
  Ttl ttl();

  /**
   * The same answer with a ttl of its own.
   *
   * @param ttl how long it is fresh
   * @return the answer so changed
   */
  default Loaded<V> withTtl(Duration ttl) {
    Ttl own = Ttl.of(ttl);
    if (this instanceof Value<V> value) {
      return new Value<>(value.value(), own);
    }
    return this instanceof Unchanged<V> ? new Unchanged<>(own) : new Absent<>(own);
  }
}
