package dev.corral.item;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An item at rest: immutable, so that a reader sees all of one state, and every change is a new
 * entry put in the place of the old. Only the notes of its use are written where they are.
 */
/* design
 *
 * Two bits decide who computes, as on the server:
 *
 *   won    the item's one win has been given out; later readers have lost
 *   stale  the item was marked; if not yet won, the next reader wins, whatever it asks for
 *
 * | change             | cas | life      | flags | won     | stale   | use  |
 * | ------------------ | --- | --------- | ----- | ------- | ------- | ---- |
 * | placeholder        | new | the lease | 0     | set     | -       | none |
 * | set, add, replace  | new | given     | given | cleared | cleared | none |
 * | append, prepend    | new | kept      | kept  | cleared | cleared | none |
 * | mark stale         | new | kept or given | kept | cleared | set  | kept |
 * | read that wins     | kept | kept     | kept  | set     | kept    | kept |
 * | touch              | kept | given    | kept  | kept    | kept    | kept |
 * | count, no longer   | new | kept      | kept  | kept    | kept    | kept |
 * | count, more digits | new | kept      | kept  | cleared | cleared | none |
 *
 * The last two rows are the server's doing: it counts in place, padding with spaces, as long as the
 * digits fit, and makes a new item when they don't. (It makes one too when another thread happens to
 * hold the item; so no pattern may build on what a count does to a lease.)
 *
 * The notes of use (when last, whether ever, whether often) are hints that the embedded server
 * tells. They are written without a lock, and one may be lost when the entry is replaced meanwhile.
 */
public final class Entry {
  /** The deadline of an item whose life has no end. */
  public static final long NO_DEADLINE = Long.MAX_VALUE;

  /** What the server's bookkeeping takes beside key and value; with flags it is 4 more. */
  private static final int HEADER_BYTES = 59;

  private static final int FLAGS_BYTES = 4;

  private final byte[] value;
  private final int flags;
  private final long cas;
  private final long deadline;
  private final boolean won;
  private final boolean stale;
  private final boolean keyEncoded;
  /** The life of the table in which this entry was written; in any other it counts as gone. */
  private final Object life;

  private volatile long usedAt;
  private volatile boolean fetched;
  private volatile boolean active;

  private Entry(
      byte[] value,
      int flags,
      long cas,
      long deadline,
      boolean won,
      boolean stale,
      boolean keyEncoded,
      Object life,
      long usedAt) {
    this.value = value;
    this.flags = flags;
    this.cas = cas;
    this.deadline = deadline;
    this.won = won;
    this.stale = stale;
    this.keyEncoded = keyEncoded;
    this.life = life;
    this.usedAt = usedAt;
  }

  /** A new state of the same item: its use is remembered. */
  private Entry changed(byte[] newValue, long newCas, long newDeadline, boolean win, boolean mark) {
    Entry next =
        new Entry(newValue, flags, newCas, newDeadline, win, mark, keyEncoded, life, usedAt);
    next.fetched = fetched;
    next.active = active;
    return next;
  }

  /**
   * An item newly stored.
   *
   * @param value its bytes, kept as they are
   * @param flags the client's flags
   * @param cas the state's number, from {@link ItemTable#nextCas}
   * @param deadline when it dies, in the table's time
   * @param birth the life of the table, and the moment
   * @return the entry
   */
  public static Entry stored(byte[] value, int flags, long cas, long deadline, Birth birth) {
    return new Entry(
        value, flags, cas, deadline, false, false, false, birth.life(), birth.moment());
  }

  /**
   * The empty item that stands where a value is being computed.
   *
   * @param cas the state's number
   * @param deadline when it dies
   * @param birth the life of the table, and the moment
   * @return the entry
   */
  public static Entry placeholder(long cas, long deadline, Birth birth) {
    return stored(new byte[0], 0, cas, deadline, birth).asWon();
  }

  /**
   * A new counter.
   *
   * @param count its value, unsigned
   * @param cas the state's number
   * @param deadline when it dies
   * @param birth the life of the table, and the moment
   * @return the entry
   */
  public static Entry counter(long count, long cas, long deadline, Birth birth) {
    return stored(digits(count), 0, cas, deadline, birth);
  }

  /**
   * How large an item is to the server's limit, and to ours.
   *
   * @param keyLength the bytes of its key
   * @param valueLength the bytes of its value
   * @param flags the client's flags
   * @return bytes
   */
  public static int sizeOf(int keyLength, int valueLength, int flags) {
    return HEADER_BYTES + keyLength + valueLength + (flags == 0 ? 0 : FLAGS_BYTES);
  }

