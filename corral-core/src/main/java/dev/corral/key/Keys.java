package dev.corral.key;

import java.util.UUID;

/** Encoders for keys of common types. Each writes the forms that {@link Key#of} describes. */
public final class Keys {
  private Keys() {}

  /**
   * Keys that are strings. Any string will do, the empty one too.
   *
   * @return an encoder that writes one segment
   */
  public static KeyEncoder<String> strings() {
    return (key, out) -> out.string(key);
  }

  /**
   * Keys that are {@code long}s. They are the same as those of {@link #ints} for the same numbers.
   *
   * @return an encoder that writes one segment
   */
  public static KeyEncoder<Long> longs() {
    return (key, out) -> out.number(key);
  }

  /**
   * Keys that are {@code int}s. They are the same as those of {@link #longs} for the same numbers.
   *
   * @return an encoder that writes one segment
   */
  public static KeyEncoder<Integer> ints() {
    return (key, out) -> out.number(key);
  }

  /**
   * Keys that are UUIDs.
   *
   * @return an encoder that writes one segment
   */
  public static KeyEncoder<UUID> uuids() {
    return (key, out) -> out.uuid(key);
  }

  /**
   * Keys that are bytes. Any array will do, the empty one too.
   *
   * @return an encoder that writes one segment
   */
  public static KeyEncoder<byte[]> bytes() {
    return (key, out) -> out.bytes(key);
  }

  /**
   * Keys that are the constants of an enum, by their names: reordering the constants changes no
   * key, renaming one does.
   *
   * @param <E> the enum
   * @param type the enum
   * @return an encoder that writes one segment
   */
  public static <E extends Enum<E>> KeyEncoder<E> enums(Class<E> type) {
    if (type == null) {
      throw new IllegalArgumentException("type must not be null");
    }
    return (key, out) -> out.string(key.name());
  }

  /**
   * Keys that are records of strings, whole numbers from {@code byte} to {@code long}, UUIDs,
   * enums, and such records. The components are written in the order in which the record declares
   * them: reordering them changes the keys, renaming them does not. None may be null.
   *
   * <p>The record's accessors are looked up now, not for each key. A record that is not public, or
   * whose package is not exported, must be in a package that is open to {@code dev.corral.core}.
   *
   * @param <R> the record
   * @param type the record
   * @return an encoder that writes a segment for each component
   * @throws IllegalArgumentException if the record has no components, one of another type or one of
   *     its own type, or cannot be read
   */
  public static <R extends Record> KeyEncoder<R> records(Class<R> type) {
    if (type == null) {
      throw new IllegalArgumentException("type must not be null");
    }
    return RecordEncoder.of(type);
  }
}
