package dev.corral.it.database;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** A MariaDB server. Its database is called {@code test}. */
public final class MariaDb extends Database {
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
    return "jdbc:mariadb://127.0.0.1:" + port + "/test?user=root&connectTimeout=5000";
  }

  @Override
  public DataSource dataSource() {
    try {
      return new MariaDbDataSource(url());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
