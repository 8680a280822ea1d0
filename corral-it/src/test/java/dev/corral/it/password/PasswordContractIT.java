package dev.corral.it.password;

import dev.corral.Corral;
import dev.corral.it.Memcached;
import dev.corral.it.ServerContract;
import dev.corral.store.Store;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds the client against the contract on a server that wants a password. */
class PasswordContractIT extends ServerContract {
  @Order(1)
  @RegisterExtension
  static final PasswordFile FILE = PasswordFile.of("ada", "open:sesame");

  @Order(2)
  @RegisterExtension
  static final Memcached SERVER = Memcached.with(FILE.server());

  @Override
  protected Store open() {
    return Corral.open(
            "memcached://" + SERVER.server().address() + "?deadline=5s&passwordFile=" + FILE.path())
        .store();
  }
}
