package dev.corral.codec;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The ways of compressing that a value's first byte can name. */
enum Algorithm {
  /** Comes with the JDK. Its shortest code, two bits, stands for 258 bytes at most. */
  DEFLATE(1, 1032, new DeflateCompressor()),

  /** Comes with an optional dependency. Its shortest block, four bytes, holds 128 KiB at most. */
  ZSTD(2, 32 * 1024, loadZstd());

  static final String NO_ZSTD = "zstd needs the dependency com.github.luben:zstd-jni,"
      + " with a native library for this platform";

  private final byte mark;
  private final int ratio;

  @SuppressWarnings("ImmutableEnumChecker") // compressors have nothing that changes
  private final @Nullable Compressor compressor;

  Algorithm(int mark, int ratio, @Nullable Compressor compressor) {
    this.mark = (byte) mark;
    this.ratio = ratio;
    this.compressor = compressor;
  }

  private static @Nullable Compressor loadZstd() {
    try {
      return new ZstdCompressor();
    } catch (LinkageError missing) { // its classes, or its native library
      return null;
    }
  }

  static Optional<Algorithm> marked(byte mark) {
    for (Algorithm algorithm : values()) {
      if (algorithm.mark == mark) {
        return Optional.of(algorithm);
      }
    }
    return Optional.empty();
  }

  /** The byte that names it. */
  byte mark() {
    return mark;
  }

  /** How many bytes one byte can inflate to at most. */
  int ratio() {
    return ratio;
  }

  /** Does the work, or is not there. Only {@link #ZSTD} can be missing. */
  Optional<Compressor> compressor() {
    return Optional.ofNullable(compressor);
  }
}
