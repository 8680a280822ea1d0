package dev.corral.it;

import dev.corral.store.Store;
import dev.corral.testkit.StoreContract;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds the contract itself against a real server. */
class SocketStoreIT extends StoreContract {
  @RegisterExtension
  static final Memcached SERVER = Memcached.with();

  @Override
  protected Store open() {
    return new SocketStore(SERVER.address());
  }

  @Override
  protected void pass(Duration time) {
    try (SocketStore store = new SocketStore(SERVER.address())) {
      long end = store.serverSecond() + time.plusNanos(999_999_999).toSeconds();
      Memcached.awaitUntil("the server's clock", () -> store.serverSecond() >= end);
    }
  }
}
