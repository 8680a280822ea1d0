package dev.corral.it.embedded;

import dev.corral.embedded.EmbeddedServer;
import dev.corral.it.Nodes;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.store.Store;
import dev.corral.testkit.StoreContract;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** The contract on embedded servers: one for each test, whose time is moved. */
@Tag("contract")
abstract class MovedClockContract extends StoreContract {
  private static final Duration TICK = Duration.ofSeconds(1);

  private final EmbeddedServer server;
  private final UnaryOperator<MemcachedOptions> client;

  MovedClockContract(EmbeddedServer server, UnaryOperator<MemcachedOptions> client) {
    this.server = server;
    this.client = client;
  }

  @Override
  protected Store open() {
    return MemcachedStore.open(
        EmbeddedNodes.list(server), options -> client.apply(options.deadline(Nodes.PATIENCE)));
  }

  /** The server's clock ticks once a second. */
  @Override
  protected void pass(Duration time) {
    server.advance(time.plus(TICK));
  }

  @AfterEach
  void stop() {
    server.close();
  }
}
