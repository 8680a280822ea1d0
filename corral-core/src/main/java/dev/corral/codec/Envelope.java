package dev.corral.codec;

import dev.corral.time.Ttl;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * A value's bytes, or the remark that there is no value, together with what a cache must know about
 * them. Immutable: each method that changes something returns a new envelope.
 *
 * <p>What an envelope does not say reads as what means least: no stamp, for ever fresh, loaded in
 * no time. Times are kept in milliseconds; durations are rounded up to them, moments down.
 */
public final class Envelope {
  /* design
   *
   * The layout, where only the first two bytes are always there:
   *
   *   | bytes | content                                    | if bit |
   *   | ----- | ------------------------------------------ | ------ |
   *   | 1     | version, 0xC1                              |        |
   *   | 1     | bits that tell what follows                |        |
   *   | 8     | stamp, big-endian                          | 0x01   |
   *   | 1-7   | ttl in ms                                  | 0x02   |
   *   | 1-7   | span in ms: how long it is kept beyond ttl | 0x02   |
   *   | 1-7   | load time in ms                            | 0x04   |
   *   | 1-9   | soft expiry in ms since 1970               | 0x08   |
   *   | 0     | there is no value; nothing follows         | 0x10   |
   *   | rest  | the value's bytes                          |        |
   *
   * Numbers without a fixed size are Varints. No UTF-8 text and no MessagePack begins with 0xC1, so
   * what other programs store is hardly ever mistaken for an envelope. A reader refuses other versions and
   * bits that it does not know: it cannot tell where the value begins, or what it must not overlook.
   *
   * Who needs what: the stamp decides whether the value belongs to the present generations. Freshness
   * is judged by the store's remaining life against span, the age by ttl + span less what remains. A
   * store that cannot tell the remaining life has the soft expiry instead. The load time is for early
   * recomputes.
   *
   * One is opened for each hit, and hardly anything of it is ever asked for: so it is read without a
   * buffer, holds milliseconds, and makes durations of them for those who ask.
   */
  private static final byte VERSION = (byte) 0xc1;

