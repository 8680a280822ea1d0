package dev.corral.store;

import dev.corral.key.Key;
import dev.corral.time.Ttl;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The least that a storage must offer for Corral to work on it: four operations, each atomic on its
 * key. Whoever has a storage of their own implements this; what memcached can do beyond is a
 * {@link Store}. The patterns that can live on a basic store say so.
 *
 * <p>An implementation takes calls from any thread and never blocks them. Every future completes:
 * with an outcome, or with a {@link dev.corral.fault.CorralException} when the storage could not do
 * or would not tell. It neither keeps nor changes an array that it was given, and each array that
 * it hands out is the caller's own.
 */
public interface BasicStore extends AutoCloseable {
  /**
   * Reads an item.
   *
   * @param key which
   * @return the item, or a miss
   */
  CompletableFuture<GetOutcome> get(Key key);

  /**
   * Writes an item, whether or not there is one already.
   *
   * @param key which
   * @param value its bytes, possibly none
   * @param ttl how long it lives
   * @return completes when it is stored
   */
  CompletableFuture<@Nullable Void> set(Key key, byte[] value, Ttl ttl);

  /**
   * Writes an item only if there is none. Of all who try at once, one succeeds.
   *
   * @param key which
   * @param value its bytes, possibly none
   * @param ttl how long it lives
   * @return whether it was stored
   */
  CompletableFuture<Boolean> add(Key key, byte[] value, Ttl ttl);

  /**
   * Removes an item.
   *
   * @param key which
   * @return whether there was one
   */
  CompletableFuture<Boolean> delete(Key key);

  /** Frees what the store holds. What is asked of it afterwards fails as unavailable. */
  @Override
  void close();
}
