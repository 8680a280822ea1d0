package dev.corral.load;

import org.jspecify.annotations.Nullable;

/**
 * Loads one value from where it comes from: a database, a slow service.
 *
 * @param <K> the kind of keys
 * @param <V> the kind of values
 */
@FunctionalInterface
public interface Loader<K, V> {
  /**
   * Loads a value.
   *
   * @param key whose value
   * @return the value; null if there is none
   * @throws Exception if it can't be loaded; unchecked ones reach the caller as they are, checked
   *     ones as the cause of a {@link LoadException}
   */
  @Nullable
  V load(K key) throws Exception;
}
