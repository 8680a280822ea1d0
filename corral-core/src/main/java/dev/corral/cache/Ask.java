package dev.corral.cache;

import dev.corral.key.Key;
import java.util.List;

/**
 * A lookup to be sent.
 *
 * @param visit whose options and scopes apply, and whose loader is used if there is a load
 * @param key the user's key
 * @param wire the same as it is sent
 * @param callers for whom it is sent; nobody if it is made behind the callers' backs
 * @param version how often this process has changed the key
 */
record Ask<K, V>(Visit<K, V> visit, K key, Key wire, List<Caller<K, V>> callers, long version) {
  /** The same for other callers. */
  Ask<K, V> with(List<Caller<K, V>> others) {
    return new Ask<>(visit, key, wire, others, version);
  }
}
