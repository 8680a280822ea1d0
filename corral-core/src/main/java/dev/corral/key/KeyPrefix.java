package dev.corral.key;

import java.nio.charset.StandardCharsets;

/**
 * The beginning that all keys of one place share, such as {@code app:user}. It is encoded once; a
 * key made with it costs little more than its own bytes.
 *
 * <p>{@code KeyPrefix.of("app", "user").key(12543)} equals {@code Key.of("app", "user", 12543)},
 * and so on for all segments: a prefix changes the cost of a key, never the key.
 *
 * <p>Prefixes are immutable and safe for use by many threads.
 */
public final class KeyPrefix {
  /** The prefix of no segments. */
  public static final KeyPrefix NONE = new KeyPrefix(new byte[0]);

  private final byte[] form;

  private KeyPrefix(byte[] form) {
    this.form = form;
  }

  /**
   * A prefix of these segments.
   *
   * @param segments one segment or more, of the types that {@link Key#of} takes
   * @return the prefix
   * @throws IllegalArgumentException if there is no segment, or one is null or of another type
   */
  public static KeyPrefix of(Object... segments) {
    return NONE.with(segments);
  }

  /**
   * A longer prefix: this one, and further segments.
   *
   * @param segments one segment or more, of the types that {@link Key#of} takes
   * @return the longer prefix
   * @throws IllegalArgumentException if there is no segment, or one is null or of another type
   */
  public KeyPrefix with(Object... segments) {
    KeyWriter out = KeyWriter.claim(form);
    try {
      writeAll(segments, out);
      return new KeyPrefix(out.toForm());
    } finally {
      out.release();
    }
  }

  /**
   * A key of this prefix and further segments.
   *
   * @param segments one segment or more, of the types that {@link Key#of} takes
   * @return the key
   * @throws IllegalArgumentException if there is no segment, or one is null or of another type
   */
  public Key key(Object... segments) {
    KeyWriter out = KeyWriter.claim(form);
    try {
      writeAll(segments, out);
      return out.toKey();
    } finally {
      out.release();
    }
  }

  /**
   * A key of this prefix and the segments that an encoder writes. With the encoders of {@link Keys}
   * it allocates the key and its bytes, and nothing else once a thread has made its first key.
   *
   * @param <K> the type of the user's key
   * @param encoder says which segments the user's key consists of
   * @param key the user's key
   * @return the key
   * @throws IllegalArgumentException if the key is null
   * @throws IllegalStateException if the encoder wrote nothing
   */
  public <K> Key encode(KeyEncoder<? super K> encoder, K key) {
    if (key == null) {
      throw new IllegalArgumentException("key must not be null");
    }
    KeyWriter out = KeyWriter.claim(form);
    try {
      encoder.encode(key, out);
      if (!out.hasSegments()) {
        throw new IllegalStateException(encoder.getClass().getName() + " wrote no segment for a "
            + key.getClass().getName());
      }
      return out.toKey();
    } finally {
      out.release();
    }
  }

  private static void writeAll(Object[] segments, KeyWriter out) {
    if (segments == null) {
      throw new IllegalArgumentException("segments must not be null");
    }
    if (segments.length == 0) {
      throw new IllegalArgumentException("a key needs at least one segment");
    }
    for (int i = 0; i < segments.length; i++) {
      Object segment = segments[i];
      if (segment == null) {
        throw new IllegalArgumentException("segment " + i + " must not be null");
      }
      if (!out.offer(segment)) {
        throw new IllegalArgumentException(
            "segment " + i + " must be a string, a whole number from byte to long,"
                + " a UUID, an enum or bytes, but is a " + segment.getClass().getName());
      }
    }
  }

  /**
   * The prefix as it begins its keys, for people to read.
   *
   * @return the encoded segments, joined by colons
   */
  @Override
  public String toString() {
    return new String(form, StandardCharsets.ISO_8859_1);
  }
}
