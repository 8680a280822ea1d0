package dev.corral.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An item at rest in a {@link MemoryStore}: immutable, so that a reader sees all of one state, and
 * every change is a new entry put in the place of the old.
 */
/* design
 *
 * Two bits decide who computes, as on the server:
 *
 *   won    the item's one win has been given out; later readers have lost
 *   stale  the item was marked; if not yet won, the next reader wins, whatever it asks for
 *
 * | change             | cas | life      | flags | won     | stale   |
 * | ------------------ | --- | --------- | ----- | ------- | ------- |
 * | placeholder        | new | the lease | 0     | set     | -       |
 * | set, add, replace  | new | given     | given | cleared | cleared |
 * | append, prepend    | new | kept      | kept  | cleared | cleared |
 * | mark stale         | new | kept or given | kept | cleared | set  |
 * | read that wins     | kept | kept     | kept  | set     | kept    |
 * | touch              | kept | given    | kept  | kept    | kept    |
 * | count, no longer   | new | kept      | kept  | kept    | kept    |
 * | count, more digits | new | kept      | kept  | cleared | cleared |
 *
 * The last two rows are the server's doing: it counts in place, padding with spaces, as long as the
 * digits fit, and makes a new item when they don't. (It makes one too when another thread happens to
 * hold the item; so no pattern may build on what a count does to a lease.)
 */
final class Entry {
  /** The deadline of an item whose life has no end. */
  static final long NO_DEADLINE = Long.MAX_VALUE;

  /** What the server's bookkeeping takes beside key and value; with flags it is 4 more. */
  private static final int HEADER_BYTES = 59;

  private static final int FLAGS_BYTES = 4;

  final byte[] value;
  final int flags;
  final long cas;
  final long deadline;
  final boolean won;
  final boolean stale;
  /** The life of the store in which this entry was written; in any other it counts as gone. */
  final Object life;

  private Entry(
      byte[] value, int flags, long cas, long deadline, boolean won, boolean stale, Object life) {
    this.value = value;
    this.flags = flags;
    this.cas = cas;
    this.deadline = deadline;
    this.won = won;
    this.stale = stale;
    this.life = life;
  }

  static Entry stored(byte[] value, int flags, long cas, long deadline, Object life) {
    return new Entry(value, flags, cas, deadline, false, false, life);
  }

  static Entry placeholder(long cas, long deadline, Object life) {
    return new Entry(new byte[0], 0, cas, deadline, true, false, life);
  }

  static Entry counter(long count, long cas, long deadline, Object life) {
    return stored(digits(count), 0, cas, deadline, life);
  }

  /** How large an item is to the server's limit, and to ours. */
  static int sizeOf(int keyLength, int valueLength, int flags) {
    return HEADER_BYTES + keyLength + valueLength + (flags == 0 ? 0 : FLAGS_BYTES);
  }

  Entry asWon() {
    return new Entry(value, flags, cas, deadline, true, stale, life);
  }

  Entry until(long newDeadline) {
    return new Entry(value, flags, cas, newDeadline, won, stale, life);
  }

  Entry asStale(long newCas, long newDeadline) {
    return new Entry(value, flags, newCas, newDeadline, false, true, life);
  }

  Entry extended(byte[] added, boolean behind, long newCas) {
    byte[] first = behind ? value : added;
    byte[] second = behind ? added : value;
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return stored(both, flags, newCas, deadline, life);
  }

  Entry counted(long count, long newCas) {
    byte[] digits = digits(count);
    if (digits.length > value.length) {
      return stored(digits, flags, newCas, deadline, life);
    }
    byte[] padded = Arrays.copyOf(digits, value.length);
    Arrays.fill(padded, digits.length, padded.length, (byte) ' ');
    return new Entry(padded, flags, newCas, deadline, won, stale, life);
  }

  private static byte[] digits(long count) {
    return Long.toUnsignedString(count).getBytes(StandardCharsets.US_ASCII);
  }
}
