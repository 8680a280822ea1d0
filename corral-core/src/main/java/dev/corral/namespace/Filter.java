package dev.corral.namespace;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;

/**
 * A Bloom filter of the namespaces that have been touched: two bits for each. Immutable. One of no
 * bits at all may contain everything.
 */
/* design
 *
 * Both bits come from one hash of 64 bits, its upper half and the sum of both halves, modulo the
 * number of bits. The halves are independent of one another, and so the bits are. With n bits and t
 * namespaces touched, a part f = 1 - (1 - 1/n)^2t of the bits is set, and an untouched namespace is
 * taken for a touched one with probability f².
 */
final class Filter {
  private final byte[] bits;
  private final int touched;

  private Filter(byte[] bits) {
    this.bits = bits;
    this.touched = BitSet.valueOf(bits).cardinality();
  }

  static Filter empty(int bytes) {
    return new Filter(new byte[bytes]);
  }

  /** The filter that {@link #bytes} came from. Nobody may write to the array any more. */
  static Filter of(byte[] bytes) {
    return new Filter(bytes);
  }

  /** The filter's own array: never write to it. */
  byte[] bytes() {
    return bits;
  }

  int size() {
    return bits.length * Byte.SIZE;
  }

  int touched() {
    return touched;
  }

  double quality() {
    return quality(touched, size());
  }

  /** How likely an untouched namespace is not taken for a touched one. */
  static double quality(int touched, int size) {
    double fill = fill(touched, size);
    return 1 - fill * fill;
  }

  /** Which part of the bits is set. */
  static double fill(int touched, int size) {
    return size == 0 ? 1 : (double) touched / size;
  }

  boolean mayContain(long hash) {
    return size() == 0 || (isSet(first(hash)) && isSet(second(hash)));
  }

  /** A filter that contains these too. */
  Filter with(Collection<Long> hashes) {
    byte[] changed = bits.clone();
    if (size() > 0) {
      for (long hash : hashes) {
        set(changed, first(hash));
        set(changed, second(hash));
      }
    }
    return new Filter(changed);
  }

  /** A filter of the same size that contains what either contains. */
  Filter or(Filter other) {
    byte[] both = bits.clone();
    for (int i = 0; i < both.length; i++) {
      both[i] |= other.bits[i];
    }
    return new Filter(both);
  }

  private int first(long hash) {
    return (int) ((hash >>> 32) % size());
  }

  private int second(long hash) {
    return (int) (((hash >>> 32) + (hash & 0xffff_ffffL)) % size());
  }

  private boolean isSet(int index) {
    return (bits[index >> 3] & 1 << (index & 7)) != 0;
  }

  private static void set(byte[] bits, int index) {
    bits[index >> 3] |= (byte) (1 << (index & 7));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Filter filter && Arrays.equals(filter.bits, bits);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bits);
  }
}
