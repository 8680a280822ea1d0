package dev.corral.it.secure;

import dev.corral.Corral;
import dev.corral.it.Memcached;
import dev.corral.it.ServerContract;
import dev.corral.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Holds the client against the contract inside TLS, opened by its URI as a user does. */
class TlsStoreIT extends ServerContract {
  @TempDir
  private static Path folder;

  private static Ways ways;
  private static Memcached server;

  @BeforeAll
  static void start() {
    ways = Ways.create(folder);
    server = ways.tls().memcached().start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected Store open() {
    return Corral.open("memcacheds://" + server.server().address()
            + "?deadline=5s&connectTimeout=5s&tlsTrust=" + ways.authority().certificate())
        .store();
  }
}
