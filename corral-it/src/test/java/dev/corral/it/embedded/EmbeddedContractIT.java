package dev.corral.it.embedded;

import dev.corral.Corral;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.it.ServerContract;
import dev.corral.store.Store;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Holds the client and the embedded server against the contract, in real time. */
class EmbeddedContractIT extends ServerContract {
  private static EmbeddedServer server;

  @BeforeAll
  static void start() {
    server = EmbeddedServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected Store open() {
    return Corral.open(server.uri() + "?deadline=5s").store();
  }
}
