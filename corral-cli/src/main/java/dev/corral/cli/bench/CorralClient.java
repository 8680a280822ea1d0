package dev.corral.cli.bench;

import dev.corral.codec.Codec;
import dev.corral.memcached.AsyncMemcachedClient;
import dev.corral.memcached.MemcachedClient;
import dev.corral.memcached.MemcachedStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Corral's plain client, to be measured. */
public final class CorralClient implements Client {
  private final MemcachedStore store;
  private final MemcachedClient<byte[]> blocking;
  private final AsyncMemcachedClient<byte[]> async;
  private final @Nullable Duration ttl;

  /**
   * The client of a store.
   *
   * @param store is closed with it
   * @param ttl how long what it writes lives, or null if that does not end
   */
  public CorralClient(MemcachedStore store, @Nullable Duration ttl) {
    this.store = store;
    this.blocking = store.client(Codec.bytes());
    this.async = blocking.async();
    this.ttl = ttl;
  }

  @Override
  public byte @Nullable [] get(String key) {
    return blocking.get(key);
  }

  @Override
  public Collection<?> multiGet(List<String> keys) {
    return blocking.getAll(keys).values();
  }

  @Override
  public CompletableFuture<byte @Nullable []> getAsync(String key) {
    return async.get(key);
  }

  @Override
  public CompletableFuture<?> setAsync(String key, byte[] value) {
    return ttl == null ? async.set(key, value) : async.set(key, value, ttl);
  }

  /** What is not stored fails. */
  @Override
  public boolean isStored(@Nullable Object answer) {
    return true;
  }

  /** Removes an item, if it is there. */
  CompletableFuture<?> deleteAsync(String key) {
    return async.delete(key);
  }

  @Override
  public void close() {
    store.close();
  }
}
