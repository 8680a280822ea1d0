package dev.corral.load;

import java.util.Map;
import java.util.Optional;

/**
 * A loader of many values that is told of those that were cached before, and can answer more than
 * values.
 *
 * @param <K> the kind of keys
 * @param <V> the kind of values
 */
@FunctionalInterface
public interface BatchComputation<K, V> {
  /**
   * Makes values.
   *
   * @param keys whose values, each with the value that is still cached, though no longer fresh, if
   *     there is one; never empty
   * @return an answer for each key; a key that is left out is a mistake, unless the cache remembers
   *     what is absent
   * @throws Exception if they can't be made; unchecked ones reach the caller as they are, checked
   *     ones as the cause of a {@link LoadException}
   */
  Map<K, Loaded<V>> compute(Map<K, Optional<Previous<V>>> keys) throws Exception;
}
