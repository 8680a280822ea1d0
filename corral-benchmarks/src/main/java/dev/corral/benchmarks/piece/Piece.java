package dev.corral.benchmarks.piece;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the benchmarks of the pieces have in common: how they are measured, and many keys to be used
 * in turn, so that no branch is predicted by heart. {@code -prof gc} tells the bytes too.
 *
 * <pre>
 * scripts/bench pieces RingLookup -prof gc
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
abstract class Piece {
  /** A power of two: which key comes next costs no division. */
  static final int KEYS = 4096;

  private int next;

  /** Which key is next. */
  final int next() {
    return next++ & KEYS - 1;
  }

  /** The text of a key, 32 characters. */
  static String name(int index) {
    return String.format(Locale.ROOT, "user:%08d:shopping-basket:v2", index * 7919);
  }
}
