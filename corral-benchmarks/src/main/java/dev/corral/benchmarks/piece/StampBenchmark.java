package dev.corral.benchmarks.piece;

import dev.corral.scope.Stamp;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * What stamps cost: a hit compares one, and who is in scopes of several kinds mixes theirs into
 * one. Stamps of two numbers are those of a rolling flush.
 */
public class StampBenchmark extends Piece {
  private final long[] written = new long[KEYS];
  private final Stamp[] single = new Stamp[KEYS];
  private final Stamp[] rolling = new Stamp[KEYS];

  /** Makes the stamps. */
  @Setup
  public void setUp() {
    for (int i = 0; i < KEYS; i++) {
      written[i] = 7919L * (i + 1);
      single[i] = Stamp.of(written[i]);
      rolling[i] = Stamp.of(written[i] + 1, written[i]);
    }
  }

  /** A stamp is made of a number. */
  @Benchmark
  public Stamp of() {
    return Stamp.of(written[next()]);
  }

  /** A value is right. */
  @Benchmark
  public boolean accepts() {
    int i = next();
    return single[i].accepts(written[i]);
  }

  /** A value is right by the second number. */
  @Benchmark
  public boolean acceptsRolling() {
    int i = next();
    return rolling[i].accepts(written[i]);
  }

  /** Two stamps become one. */
  @Benchmark
  public Stamp and() {
    int i = next();
    return single[i].and(single[KEYS - 1 - i]);
  }

  /** The same of two numbers each. */
  @Benchmark
  public Stamp andRolling() {
    int i = next();
    return rolling[i].and(rolling[KEYS - 1 - i]);
  }
}
