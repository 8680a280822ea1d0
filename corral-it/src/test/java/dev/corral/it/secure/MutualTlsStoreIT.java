package dev.corral.it.secure;

import dev.corral.Corral;
import dev.corral.it.Memcached;
import dev.corral.it.ServerContract;
import dev.corral.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Holds the client against the contract where servers want its certificate and a password. */
class MutualTlsStoreIT extends ServerContract {
  @TempDir
  private static Path folder;

  private static Ways ways;
  private static Identity client;
  private static Memcached server;

  @BeforeAll
  static void start() {
    ways = Ways.create(folder);
    client = ways.authority().issue("client");
    String users = ways.users().toString();
    server = Memcached.with(ways.identity().demandingServer(ways.authority(), "-Y", users))
        .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected Store open() {
    return Corral.open(("memcacheds://%s?deadline=5s&connectTimeout=5s&tlsTrust=%s"
                + "&tlsCertificate=%s&tlsKey=%s&passwordFile=%s")
            .formatted(
                server.server().address(),
                ways.authority().certificate(),
                client.chain(),
                client.key(),
                ways.users()))
        .store();
  }
}
