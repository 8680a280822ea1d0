package dev.corral.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that is borrowed for a lock. It is given back as it was, or cut: one that could have
 * a lock on it must not come to another. For one thread at a time.
 */
final class Session {
  private static final Logger log = LoggerFactory.getLogger(Session.class);

  /** Cutting is quick; drivers want to be told who does it. */
  private static final Executor HERE = Runnable::run;

  private final Connection connection;
  private final LockName name;
  private final Dialect dialect;
  private final boolean autoCommitBefore;
  private final int timeoutBefore;

  private Session(Connection connection, LockName name, Duration deadline) throws SQLException {
    this.connection = connection;
    this.name = name;
    this.timeoutBefore = connection.getNetworkTimeout();
    connection.setNetworkTimeout(HERE, Math.toIntExact(deadline.toMillis()));
    // Drivers may ask the server for all that follows.
    this.dialect = Dialect.of(connection.getMetaData());
    this.autoCommitBefore = connection.getAutoCommit();
    if (!autoCommitBefore) {
      connection.setAutoCommit(true); // or each question would leave a transaction open
    }
  }

  static Session open(DataSource dataSource, LockName name, Duration deadline) throws SQLException {
    Connection connection = dataSource.getConnection();
    try {
      return new Session(connection, name, deadline);
    } catch (SQLException | RuntimeException | Error e) {
      cut(connection);
      throw e;
    }
  }

  boolean take() throws SQLException {
    String answer = ask(dialect.take);
    if (answer == null) {
      throw new SQLTransientException("the server was out of memory, or ended the connection");
    }
    return isYes(answer);
  }

  boolean release() throws SQLException {
    return isYes(ask(dialect.release));
  }

  /** This connection's token if it has the lock, else null. */
  @Nullable
  String mine() throws SQLException {
    return ask(dialect.mine);
  }

  /** The token of whoever has the lock, or null. */
  @Nullable
  String owner() throws SQLException {
    return ask(dialect.owner);
  }

  private @Nullable String ask(String question) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(question)) {
      dialect.bind(statement, name);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? rows.getString(1) : null;
      }
    }
  }

  /** MariaDB and MySQL say 1, PostgreSQL says t. */
  private static boolean isYes(@Nullable String answer) {
    return "1".equals(answer) || "t".equals(answer);
  }

  /** Gives back a connection that has no lock any more. */
  void giveBack() {
    try {
      if (!autoCommitBefore) {
        connection.setAutoCommit(false);
      }
      connection.setNetworkTimeout(HERE, timeoutBefore);
      connection.close();
    } catch (SQLException | RuntimeException e) {
      log.debug("{}: a connection could not be given back as it was", name, e);
      cut();
    }
  }

  /** Ends the connection, and with it whatever lock it has. */
  void cut() {
    cut(connection);
  }

  private static void cut(Connection connection) {
    try {
      connection.abort(HERE);
    } catch (SQLException | RuntimeException e) {
      log.debug("a connection could not be cut", e);
    }
    try {
      connection.close(); // A pool wants it back even so, to replace it.
    } catch (SQLException | RuntimeException e) {
      log.debug("a connection that was cut could not be closed", e);
    }
  }
}
