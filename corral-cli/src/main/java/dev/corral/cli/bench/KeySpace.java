package dev.corral.cli.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The keys that loops read and write, 32 bytes each and in no order, and the value of all. */
public final class KeySpace {
  /** How many keys a multi-get asks for. */
  public static final int BATCH = 100;

  private static final int KEY_LENGTH = 32;
  private static final int LONGEST_PREFIX = 24;

  /** Steps from one caller's first key to the next one's; a prime, to meet again late. */
  private static final long STRIDE = 997;

  private final String[] keys;
  private final byte[] value;
  private final List<List<String>> batches;

  /**
   * Makes keys.
   *
   * @param prefix what they begin with, 24 characters at most; who shares servers with others has
   *     one of its own
   * @param count how many, {@link #BATCH} at least
   * @param valueSize bytes of the value
   */
  public KeySpace(String prefix, int count, int valueSize) {
    if (prefix.length() > LONGEST_PREFIX) {
      throw new IllegalArgumentException("prefix has more than 24 characters: " + prefix);
    }
    if (count < BATCH) {
      throw new IllegalArgumentException("count must be at least 100, but is " + count);
    }
    String format = prefix + "%0" + (KEY_LENGTH - prefix.length()) + "d";
    List<String> made =
        new ArrayList<>(IntStream.range(0, count).mapToObj(format::formatted).toList());
    // The same in each run: where keys lie on the servers is no source of differences.
    Collections.shuffle(made, new Random(42));
    keys = made.toArray(new String[0]);
    value = new byte[valueSize];
    Arrays.fill(value, (byte) 'x');
    batches = IntStream.range(0, count / BATCH)
        .mapToObj(batch -> List.copyOf(made.subList(batch * BATCH, (batch + 1) * BATCH)))
        .toList();
  }

  /** How many keys there are. */
  public int count() {
    return keys.length;
  }

  /** One of them, from 0 on. */
  public String key(int index) {
    return keys[index];
  }

  /** The index after this one; after the last comes the first. */
  public int after(int index) {
    return index + 1 == keys.length ? 0 : index + 1;
  }

  /** What all of them hold; not a copy. */
  public byte[] value() {
    return value;
  }

  /** The keys in lists of {@link #BATCH}, without the last ones if they fill none. */
  public List<List<String>> batches() {
    return batches;
  }

  /** Where a caller begins, so that callers do not walk in step. */
  public int startOf(int caller) {
    return (int) (caller * STRIDE % keys.length);
  }
}
