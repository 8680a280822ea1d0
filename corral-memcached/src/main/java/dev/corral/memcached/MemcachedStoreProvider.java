package dev.corral.memcached;

import dev.corral.store.Store;
import dev.corral.store.StoreProvider;
import java.util.Set;

/**
 * Opens stores whose URI begins with {@code memcached:} or {@code memcacheds:}, as
 * {@link MemcachedStore#open(String)}.
 */
public final class MemcachedStoreProvider implements StoreProvider {
  /** Creates the provider; the service loader does. */
  public MemcachedStoreProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of("memcached", "memcacheds");
  }

  @Override
  public Store open(String uri) {
    return MemcachedStore.open(uri);
  }
}
