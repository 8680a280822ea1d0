package dev.corral.it;

import dev.corral.memcached.MemcachedStore;
import dev.corral.store.Store;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds the client against the contract with several connections to one server. */
class TwoConnectionsIT extends ServerContract {
  @RegisterExtension
  static final Memcached SERVER = Memcached.with();

  @Override
  protected Store open() {
    return MemcachedStore.open(
        Nodes.list(SERVER),
        options -> options.connectionsPerNode(2).deadline(Duration.ofSeconds(5)));
  }
}
