package dev.corral.it;

import dev.corral.Corral;
import dev.corral.store.Store;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds the client against the contract over TCP, opened by its URI as a user does. */
class MemcachedStoreIT extends ServerContract {
  @RegisterExtension
  static final Memcached SERVER = Memcached.with();

  @Override
  protected Store open() {
    return Corral.open("memcached://" + SERVER.server().address() + "?deadline=5s")
        .store();
  }
}
