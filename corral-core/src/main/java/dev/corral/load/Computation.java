package dev.corral.load;

import java.util.Optional;

/**
 * A loader that is told of the value that was cached before, and can answer more than a value.
 *
 * @param <K> the kind of keys
 * @param <V> the kind of values
 */
@FunctionalInterface
public interface Computation<K, V> {
  /**
   * Makes a value.
   *
   * @param key whose value
   * @param previous the value that is still cached, though no longer fresh, if there is one
   * @return the value and how long it lives; or that it has not changed, or that there is none
   * @throws Exception if it can't be made; unchecked ones reach the caller as they are, checked
   *     ones as the cause of a {@link LoadException}
   */
  Loaded<V> compute(K key, Optional<Previous<V>> previous) throws Exception;
}