  private static final int STAMP = 0x01;
  private static final int EXPIRY = 0x02;
  private static final int LOAD_TIME = 0x04;
  private static final int SOFT_EXPIRY = 0x08;
  private static final int ABSENT = 0x10;
  private static final int KNOWN = STAMP | EXPIRY | LOAD_TIME | SOFT_EXPIRY | ABSENT;

  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final byte[] NO_BYTES = new byte[0];
  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final long LONGEST_MILLIS = LONGEST.toMillis();
  private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE);
  private static final long FOR_EVER = 0;
  private static final long NO_SOFT_EXPIRY = -1;

  private final byte[] bytes;
  private final int body; // where the value begins in bytes; it ends with them
  private final boolean absent;
  private final long stamp;
  private final long ttl; // in ms, as those that follow
  private final long span;
  private final long loadTime;
  private final long softExpiry;

  private Envelope(
      byte[] bytes,
      int body,
      boolean absent,
      long stamp,
      long ttl,
      long span,
      long loadTime,
      long softExpiry) {
    this.bytes = bytes;
    this.body = body;
    this.absent = absent;
    this.stamp = stamp;
    this.ttl = ttl;
    this.span = span;
    this.loadTime = loadTime;
    this.softExpiry = softExpiry;
  }

  /**
   * An envelope with a value in it and nothing said about it.
   *
   * @param value the value's bytes, possibly none; don't write to them
   * @return the envelope
   */
  public static Envelope of(byte[] value) {
    return unmarked(value, false);
  }

  /**
   * An envelope that says that there is no value.
   *
   * @return the envelope
   */
  public static Envelope absent() {
    return unmarked(NO_BYTES, true);
  }

  private static Envelope unmarked(byte[] bytes, boolean absent) {
    return new Envelope(bytes, 0, absent, 0, FOR_EVER, 0, 0, NO_SOFT_EXPIRY);
  }

  /**
   * The envelope with a stamp.
   *
   * @param stamp which generations the value belongs to; 0 for no stamp
   * @return the envelope so changed
   */
  public Envelope stamp(long stamp) {
    return new Envelope(bytes, body, absent, stamp, ttl, span, loadTime, softExpiry);
  }

  /**
   * The envelope with the life that the store was told.
   *
   * @param ttl how long the value is fresh; for {@link Ttl#NEVER} the span is not kept
   * @param span how long it is kept beyond that, at most 36,500 days
   * @return the envelope so changed
   */
  public Envelope expiry(Ttl ttl, Duration span) {
    long kept = inMillis("span", span);
    if (!ttl.isLimited()) {
      return new Envelope(bytes, body, absent, stamp, FOR_EVER, 0, loadTime, softExpiry);
    }
    long fresh = inMillis("ttl", Duration.ofNanos(ttl.toNanos()));
    return new Envelope(bytes, body, absent, stamp, fresh, kept, loadTime, softExpiry);
  }

  /**
   * The envelope with the time that it took to load the value.
   *
   * @param loadTime at most 36,500 days; zero for unknown
   * @return the envelope so changed
   */
  public Envelope loadTime(Duration loadTime) {
    long taken = inMillis("loadTime", loadTime);
    return new Envelope(bytes, body, absent, stamp, ttl, span, taken, softExpiry);
  }

  /**
   * The envelope with the moment from which the value is not fresh any more, for stores that cannot
   * tell how long an item has still to live.
   *
   * @param softExpiry not before 1970; {@link Instant#MAX} for never
   * @return the envelope so changed
   */
  public Envelope softExpiry(Instant softExpiry) {
    boolean ends = !softExpiry.equals(Instant.MAX);
    if (ends && (softExpiry.isBefore(Instant.EPOCH) || softExpiry.isAfter(LATEST))) {
      throw new IllegalArgumentException(
          "softExpiry must be from 1970 on and in milliseconds a long, but is " + softExpiry);
    }
    long moment = ends ? softExpiry.toEpochMilli() : NO_SOFT_EXPIRY;
    return new Envelope(bytes, body, absent, stamp, ttl, span, loadTime, moment);
  }

  private static long inMillis(String name, Duration duration) {
    if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + " must be from zero to 36500 days, but is " + duration);
    }
    return duration.plusNanos(999_999).toMillis();
  }

  /**
   * Reads an envelope. Nothing is copied: the envelope keeps the array.
   *
   * @param bytes what {@link #seal} wrote; don't write to them
   * @return the envelope
   * @throws CorruptValueException if the bytes are no envelope, or of another version
   */
  public static Envelope open(byte[] bytes) {
    try {
      return read(bytes);
    } catch (IndexOutOfBoundsException e) {
      throw new CorruptValueException("the envelope is damaged", e);
    }
  }

  private static Envelope read(byte[] bytes) {
    if (bytes[0] != VERSION) {
      throw new CorruptValueException("not an envelope, or one of another version");
    }
    int bits = bytes[1];
    if ((bits & ~KNOWN) != 0) {
      throw new CorruptValueException("the envelope holds something that this version cannot read");
    }
    int at = 2;
    long stamp = 0;
    if ((bits & STAMP) != 0) {
      stamp = (long) BIG_ENDIAN.get(bytes, at);
      at += Long.BYTES;
    }
    long ttl = FOR_EVER;
    long span = 0;
    if ((bits & EXPIRY) != 0) {
      ttl = millis(bytes, at);
      if (ttl == FOR_EVER) {
        throw new CorruptValueException("the envelope names a ttl of zero");
      }
      at = Varint.end(bytes, at);
      span = millis(bytes, at);
      at = Varint.end(bytes, at);
    }
    long loadTime = 0;
    if ((bits & LOAD_TIME) != 0) {
      loadTime = millis(bytes, at);
      at = Varint.end(bytes, at);
    }
    long softExpiry = NO_SOFT_EXPIRY;
    if ((bits & SOFT_EXPIRY) != 0) {
      softExpiry = Varint.get(bytes, at);
      at = Varint.end(bytes, at);
    }
    boolean absent = (bits & ABSENT) != 0;
    if (absent && at < bytes.length) {
      throw new CorruptValueException("the envelope says that there is no value, but holds one");
    }
    return new Envelope(bytes, at, absent, stamp, ttl, span, loadTime, softExpiry);
  }

  private static long millis(byte[] bytes, int at) {
    long millis = Varint.get(bytes, at);
    if (millis > LONGEST_MILLIS) {
      throw new CorruptValueException("the envelope names more than 36500 days");
    }
    return millis;
  }

  /**
   * Writes the envelope.
   *
   * @return an array of its own
   */
  public byte[] seal() {
    int bits = (stamp == 0 ? 0 : STAMP)
        | (ttl == FOR_EVER ? 0 : EXPIRY)
        | (loadTime == 0 ? 0 : LOAD_TIME)
        | (softExpiry == NO_SOFT_EXPIRY ? 0 : SOFT_EXPIRY)
        | (absent ? ABSENT : 0);
    int length = bytes.length - body;
    ByteBuffer out = ByteBuffer.allocate(headerSize(bits) + length).put(VERSION).put((byte) bits);
    if ((bits & STAMP) != 0) {
      out.putLong(stamp);
    }
    if ((bits & EXPIRY) != 0) {
      Varint.put(out, ttl);
      Varint.put(out, span);
    }
    if ((bits & LOAD_TIME) != 0) {
      Varint.put(out, loadTime);
    }
    if ((bits & SOFT_EXPIRY) != 0) {
      Varint.put(out, softExpiry);
    }
    return out.put(bytes, body, length).array();
  }

  private int headerSize(int bits) {
    int size = 2;
    size += (bits & STAMP) == 0 ? 0 : Long.BYTES;
    size += (bits & EXPIRY) == 0 ? 0 : Varint.size(ttl) + Varint.size(span);
    size += (bits & LOAD_TIME) == 0 ? 0 : Varint.size(loadTime);
    size += (bits & SOFT_EXPIRY) == 0 ? 0 : Varint.size(softExpiry);
    return size;
  }

  /**
   * The value.
   *
   * @param codec reads it, in place
   * @param <T> the kind of value
   * @return the value, or that there is none
   * @throws CorruptValueException if the bytes are no such value
   */
  public <T> Lookup<T> value(Codec<T> codec) {
    return absent ? Lookup.absent() : Lookup.found(codec.decode(bytes, body, bytes.length - body));
  }

  /**
   * Whether the envelope says that there is no value.
   *
   * @return true if {@link #value} finds none
   */
  public boolean isAbsent() {
    return absent;
  }

  /**
   * Which generations the value belongs to.
   *
   * @return the stamp, or 0 if there is none
   */
  public long stamp() {
    return stamp;
  }

  /**
   * How long the value is fresh, from when it was stored.
   *
   * @return {@link Ttl#NEVER} if the envelope does not say
   */
  public Ttl ttl() {
    return ttl == FOR_EVER ? Ttl.NEVER : Ttl.of(Duration.ofMillis(ttl));
  }

  /**
   * How long the value is kept beyond its ttl. It is fresh as long as the store keeps it for at
   * least that long from now.
   *
   * @return zero if the envelope does not say
   */
  public Duration span() {
    return Duration.ofMillis(span);
  }

  /**
   * How long the value is fresh from now on.
   *
   * @param remainingNanos how long the store keeps it, {@link Long#MAX_VALUE} for without end
   * @return in nanoseconds; less than zero if it is not fresh any more, {@link Long#MAX_VALUE} for
   *     without end
   */
  public long freshNanos(long remainingNanos) {
    return remainingNanos == Long.MAX_VALUE
        ? Long.MAX_VALUE
        : remainingNanos - TimeUnit.MILLISECONDS.toNanos(span);
  }

  /**
   * The time that it took to load the value.
   *
   * @return zero if the envelope does not say
   */
  public Duration loadTime() {
    return Duration.ofMillis(loadTime);
  }

  /**
   * The moment from which the value is not fresh any more, by the clock of whoever stored it.
   *
   * @return {@link Instant#MAX} if the envelope does not say
   */
  public Instant softExpiry() {
    return softExpiry == NO_SOFT_EXPIRY ? Instant.MAX : Instant.ofEpochMilli(softExpiry);
  }
}
