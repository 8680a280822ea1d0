package dev.corral.memcached;

import dev.corral.memcached.connection.LocalServers;
import dev.corral.store.Store;
import dev.corral.testkit.StoreContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

class MemcachedStoreContractTest extends StoreContract {
  private final LocalServers servers = LocalServers.start("a:1", "b:1", "c:1");

  @Override
  protected Store open() {
    return TestStore.open(servers, options -> options.connectionsPerNode(2)).store();
  }

  @Override
  protected void pass(Duration time) {
    servers.pass(time);
  }

  @AfterEach
  void stopServers() {
    servers.close();
  }
}
