package dev.corral.it.embedded;

import dev.corral.embedded.EmbeddedServer;
import dev.corral.memcached.Credentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Holds client and embedded server against the contract where a password is wanted. */
class PasswordContractIT extends MovedClockContract {
  PasswordContractIT() {
    super(start(), client -> client.credentials(Credentials.of("ada", "open:sesame")));
  }

  private static EmbeddedServer start() {
    try {
      Path file = Files.createTempFile("corral", ".password");
      try {
        Files.writeString(file, "ada:open:sesame\n");
        return EmbeddedServer.start(options -> options.passwordFile(file));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
