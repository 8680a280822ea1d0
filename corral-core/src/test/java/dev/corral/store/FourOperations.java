package dev.corral.store;

import dev.corral.key.Key;
import dev.corral.time.Ttl;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A store that can do no more than it must, for tests of what gets along with that. */
public class FourOperations implements BasicStore {
  private final Store store;

  /** Hides what else the store can do. */
  public FourOperations(Store store) {
    this.store = store;
  }

  @Override
  public CompletableFuture<GetOutcome> get(Key key) {
    return store.get(key);
  }

  @Override
  public CompletableFuture<@Nullable Void> set(Key key, byte[] value, Ttl ttl) {
    return store.set(key, value, ttl);
  }

  @Override
  public CompletableFuture<Boolean> add(Key key, byte[] value, Ttl ttl) {
    return store.add(key, value, ttl);
  }

  @Override
  public CompletableFuture<Boolean> delete(Key key) {
    return store.delete(key);
  }

  @Override
  public void close() {
    store.close();
  }
}
