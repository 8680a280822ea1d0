package dev.corral.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * Takes the segments of one key from a {@link KeyEncoder}, in the forms that {@link Key#of}
 * describes. Different lists of segments give different keys: no segment can hold, or end, another.
 *
 * <p>A writer is used by one thread, and only until {@link KeyEncoder#encode} returns.
 */
public final class KeyWriter {
  /* design
   *
   *   form    = segment *( ":" segment )
   *   segment = string | "%-" | "#" digits | "~" digits | "^" 22 digits | "%=" *digits
   *   string  = not empty; 0x21 to 0x7e but ":" and "%", or "%" and two upper-case hex digits;
   *             "#", "~" and "^" are escaped where they would come first
   *
   * A form can be read back, which is why it is unique: a colon only ever ends a segment, the first
   * character of a segment tells its type, and each type has one way to write each value. No segment
   * is empty, so neither is a form, and a prefix followed by a colon is the beginning of only those
   * forms that begin with its segments.
   *
   * Surrogates that are not in pairs get the three bytes that UTF-8 would give their number. UTF-8
   * itself never uses these, so such strings stay different; String.getBytes would make them all "?".
   *
   * Writers are kept one per thread, so that a key costs only its array and itself. An encoder that
   * makes another key meanwhile gets a second writer, which is then forgotten.
   */

  private static final ThreadLocal<KeyWriter> OWN = ThreadLocal.withInitial(KeyWriter::new);

  /** Enough for every key that is not hashed. A buffer that had to grow is not kept. */
  private static final int USUAL_BYTES = 256;

  private static final byte[] DIGITS =
      latin("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
  private static final byte[] HEX = latin("0123456789ABCDEF");

  private byte[] buffer = new byte[USUAL_BYTES];
  private int size;
  private int prefixSize;
  private boolean claimed;

  private KeyWriter() {}

  /** This thread's writer, or another if that is in use, with the form of a prefix in it. */
  static KeyWriter claim(byte[] prefix) {
    KeyWriter own = OWN.get();
    KeyWriter writer = own.claimed ? new KeyWriter() : own;
    writer.claimed = true;
    writer.putAll(prefix);
    writer.prefixSize = writer.size;
    return writer;
  }

  /** Ends the use of a writer, whatever came of it. */
  void release() {
    claimed = false;
    size = 0;
    if (buffer.length > USUAL_BYTES) {
      buffer = new byte[USUAL_BYTES];
    }
  }

  /** Whether a segment was written after the prefix. */
  boolean hasSegments() {
    return size > prefixSize;
  }

  /** The key of all that was written, the prefix included. */
  Key toKey() {
    return Key.ofForm(buffer, size);
  }

  /** All that was written, the prefix included, however long it is. */
  byte[] toForm() {
    return Arrays.copyOf(buffer, size);
  }

  /**
   * Writes a string.
   *
   * @param segment any string
   * @return this
   */
  public KeyWriter string(String segment) {
    if (segment == null) {
      throw new IllegalArgumentException("string segment must not be null");
    }
    beginSegment();
    if (segment.isEmpty()) {
      put('%');
      put('-');
      return this;
    }
    int length = segment.length();
    for (int i = 0; i < length; ) {
      int point = segment.codePointAt(i);
      if (isPlain(point) && !(i == 0 && isMarker(point))) {
        put(point);
      } else {
        escape(point);
      }
      i += Character.charCount(point);
    }
    return this;
  }

  /**
   * Writes a whole number. Its width is not part of the key: an {@code int} and a {@code long} of
   * the same value are the same segment.
   *
   * @param segment any number
   * @return this
   */
  public KeyWriter number(long segment) {
    beginSegment();
    put(segment < 0 ? '~' : '#');
    // Long.MIN_VALUE stays itself, and is right when taken as unsigned, as the shifts below do.
    long magnitude = Math.abs(segment);
    int highest = Math.max(0, 63 - Long.numberOfLeadingZeros(magnitude)) / 6 * 6;
    for (int shift = highest; shift >= 0; shift -= 6) {
      putDigit(magnitude >>> shift);
    }
    return this;
  }

  /**
   * Writes a UUID.
   *
   * @param segment any UUID
   * @return this
   */
  public KeyWriter uuid(UUID segment) {
    if (segment == null) {
      throw new IllegalArgumentException("UUID segment must not be null");
    }
    beginSegment();
    put('^');
    long high = segment.getMostSignificantBits();
    long low = segment.getLeastSignificantBits();
    for (int shift = 58; shift >= 4; shift -= 6) {
      putDigit(high >>> shift);
    }
    // The eleventh digit spans both halves, and the last one is padded, as base64 does it.
    putDigit(high << 2 | low >>> 62);
    for (int shift = 56; shift >= 2; shift -= 6) {
      putDigit(low >>> shift);
    }
    putDigit(low << 4);
    return this;
  }

  /**
   * Writes bytes.
   *
   * @param segment any bytes, possibly none
   * @return this
   */
  public KeyWriter bytes(byte[] segment) {
    if (segment == null) {
      throw new IllegalArgumentException("bytes segment must not be null");
    }
    beginSegment();
    put('%');
    put('=');
    int bits = 0;
    int pending = 0;
    for (byte octet : segment) {
      bits = bits << 8 | (octet & 0xff);
      for (pending += 8; pending >= 6; pending -= 6) {
        putDigit(bits >>> (pending - 6));
      }
    }
    if (pending > 0) {
      putDigit((long) bits << (6 - pending));
    }
    return this;
  }

  /** Writes a segment of a type known only now; false if it is none that a key can hold. */
  boolean offer(Object segment) {
    if (segment instanceof String string) {
      string(string);
    } else if (segment instanceof Long
        || segment instanceof Integer
        || segment instanceof Short
        || segment instanceof Byte) {
      number(((Number) segment).longValue());
    } else if (segment instanceof UUID uuid) {
      uuid(uuid);
    } else if (segment instanceof Enum<?> constant) {
      string(constant.name());
    } else if (segment instanceof byte[] bytes) {
      bytes(bytes);
    } else {
      return false;
    }
    return true;
  }

  private void beginSegment() {
    if (!claimed) {
      throw new IllegalStateException("a KeyWriter can only be used until encode returns");
    }
    if (size > 0) {
      put(':');
    }
  }

  private static boolean isPlain(int point) {
    return point > 0x20 && point < 0x7f && point != ':' && point != '%';
  }

  private static boolean isMarker(int point) {
    return point == '#' || point == '~' || point == '^';
  }

  private void escape(int point) {
    if (point < 0x80) {
      putEscaped(point);
    } else if (point < 0x800) {
      putEscaped(0xc0 | point >> 6);
      putTrailing(point);
    } else if (point < 0x10000) {
      putEscaped(0xe0 | point >> 12);
      putTrailing(point >> 6);
      putTrailing(point);
    } else {
      putEscaped(0xf0 | point >> 18);
      putTrailing(point >> 12);
      putTrailing(point >> 6);
      putTrailing(point);
    }
  }

  private void putTrailing(int bits) {
    putEscaped(0x80 | (bits & 0x3f));
  }

  private void putEscaped(int octet) {
    put('%');
    put(HEX[octet >> 4]);
    put(HEX[octet & 0xf]);
  }

  private void putDigit(long bits) {
    put(DIGITS[(int) bits & 0x3f]);
  }

  private void put(int octet) {
    if (size == buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.addExact(size, size));
    }
    buffer[size++] = (byte) octet;
  }

  private void putAll(byte[] octets) {
    if (octets.length > buffer.length - size) {
      buffer = Arrays.copyOf(buffer, size + octets.length);
    }
    System.arraycopy(octets, 0, buffer, size, octets.length);
    size += octets.length;
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
