package dev.corral.it.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A MariaDB server. Its database is called {@code test}. */
public final class MariaDb extends Database {
  static final String URL = "jdbc:mariadb:";

  private static final String USER = "--user=" + System.getProperty("user.name");

  /** A server that is not started yet. */
  public MariaDb() {
    super("mariadb");
  }

  @Override
  void install(Path folder) throws IOException {
    run(List.of(
        "mariadb-install-db",
        "--no-defaults",
        "--auth-root-authentication-method=normal",
        "--skip-name-resolve",
        USER,
        "--datadir=" + folder.resolve("data")));
  }

  @Override
  List<String> command(Path folder, int port) {
    return List.of(
        "mariadbd",
        "--no-defaults",
        USER,
        "--datadir=" + folder.resolve("data"),
        "--socket=" + folder.resolve("s"),
        "--skip-networking=0",
        "--skip-name-resolve",
        "--bind-address=127.0.0.1",
        "--port=" + port,
        "--max-connections=200",
        "--innodb-buffer-pool-size=16M",
        "--innodb-flush-log-at-trx-commit=2");
  }

  @Override
  String url(int port) {
    return URL + "//127.0.0.1:" + port + "/test?user=root&connectTimeout=5000";
  }
}
