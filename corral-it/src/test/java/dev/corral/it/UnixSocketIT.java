package dev.corral.it;

import dev.corral.Corral;
import dev.corral.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds the client against the contract over a unix socket. */
class UnixSocketIT extends ServerContract {
  @RegisterExtension
  static final Memcached SERVER = Memcached.onSocket(Path.of(
      System.getProperty("java.io.tmpdir"), "corral-" + ProcessHandle.current().pid()));

  @Override
  protected Store open() {
    return Corral.open("memcached://" + SERVER.server().address() + "?deadline=5s")
        .store();
  }
}
