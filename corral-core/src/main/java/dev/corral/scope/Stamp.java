package dev.corral.scope;

import dev.corral.hash.Hash64;
import java.util.Arrays;

/**
 * Which values are right at a moment, and how a new one is marked as such. Immutable.
 *
 * <p>Most stamps accept themselves alone. Where hosts whose clocks differ may be about to agree on
 * another, that one is accepted too, so that they don't throw out one another's values.
 */
public final class Stamp {
  /** The stamp of what belongs to no scope. */
  public static final Stamp NONE = of(0);

  /** The stamp itself first. */
  private final long[] right;

  private final boolean assumed;

  private Stamp(long[] right, boolean assumed) {
    this.right = right;
    this.assumed = assumed;
  }

  /**
   * A stamp.
   *
   * @param value the stamp as a number
   * @param others what else is right
   * @return the stamp
   */
  public static Stamp of(long value, long... others) {
    long[] right = new long[1 + others.length];
    right[0] = value;
    System.arraycopy(others, 0, right, 1, others.length);
    return new Stamp(right, false);
  }

  /**
   * The same as an assumption: it was right some time ago, and whoever would load because of it
   * asks again first, strictly.
   *
   * @return the stamp so changed
   */
  public Stamp assumed() {
    return new Stamp(right, true);
  }

  /**
   * Whether it was right some time ago, and may not be any more.
   *
   * @return false if it was read for whoever asked
   */
  public boolean isAssumed() {
    return assumed;
  }

  /**
   * What is written into a value that is loaded now.
   *
   * @return the stamp as a number
   */
  public long value() {
    return right[0];
  }

  /**
   * Whether a value is right.
   *
   * @param stamp what was written into it
   * @return whether it may be used
   */
  public boolean accepts(long stamp) {
    for (long one : right) {
      if (one == stamp) {
        return true;
      }
    }
    return false;
  }

  /**
   * The stamp of what must be right by this one and by another.
   *
   * @param other the other, of scopes whose names come later
   * @return both in one
   */
  public Stamp and(Stamp other) {
    long[] both = new long[right.length * other.right.length];
    for (int i = 0; i < both.length; i++) {
      long own = right[i / other.right.length];
      both[i] = Hash64.mix(own) ^ other.right[i % other.right.length];
    }
    return new Stamp(both, assumed || other.assumed);
  }

  @Override
  public String toString() {
    return String.join(" or ", Arrays.stream(right).mapToObj(Long::toHexString).toList());
  }
}
