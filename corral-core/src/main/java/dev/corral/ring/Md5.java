package dev.corral.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MD5 (RFC 1321) as rings use it: a key's place is the digest's first word, a server's points are
 * all four. No security provider is asked, since some have no MD5.
 */
final class Md5 {
  /* design
   *
   * A lookup spends most of its time here, and the JDK's MessageDigest asks for an object per
   * thread and for copies into and out of it. This one needs neither: the message words are read
   * straight from the key into locals, padding included, and the digest's first word is returned.
   * That word is complete three steps before the end, so that the last block stops there. Points
   * need all four words, but only when a ring is built: they have a plain loop of their own.
   *
   * MD5 is one chain of dependent steps: how fast it is depends only on how many instructions of
   * each step have to wait for the step before. Written as below it is four or five (one or two
   * logical ones, addition, rotation, addition): what does not depend on the latest word, b, is
   * added first. The constants must be loaded from arrays for that. C2 gathers literal constants at
   * the end of a sum, where they lengthen the chain, and splits rotations of such sums; it knows
   * nothing of the elements of an array. With literals the same code takes about half as long
   * again.
   */

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int[] START = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

  /** How far a step rotates: four numbers for each round, taken in turn. */
  private static final int[] SHIFTS = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

  // Which of a block's 16 words a step takes: its number times the round's stride, plus the offset.
  private static final int[] STRIDES = {1, 5, 3, 7};
  private static final int[] OFFSETS = {0, 1, 5, 0};

  private static final int[] K = new int[64];

  static {
    for (int step = 0; step < K.length; step++) {
      K[step] = (int) (long) (Math.abs(Math.sin(step + 1)) * (1L << 32));
    }
  }

  private Md5() {}

  /**
   * Hashes a key, without allocating.
   *
   * @param key any number of bytes below 2^28
   * @return the digest's first four bytes, the lowest first
   */
  static int firstWord(byte[] key) {
    int full = key.length >>> 2;
    int tail = tail(key);
    // Where the last block begins, in words: it holds at least the end mark and the length.
    int last = ((key.length + 8) >>> 6) << 4;
    int a0 = START[0];
    int b0 = START[1];
    int c0 = START[2];
    int d0 = START[3];
    for (int at = 0; ; at += 16) {
      int m0 = word(key, at, full, tail);
      int m1 = word(key, at + 1, full, tail);
      int m2 = word(key, at + 2, full, tail);
      int m3 = word(key, at + 3, full, tail);
      int m4 = word(key, at + 4, full, tail);
      int m5 = word(key, at + 5, full, tail);
      int m6 = word(key, at + 6, full, tail);
      int m7 = word(key, at + 7, full, tail);
      int m8 = word(key, at + 8, full, tail);
      int m9 = word(key, at + 9, full, tail);
      int m10 = word(key, at + 10, full, tail);
      int m11 = word(key, at + 11, full, tail);
      int m12 = word(key, at + 12, full, tail);
      int m13 = word(key, at + 13, full, tail);
      int m14 = at == last ? key.length << 3 : word(key, at + 14, full, tail);
      int m15 = at == last ? 0 : word(key, at + 15, full, tail);

      int a = a0;
      int b = b0;
      int c = c0;
      int d = d0;

      a = f(a, b, c, d, m0, K[0], 7);
      d = f(d, a, b, c, m1, K[1], 12);
      c = f(c, d, a, b, m2, K[2], 17);
      b = f(b, c, d, a, m3, K[3], 22);
      a = f(a, b, c, d, m4, K[4], 7);
      d = f(d, a, b, c, m5, K[5], 12);
      c = f(c, d, a, b, m6, K[6], 17);
      b = f(b, c, d, a, m7, K[7], 22);
      a = f(a, b, c, d, m8, K[8], 7);
      d = f(d, a, b, c, m9, K[9], 12);
      c = f(c, d, a, b, m10, K[10], 17);
      b = f(b, c, d, a, m11, K[11], 22);
      a = f(a, b, c, d, m12, K[12], 7);
      d = f(d, a, b, c, m13, K[13], 12);
      c = f(c, d, a, b, m14, K[14], 17);
      b = f(b, c, d, a, m15, K[15], 22);

      a = g(a, b, c, d, m1, K[16], 5);
      d = g(d, a, b, c, m6, K[17], 9);
      c = g(c, d, a, b, m11, K[18], 14);
      b = g(b, c, d, a, m0, K[19], 20);
      a = g(a, b, c, d, m5, K[20], 5);
      d = g(d, a, b, c, m10, K[21], 9);
      c = g(c, d, a, b, m15, K[22], 14);
      b = g(b, c, d, a, m4, K[23], 20);
      a = g(a, b, c, d, m9, K[24], 5);
      d = g(d, a, b, c, m14, K[25], 9);
      c = g(c, d, a, b, m3, K[26], 14);
      b = g(b, c, d, a, m8, K[27], 20);
      a = g(a, b, c, d, m13, K[28], 5);
      d = g(d, a, b, c, m2, K[29], 9);
      c = g(c, d, a, b, m7, K[30], 14);
      b = g(b, c, d, a, m12, K[31], 20);

      a = h(a, b, c, d, m5, K[32], 4);
      d = h(d, a, b, c, m8, K[33], 11);
      c = h(c, d, a, b, m11, K[34], 16);
      b = h(b, c, d, a, m14, K[35], 23);
      a = h(a, b, c, d, m1, K[36], 4);
      d = h(d, a, b, c, m4, K[37], 11);
      c = h(c, d, a, b, m7, K[38], 16);
      b = h(b, c, d, a, m10, K[39], 23);
      a = h(a, b, c, d, m13, K[40], 4);
      d = h(d, a, b, c, m0, K[41], 11);
      c = h(c, d, a, b, m3, K[42], 16);
      b = h(b, c, d, a, m6, K[43], 23);
      a = h(a, b, c, d, m9, K[44], 4);
      d = h(d, a, b, c, m12, K[45], 11);
      c = h(c, d, a, b, m15, K[46], 16);
      b = h(b, c, d, a, m2, K[47], 23);

      a = i(a, b, c, d, m0, K[48], 6);
      d = i(d, a, b, c, m7, K[49], 10);
      c = i(c, d, a, b, m14, K[50], 15);
      b = i(b, c, d, a, m5, K[51], 21);
      a = i(a, b, c, d, m12, K[52], 6);
      d = i(d, a, b, c, m3, K[53], 10);
      c = i(c, d, a, b, m10, K[54], 15);
      b = i(b, c, d, a, m1, K[55], 21);
      a = i(a, b, c, d, m8, K[56], 6);
      d = i(d, a, b, c, m15, K[57], 10);
      c = i(c, d, a, b, m6, K[58], 15);
      b = i(b, c, d, a, m13, K[59], 21);
      a = i(a, b, c, d, m4, K[60], 6);

      a0 += a;
      if (at == last) {
        return a0;
      }
      d = i(d, a, b, c, m11, K[61], 10);
      c = i(c, d, a, b, m2, K[62], 15);
      b = i(b, c, d, a, m9, K[63], 21);

      b0 += b;
      c0 += c;
      d0 += d;
    }
  }

