package dev.corral.load;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads many values at once.
 *
 * @param <K> the kind of keys
 * @param <V> the kind of values
 */
@FunctionalInterface
public interface BatchLoader<K, V> {
  /**
   * Loads values.
   *
   * @param keys whose values; never empty
   * @return a value for each key, or null under a key for which there is none; a key that is left
   *     out is a mistake, unless the cache remembers what is absent
   * @throws Exception if they can't be loaded; unchecked ones reach the caller as they are, checked
   *     ones as the cause of a {@link LoadException}
   */
  Map<K, ? extends @Nullable V> load(Set<K> keys) throws Exception;
}
