package dev.corral.jdbc;

import dev.corral.fault.ConfigurationException;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;

/**
 * How a database is asked. Each question has the lock's name as its only parameter.
 *
 * <p>A token names a connection for as long as there has been a server: its id, and when the server
 * (MariaDB, MySQL) or the connection (PostgreSQL) began, for ids are used again.
 */
enum Dialect {
  MARIADB("information_schema.GLOBAL_STATUS"),
  MYSQL("performance_schema.global_status"),

  POSTGRESQL(
      "SELECT pg_try_advisory_lock(?)",
      "SELECT pg_advisory_unlock(?)",
      Postgres.OWNER + " AND l.pid = pg_backend_pid()",
      Postgres.OWNER) {
    @Override
    void bind(PreparedStatement statement, LockName name) throws SQLException {
      statement.setLong(1, name.number());
    }
  };

  private static final class Postgres {
    /** Whoever may not see when another's connection began is told its id alone. */
    static final String OWNER = """
        SELECT concat(l.pid, '-', (extract(epoch FROM a.backend_start) * 1000000)::bigint)
        FROM pg_locks l
        JOIN pg_stat_activity a ON a.pid = l.pid
        JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
        CROSS JOIN (SELECT ?::bigint AS number) n
        WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
          AND l.classid = ((n.number >> 32) & 4294967295)::oid
          AND l.objid = (n.number & 4294967295)::oid""";
  }

  /** Tells true if the lock was taken, false if someone has it. */
  final String take;

  /** Tells true if the connection had the lock. */
  final String release;

  /** Tells the connection's token if it has the lock, else nothing. */
  final String mine;

  /** Tells the token of whoever has the lock, or nothing. */
  final String owner;

  Dialect(String take, String release, String mine, String owner) {
    this.take = take;
    this.release = release;
    this.mine = mine;
    this.owner = owner;
  }

  Dialect(String status) {
    this(
        "SELECT GET_LOCK(?, 0)",
        "SELECT RELEASE_LOCK(?)",
        started("CASE WHEN IS_USED_LOCK(?) = CONNECTION_ID() THEN CONNECTION_ID() END", status),
        started("IS_USED_LOCK(?)", status));
  }

  /** Both times are the statement's, so that the difference is always the same. */
  private static String started(String connection, String status) {
    return "SELECT CONCAT(" + connection
        + ", '-', UNIX_TIMESTAMP() - CAST(VARIABLE_VALUE AS SIGNED))" + " FROM " + status
        + " WHERE VARIABLE_NAME = 'UPTIME'";
  }

  void bind(PreparedStatement statement, LockName name) throws SQLException {
    statement.setString(1, name.text());
  }

  static Dialect of(DatabaseMetaData database) throws SQLException {
    String product = database.getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> POSTGRESQL;
      case "MariaDB" -> MARIADB;
      case "MySQL" -> isMariaDb(database) ? MARIADB : MYSQL;
      default ->
        throw new ConfigurationException(
            "locks need a MariaDB, MySQL or PostgreSQL database, but this is " + product);
    };
  }

  /** MySQL's own driver calls it MySQL too. */
  private static boolean isMariaDb(DatabaseMetaData database) throws SQLException {
    return database.getDatabaseProductVersion().toLowerCase(Locale.ROOT).contains("mariadb");
  }
}
