package dev.corral.memcached;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a multi-get found, by key, in the order in which the keys were asked for. It can't be
 * changed by whoever gets it.
 *
 * @param <V> what the values are
 */
final class FoundValues<V> extends AbstractMap<String, V> {
  /* design
   *
   * It begins as the set of the keys, each at the place where it first came, and is filled with what
   * comes; a key without a value is not in the map. An entry costs the places in three arrays, a
   * third of what a linked hash map takes, and the values of a multi-get are most of what it
   * allocates.
   *
   * The table leads from a key's hash to its place plus one: by the next free cell, and at most half
   * of the cells are taken.
   */

  private static final String[] NONE = {};

  private final String[] keys;
  private final @Nullable Object[] values;
  private final int[] table;
  private int distinct;
  private int found;

  FoundValues(Collection<String> asked) {
    keys = asked.toArray(NONE); // all at once: others may change them
    values = new Object[keys.length];
    table = new int[Integer.highestOneBit(Math.max(1, keys.length)) * 4];
    for (String key : keys) {
      if (key == null) {
        throw new IllegalArgumentException("key must not be null");
      }
      int cell = cell(key);
      if (table[cell] == 0) {
        keys[distinct++] = key;
        table[cell] = distinct;
      }
    }
  }

  /** How many different keys were asked for. */
  int asked() {
    return distinct;
  }

  /** The key at that place, from 0 on. */
  String key(int place) {
    return keys[place];
  }

  /** Notes the value of the key at that place, once. */
  void put(int place, V value) {
    values[place] = value;
    found++;
  }

  /** The cell that leads to a key, or would. */
  private int cell(Object key) {
    int hash = key.hashCode() * 0x9E3779B9;
    int cell = hash >>> Integer.numberOfLeadingZeros(table.length - 1);
    while (table[cell] != 0 && !keys[table[cell] - 1].equals(key)) {
      cell = cell + 1 & table.length - 1;
    }
    return cell;
  }

  @SuppressWarnings("unchecked") // put takes nothing else
  private @Nullable V value(int place) {
    return (V) values[place];
  }

  @Override
  public @Nullable V get(@Nullable Object key) {
    int place = key == null ? 0 : table[cell(key)];
    return place == 0 ? null : value(place - 1);
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return get(key) != null;
  }

  @Override
  public int size() {
    return found;
  }

  @Override
  public Set<Map.Entry<String, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, V>> iterator() {
        return new Entries();
      }

      @Override
      public int size() {
        return found;
      }
    };
  }

  private final class Entries implements Iterator<Map.Entry<String, V>> {
    private int place;

    @Override
    public boolean hasNext() {
      while (place < distinct && values[place] == null) {
        place++;
      }
      return place < distinct;
    }

    @Override
    public Map.Entry<String, V> next() {
      V value = hasNext() ? value(place) : null;
      if (value == null) {
        throw new NoSuchElementException();
      }
      return Map.entry(keys[place++], value);
    }
  }
}
