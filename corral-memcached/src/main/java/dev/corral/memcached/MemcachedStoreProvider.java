package dev.corral.memcached;

import dev.corral.store.Store;
import dev.corral.store.StoreProvider;

/**
 * Opens stores whose URI begins with {@code memcached:}, as {@link MemcachedStore#open(String)}.
 */
public final class MemcachedStoreProvider implements StoreProvider {
  /** Creates the provider; the service loader does. */
  public MemcachedStoreProvider() {}

  @Override
  public String scheme() {
    return "memcached";
  }

  @Override
  public Store open(String uri) {
    return MemcachedStore.open(uri);
  }
}
