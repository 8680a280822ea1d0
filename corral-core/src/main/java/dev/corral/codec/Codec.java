package dev.corral.codec;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.RejectedException;
import java.lang.reflect.Type;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Turns values into bytes and back. The factory methods here are the usual ones;
 * {@link #of(Encoder, Decoder) of} takes any serializer.
 *
 * <p>A value comes back as it was: an empty one, 0 and false too. That there is no value is not for
 * a codec to say but for a {@link Lookup}. Reading never runs code that the bytes name: Java's own
 * serialization is not used.
 *
 * <p>A codec is immutable and may be used by any number of threads, if the encoder and decoder
 * given to {@link #of(Encoder, Decoder) of} may.
 *
 * @param <T> the kind of value
 */
public final class Codec<T> {
  /* design
   *
   * A codec is a pair of functions behind one guard. The class is final so that nobody can go around
   * the guard: whatever the bytes are and whoever wrote the decoder, decode() gives a value or throws
   *
   *   CorruptValueException    the decoder threw any exception, gave null, or overflowed the stack.
   *                            The stack is whole again when that error arrives here, and how deep
   *                            bytes nest is the bytes' own doing.
   *
   * Other Errors pass: no bytes make up for a JVM out of memory or a class that is missing.
   *
   * Decoders take a range of an array, not a ByteBuffer. What a store hands out is an array, nearly
   * every serializer takes such a range, the body of an envelope is read where it lies, and nobody
   * reads an envelope's header by calling ByteBuffer.array().
   */
  private final String name;
  private final Encoder<? super T> encoder;
  private final Decoder<? extends T> decoder;

  Codec(String name, Encoder<? super T> encoder, Decoder<? extends T> decoder) {
    this.name = name;
    this.encoder = encoder;
    this.decoder = decoder;
  }

  /**
   * Writes a value.
   *
   * @param <T> the kind of value
   */
  @FunctionalInterface
  public interface Encoder<T> {
    /**
     * Writes a value.
     *
     * @param value what to write
     * @return its bytes, possibly none; they are not written to any more
     * @throws Exception if the value cannot be written
     */
    byte[] encode(T value) throws Exception;
  }

  /**
   * Reads a value.
   *
   * @param <T> the kind of value
   */
  @FunctionalInterface
  public interface Decoder<T> {
    /**
     * Reads a value from a part of an array. It neither keeps nor changes the array.
     *
     * @param bytes holds the value, and other things around it
     * @param offset where the value begins
     * @param length how many bytes it has, possibly none
     * @return the value
     * @throws Exception if the bytes are no value
     */
    T decode(byte[] bytes, int offset, int length) throws Exception;
  }

  /**
   * Bytes as they are. An encoded value is the array that was given, so don't write to it
   * afterwards; a decoded one is a copy.
   *
   * @return the codec
   */
  public static Codec<byte[]> bytes() {
    return Scalars.BYTES;
  }

  /**
   * Text in UTF-8. Malformed bytes are corrupt, not replaced; a string with half a surrogate pair
   * is refused with an {@link IllegalArgumentException}.
   *
   * @return the codec
   */
  public static Codec<String> strings() {
    return Scalars.STRINGS;
  }

  /**
   * Numbers in decimal digits, as memcached's counters are. Reading ignores the spaces to the right
   * that a decrement leaves. A counter at 2<sup>63</sup> or above is no {@code long}: it is
   * corrupt.
   *
   * @return the codec
   */
  public static Codec<Long> longs() {
    return Scalars.LONGS;
  }

  /**
   * True and false, as the digits 1 and 0.
   *
   * @return the codec
   */
  public static Codec<Boolean> booleans() {
    return Scalars.BOOLEANS;
  }

  /**
   * For items of which only matters whether they are there. They have no bytes.
   *
   * @return the codec
   */
  public static Codec<Present> existence() {
    return Scalars.EXISTENCE;
  }

  /**
   * JSON, by Jackson 3 as it is out of the box. Fields that the class does not have are ignored.
   * For a mapper of your own use {@link #of(Encoder, Decoder) of}:
   *
   * <pre>{@code
   * Codec.of(mapper::writeValueAsBytes, (b, at, n) -> mapper.readValue(b, at, n, User.class))
   * }</pre>
   *
   * @param type the class to read; that Jackson knows no way to make one is logged as an error when
   *     it first shows, and the value counts as corrupt
   * @param <T> the kind of value
   * @return the codec
   * @throws ConfigurationException if Jackson is missing
   */
  public static <T> Codec<T> json(Class<T> type) {
    return json((Type) type);
  }

  /**
   * JSON like {@link #json(Class)}, for a type with type arguments.
   *
   * @param type the type to read, such as {@code new TypeToken<List<User>>() {}}
   * @param <T> the kind of value
   * @return the codec
   * @throws ConfigurationException if Jackson is missing
   */
  public static <T> Codec<T> json(TypeToken<T> type) {
    return json(type.type());
  }

  private static <T> Codec<T> json(Type type) {
    try {
      return Json.codec(type);
    } catch (NoClassDefFoundError missing) {
      throw new ConfigurationException(
          "Codec.json needs Jackson 3: add the dependency tools.jackson.core:jackson-databind"
              + " (on the module path also --add-modules tools.jackson.databind)",
          missing);
    }
  }

  /**
   * Any serializer.
   *
   * @param encoder writes values
   * @param decoder reads values; whatever exception it throws, and null, means corrupt bytes
   * @param <T> the kind of value
   * @return the codec
   */
  public static <T> Codec<T> of(Encoder<? super T> encoder, Decoder<? extends T> decoder) {
    return new Codec<>("Codec.of(...)", encoder, decoder);
  }

  /**
   * This codec with large values compressed, by the defaults of {@link Compression}.
   *
   * @return the compressing codec; it does not read what this one wrote
   */
  public Codec<T> compressed() {
    return compressed(options -> options);
  }

  /**
   * This codec with large values compressed.
   *
   * @param change changes the defaults, as in {@code o -> o.threshold(512)}
   * @return the compressing codec; it does not read what this one wrote
   * @throws ConfigurationException if the options cannot be used; it names every problem
   */
  public Codec<T> compressed(UnaryOperator<Compression> change) {
    Compressed<T> compressed = new Compressed<>(this, change.apply(Compression.DEFAULT));
    return new Codec<>(name + ".compressed()", compressed, compressed);
  }

  /**
   * Writes a value.
   *
   * @param value what to write
   * @return its bytes, possibly none; don't write to them
   * @throws IllegalArgumentException if the value is null
   * @throws RejectedException if the encoder threw a checked exception, or gave null; an unchecked
   *     one reaches the caller as it is
   */
  public byte[] encode(T value) {
    if (value == null) {
      throw new IllegalArgumentException("value must not be null");
    }
    byte[] bytes;
    try {
      bytes = encoder.encode(value);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new RejectedException(this + " cannot write a " + value.getClass().getName(), e);
    }
    if (bytes == null) {
      throw new RejectedException(this + " wrote null for a " + value.getClass().getName());
    }
    return bytes;
  }

  /**
   * Reads a value.
   *
   * @param bytes the value's bytes, all of them; they are neither kept nor changed
   * @return the value
   * @throws CorruptValueException if the bytes are no value
   */
  public T decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  /**
   * Reads a value from a part of an array, without a copy of it.
   *
   * @param bytes holds the value; it is neither kept nor changed
   * @param offset where the value begins
   * @param length how many bytes it has, possibly none
   * @return the value
   * @throws CorruptValueException if the bytes are no value
   */
  public T decode(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    T value;
    try {
      value = decoder.decode(bytes, offset, length);
    } catch (CorruptValueException e) {
      throw e;
    } catch (Exception | StackOverflowError e) {
      throw new CorruptValueException(this + " cannot read these " + length + " bytes", e);
    }
    if (value == null) {
      throw new CorruptValueException(this + " read null from these " + length + " bytes");
    }
    return value;
  }

  /** The call that makes such a codec, as it shows in messages. */
  @Override
  public String toString() {
    return name;
  }
}
