package dev.corral.memcached;

import dev.corral.store.Cas;

/**
 * A value as it was read, and the state that its item was in.
 *
 * @param value the value
 * @param cas the item's state
 * @param <V> what it is
 */
public record CasValue<V>(V value, Cas cas) {}
