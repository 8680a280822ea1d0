package dev.corral.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/** The two directions of a codec that compresses what another one writes. */
final class Compressed<T> implements Codec.Encoder<T>, Codec.Decoder<T> {
  /* design
   *
   *   byte 0     0 stored, 1 deflate, 2 zstd
   *   varint     size before compression          } not where it is stored
   *   rest       the other codec's bytes, compressed or as they are
   *
   * The size lets a reader make one array that fits. As anyone may have written it, it is believed
   * only if it is within the limit, and within what so many bytes can inflate to at all: ten bytes
   * never make the reader reserve megabytes. The array has that size, so that inflating cannot write
   * more; whatever does not fill it exactly is corrupt. An empty value is never compressed.
   *
   * A writer gives the compressor a buffer as long as the value itself, header included. What does
   * not fit there is stored. (zstd wants a few bytes to spare, so that now and then a value is stored
   * that could have been three bytes shorter.)
   */
  private static final byte STORED = 0;

  private final Codec<T> codec;
  private final int threshold;
  private final int limit;
  private final Algorithm algorithm;
  private final Compressor compressor;

  Compressed(Codec<T> codec, Compression options) {
    options.validate();
    this.codec = codec;
    this.threshold = options.threshold();
    this.limit = options.limit();
    this.algorithm = options.algorithm();
    this.compressor = algorithm.compressor().orElseThrow();
  }

  @Override
  public byte[] encode(T value) {
    byte[] raw = codec.encode(value);
    if (raw.length > limit) {
      throw new IllegalArgumentException(
          "value has " + raw.length + " bytes, more than the limit of " + limit);
    }
    int header = 1 + Varint.size(raw.length);
    if (raw.length >= threshold && raw.length > header) {
      byte[] shorter = new byte[raw.length];
      int length = compressor.compress(raw, shorter, header);
      if (length >= 0) {
        Varint.put(ByteBuffer.wrap(shorter).put(algorithm.mark()), raw.length);
        return Arrays.copyOf(shorter, header + length);
      }
    }
    return ByteBuffer.allocate(1 + raw.length).put(STORED).put(raw).array();
  }

  @Override
  public T decode(byte[] bytes, int offset, int length) throws DataFormatException {
    ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
    byte mark = in.get();
    if (mark == STORED) {
      requireWithinLimit(in.remaining());
      return codec.decode(bytes, in.position(), in.remaining());
    }
    Algorithm writer = Algorithm.marked(mark)
        .orElseThrow(() -> new CorruptValueException("the first byte names no compression"));
    Compressor inflater = writer
        .compressor()
        .orElseThrow(() -> new CorruptValueException("cannot inflate: " + Algorithm.NO_ZSTD));
    long size = Varint.get(in);
    requireWithinLimit(size);
    if (size == 0) {
      throw new CorruptValueException("the value says that it inflates to nothing");
    }
    if (size > (long) writer.ratio() * in.remaining()) {
      throw new CorruptValueException("the value says that its " + in.remaining()
          + " bytes inflate to " + size + ", which cannot be");
    }
    byte[] raw = new byte[(int) size];
    inflater.inflate(bytes, in.position(), in.remaining(), raw);
    return codec.decode(raw);
  }

  private void requireWithinLimit(long size) {
    if (size > limit) {
      throw new CorruptValueException(
          "the value says that it has " + size + " bytes; the limit is " + limit);
    }
  }
}
