package dev.corral.cli.demo.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.h2.jdbcx.JdbcConnectionPool;

/**
 * A process's view of the database: a query for a page, by a pool of few connections. Who gets none
 * in time has an error. Safe for use by many threads.
 */
public final class Pages implements AutoCloseable {
  static final String USER = "demo";

  private final JdbcConnectionPool pool;
  private final long disk;

  private Pages(JdbcConnectionPool pool, long disk) {
    this.pool = pool;
    this.disk = disk;
  }

  /**
   * Opens it. Nothing is asked of the database.
   *
   * @param connections how many there are at most
   * @param patience how long a caller waits for one, in whole seconds
   */
  public static Pages open(Database.Access access, int connections, Duration patience) {
    JdbcConnectionPool pool = JdbcConnectionPool.create(access.url(), USER, access.password());
    pool.setMaxConnections(connections);
    pool.setLoginTimeout((int) patience.toSeconds());
    return new Pages(pool, access.disk());
  }

  /** Queries a page, which takes its time. */
  public Page query(int user, int page) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement select = connection.prepareStatement(
            "select version, read_disk(?, body) from page where user_id = ? and page = ?")) {
      select.setLong(1, disk);
      select.setInt(2, user);
      select.setInt(3, page);
      return only(select);
    }
  }

  /** The one row that there must be. */
  static Page only(PreparedStatement select) throws SQLException {
    try (ResultSet rows = select.executeQuery()) {
      if (!rows.next()) {
        throw new SQLException("there is no such page");
      }
      return new Page(rows.getLong(1), rows.getString(2));
    }
  }

  @Override
  public void close() {
    pool.dispose();
  }
}
