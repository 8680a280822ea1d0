package dev.corral.it.embedded;

import dev.corral.embedded.EmbeddedServer;

/** Holds client and embedded server against the contract. */
class MovedClockContractIT extends MovedClockContract {
  MovedClockContractIT() {
    super(EmbeddedServer.start(), client -> client);
  }
}
