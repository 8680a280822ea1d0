package dev.corral.it.embedded;

import dev.corral.embedded.EmbeddedServer;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;

/** Where a client finds an embedded server. */
final class EmbeddedNodes {
  private EmbeddedNodes() {}

  static ServerList list(EmbeddedServer server) {
    return ServerList.of(Server.parse("127.0.0.1:" + server.address().getPort()));
  }
}
