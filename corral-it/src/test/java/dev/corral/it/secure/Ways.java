package dev.corral.it.secure;

import dev.corral.it.Way;
import dev.corral.memcached.Credentials;
import dev.corral.memcached.MemcachedOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The ways that are secured, with certificates and a password of their own.
 *
 * @param authority who issued the servers' certificate
 * @param identity the servers' certificate
 * @param users the servers' file of users, of which there is one
 */
record Ways(Authority authority, Identity identity, Path users) {
  private static final String USER = "user:secret";

  static Ways create(Path folder) {
    Authority authority = Authority.create(folder, "authority");
    try {
      return new Ways(
          authority,
          authority.issue("server", "IP:127.0.0.1"),
          Files.writeString(folder.resolve("users"), USER + "\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Way tls() {
    return way(true, false);
  }

  Way password() {
    return way(false, true);
  }

  Way tlsAndPassword() {
    return way(true, true);
  }

  private Way way(boolean hasTls, boolean hasLogin) {
    List<String> arguments = new ArrayList<>(hasTls ? List.of(identity.server()) : List.of());
    arguments.addAll(hasLogin ? List.of("-Y", users.toString()) : List.of());
    UnaryOperator<MemcachedOptions> options = base -> {
      MemcachedOptions told = hasTls ? base.tls(tls -> tls.trust(authority.certificate())) : base;
      return hasLogin ? told.credentials(Credentials.file(users)) : told;
    };
    return new Way(arguments, hasTls ? identity.context(authority) : null, hasLogin, options);
  }
}
