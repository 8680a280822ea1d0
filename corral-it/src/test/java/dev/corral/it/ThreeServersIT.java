package dev.corral.it;

import dev.corral.memcached.MemcachedStore;
import dev.corral.store.Store;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds the client against the contract on a ring. */
class ThreeServersIT extends ServerContract {
  @RegisterExtension
  static final Memcached FIRST = Memcached.with();

  @RegisterExtension
  static final Memcached SECOND = Memcached.with();

  @RegisterExtension
  static final Memcached THIRD = Memcached.with();

  @Override
  protected Store open() {
    return MemcachedStore.open(
        Nodes.list(FIRST, SECOND, THIRD), options -> options.deadline(Duration.ofSeconds(5)));
  }
}