  /**
   * Hashes a text in full, with less haste.
   *
   * @param text any number of bytes below 2^28
   * @param words where to put the digest's four words, the lowest byte of each first
   * @param place where in {@code words} to put the first
   */
  static void digest(byte[] text, int[] words, int place) {
    int full = text.length >>> 2;
    int tail = tail(text);
    int last = ((text.length + 8) >>> 6) << 4;
    int[] sums = START.clone();
    for (int at = 0; at <= last; at += 16) {
      int a = sums[0];
      int b = sums[1];
      int c = sums[2];
      int d = sums[3];
      for (int step = 0; step < K.length; step++) {
        int round = step >>> 4;
        int index = at + ((STRIDES[round] * step + OFFSETS[round]) & 15);
        int m = index == last + 14 ? text.length << 3 : word(text, index, full, tail);
        int shift = SHIFTS[(round << 2) | (step & 3)];
        int next = switch (round) {
          case 0 -> f(a, b, c, d, m, K[step], shift);
          case 1 -> g(a, b, c, d, m, K[step], shift);
          case 2 -> h(a, b, c, d, m, K[step], shift);
          default -> i(a, b, c, d, m, K[step], shift);
        };
        a = d;
        d = c;
        c = b;
        b = next;
      }
      sums[0] += a;
      sums[1] += b;
      sums[2] += c;
      sums[3] += d;
    }
    System.arraycopy(sums, 0, words, place, sums.length);
  }

  /**
   * A word of the padded message, but for its length: the key, then a single one bit, then zeros.
   */
  private static int word(byte[] key, int index, int full, int tail) {
    return index < full ? (int) WORD.get(key, index << 2) : index == full ? tail : 0;
  }

  /** The bytes that fill no word, and the end mark after them. */
  private static int tail(byte[] key) {
    int tail = 0x80;
    for (int i = key.length - 1; i >= (key.length & ~3); i--) {
      tail = (tail << 8) | (key[i] & 0xff);
    }
    return tail;
  }

  private static int f(int a, int b, int c, int d, int m, int k, int shift) {
    return b + Integer.rotateLeft(a + k + m + (d ^ (b & (c ^ d))), shift);
  }

  private static int g(int a, int b, int c, int d, int m, int k, int shift) {
    return b + Integer.rotateLeft(a + k + m + (c & ~d) + (b & d), shift);
  }

  private static int h(int a, int b, int c, int d, int m, int k, int shift) {
    return b + Integer.rotateLeft(a + k + m + (b ^ (c ^ d)), shift);
  }

  private static int i(int a, int b, int c, int d, int m, int k, int shift) {
    return b + Integer.rotateLeft(a + k + m + (c ^ (b | ~d)), shift);
  }
}