  /**
   * How large it is, by {@link #sizeOf}.
   *
   * @param keyLength the bytes of its key
   * @return bytes
   */
  public int size(int keyLength) {
    return sizeOf(keyLength, value.length, flags);
  }

  /**
   * Its win given out.
   *
   * @return the entry that takes this one's place
   */
  public Entry asWon() {
    return changed(value, cas, deadline, true, stale);
  }

  /**
   * Touched.
   *
   * @param newDeadline when it dies
   * @return the entry that takes this one's place
   */
  public Entry until(long newDeadline) {
    return changed(value, cas, newDeadline, won, stale);
  }

  /**
   * Marked stale, its win to be given out again.
   *
   * @param newCas the state's number
   * @param newDeadline when it dies
   * @return the entry that takes this one's place
   */
  public Entry asStale(long newCas, long newDeadline) {
    return changed(value, newCas, newDeadline, false, true);
  }

  /**
   * Its key to be told in base64, in which it came.
   *
   * @return the entry that takes this one's place
   */
  public Entry withEncodedKey() {
    return new Entry(value, flags, cas, deadline, won, stale, true, life, usedAt);
  }

  /**
   * Appended or prepended to.
   *
   * @param added what is added
   * @param behind whether it comes behind what is there
   * @param newCas the state's number
   * @param birth the life of the table, and the moment
   * @return the entry that takes this one's place
   */
  public Entry extended(byte[] added, boolean behind, long newCas, Birth birth) {
    byte[] first = behind ? value : added;
    byte[] second = behind ? added : value;
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return stored(both, flags, newCas, deadline, birth);
  }

  /**
   * Counted.
   *
   * @param count its new value, unsigned
   * @param newCas the state's number
   * @param birth the life of the table, and the moment
   * @return the entry that takes this one's place
   */
  public Entry counted(long count, long newCas, Birth birth) {
    byte[] digits = digits(count);
    if (digits.length > value.length) {
      return stored(digits, flags, newCas, deadline, birth);
    }
    byte[] padded = Arrays.copyOf(digits, value.length);
    Arrays.fill(padded, digits.length, padded.length, (byte) ' ');
    Entry next = changed(padded, newCas, deadline, won, stale);
    next.usedAt = birth.moment();
    return next;
  }

  private static byte[] digits(long count) {
    return Long.toUnsignedString(count).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Its bytes.
   *
   * @return the entry's own array: never write to it
   */
  public byte[] value() {
    return value;
  }

  /**
   * The client's flags.
   *
   * @return 32 bits
   */
  public int flags() {
    return flags;
  }

  /**
   * The number of its state.
   *
   * @return the CAS, unsigned
   */
  public long cas() {
    return cas;
  }

  /**
   * When it dies, in the table's time.
   *
   * @return the moment, or {@link #NO_DEADLINE}
   */
  public long deadline() {
    return deadline;
  }

  /**
   * Whether its one win has been given out.
   *
   * @return true from then on
   */
  public boolean isWon() {
    return won;
  }

  /**
   * Whether it was marked stale.
   *
   * @return true from then on
   */
  public boolean isStale() {
    return stale;
  }

  /**
   * Whether its key came in base64.
   *
   * @return false by default
   */
  public boolean isKeyEncoded() {
    return keyEncoded;
  }

  /**
   * The life of the table that it was written in.
   *
   * @return compared by identity
   */
  public Object life() {
    return life;
  }

  /**
   * Whether it was read since it was stored.
   *
   * @return false until {@link #bump}
   */
  public boolean isFetched() {
    return fetched;
  }

  /**
   * When it was last stored, counted or read often, in the table's time.
   *
   * @return the moment
   */
  public long usedAt() {
    return usedAt;
  }

  /**
   * Notes that it was read, as the server does: the first time that it was, the second time when,
   * and no more.
   *
   * @param moment now, in the table's time
   */
  public void bump(long moment) {
    if (!fetched) {
      fetched = true;
    } else if (!active) {
      active = true;
      usedAt = moment;
    }
  }

  /**
   * Notes that somebody wanted to add it.
   *
   * @param moment now, in the table's time
   */
  public void use(long moment) {
    usedAt = moment;
  }

  /**
   * In which life of the table something is written, and when.
   *
   * @param life compared by identity
   * @param moment in the table's time
   */
  public record Birth(Object life, long moment) {}
}
