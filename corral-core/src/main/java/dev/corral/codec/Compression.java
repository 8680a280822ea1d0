package dev.corral.codec;

import dev.corral.fault.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How {@link Codec#compressed(java.util.function.UnaryOperator) compressed} values are written and
 * read. Immutable: each method that changes something returns new options.
 *
 * <p>By default values from 1 KiB on are compressed, by zstd if the optional dependency
 * {@code com.github.luben:zstd-jni} is there (on the module path also {@code --add-modules
 * com.github.luben.zstd_jni}) and by deflate if not, and nothing inflates to more than 16 MiB.
 * Readers find in the value how it was compressed; to one that lacks zstd, values compressed with
 * it are corrupt. Where some readers lack it, have all writers use {@link #deflate()}.
 */
public final class Compression {
  static final Compression DEFAULT = new Compression(1024, 16 * 1024 * 1024, null);

  private final int threshold;
  private final int limit;
  private final @Nullable Algorithm algorithm;

  private Compression(int threshold, int limit, @Nullable Algorithm algorithm) {
    this.threshold = threshold;
    this.limit = limit;
    this.algorithm = algorithm;
  }

  /**
   * From which size on values are compressed. Those that compression would not make smaller are
   * kept as they are all the same.
   *
   * @param bytes 0 or more; 1024 by default
   * @return the options so changed
   */
  public Compression threshold(int bytes) {
    return new Compression(bytes, limit, algorithm);
  }

  /**
   * The most bytes that a value may have before it is compressed. Larger ones are refused with an
   * {@link IllegalArgumentException} when written, and corrupt when read. What is wrong with a
   * number shows when the codec is made.
   *
   * @param bytes 1 or more; 16 MiB by default
   * @return the options so changed
   */
  public Compression limit(int bytes) {
    return new Compression(threshold, bytes, algorithm);
  }

  /**
   * Writes with deflate, which every reader has.
   *
   * @return the options so changed
   */
  public Compression deflate() {
    return new Compression(threshold, limit, Algorithm.DEFLATE);
  }

  /**
   * Writes with zstd, and fails where it is not there instead of making do with deflate.
   *
   * @return the options so changed
   */
  public Compression zstd() {
    return new Compression(threshold, limit, Algorithm.ZSTD);
  }

  /**
   * From which size on values are compressed.
   *
   * @return bytes
   */
  public int threshold() {
    return threshold;
  }

  /**
   * The most bytes that a value may have before it is compressed.
   *
   * @return bytes
   */
  public int limit() {
    return limit;
  }

  /** What to write with. */
  Algorithm algorithm() {
    if (algorithm != null) {
      return algorithm;
    }
    return Algorithm.ZSTD.compressor().isPresent() ? Algorithm.ZSTD : Algorithm.DEFLATE;
  }

  /** Throws if these options cannot be used, and says all that is wrong. */
  void validate() {
    List<String> problems = new ArrayList<>();
    if (threshold < 0) {
      problems.add("threshold must be 0 or more, but is " + threshold);
    }
    if (limit < 1) {
      problems.add("limit must be 1 or more, but is " + limit);
    }
    if (algorithm().compressor().isEmpty()) {
      problems.add(Algorithm.NO_ZSTD);
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException("compression: " + String.join("; ", problems));
    }
  }
}
