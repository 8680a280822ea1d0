package dev.corral.it;

import dev.corral.store.Store;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds the contract itself against a real server. */
class SocketStoreIT extends ServerContract {
  @RegisterExtension
  static final Memcached SERVER = Memcached.with();

  @Override
  protected Store open() {
    return new SocketStore(SERVER.address());
  }
}
