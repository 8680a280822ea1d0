package dev.corral.memcached;

import dev.corral.store.Cas;
import org.jspecify.annotations.Nullable;

/**
 * A value as it was read, and the state that its item was in.
 *
 * @param value the value
 * @param cas the item's state; null where the server keeps none
 * @param <V> what it is
 */
public record CasValue<V>(V value, @Nullable Cas cas) {}
