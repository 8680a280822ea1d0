package dev.corral.it.embedded;

import dev.corral.embedded.EmbeddedServer;

/** Holds client and embedded server against the contract over two connections. */
class TwoConnectionsContractIT extends MovedClockContract {
  TwoConnectionsContractIT() {
    super(EmbeddedServer.start(), client -> client.connectionsPerNode(2));
  }
}
