package dev.corral.it.counter;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The rows, by a connection of one's own: each call is a transaction, committed when it returns.
 */
final class Comments {
  private final Connection connection;

  Comments(Connection connection) throws SQLException {
    this.connection = connection;
    connection.setAutoCommit(false);
  }

  static void create(Connection connection) throws SQLException {
    try (PreparedStatement table = connection.prepareStatement(
            "create table comment (id bigserial primary key, post bigint not null)");
        PreparedStatement index =
            connection.prepareStatement("create index comment_post on comment (post)")) {
      table.execute();
      index.execute();
    }
  }

  long count(long post) throws SQLException {
    try (PreparedStatement snapshot =
            connection.prepareStatement("set transaction isolation level repeatable read");
        PreparedStatement query =
            connection.prepareStatement("select count(*) from comment where post = ?")) {
      snapshot.execute();
      query.setLong(1, post);
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    } finally {
      connection.commit(); // the next one sees another snapshot
    }
  }

  long insert(long post) throws SQLException {
    change("insert into comment (post) values (?)", post);
    return 1;
  }

  /** One that nobody else is about to remove. */
  long removeOne(long post) throws SQLException {
    return -change(
        "delete from comment where id ="
            + " (select id from comment where post = ? limit 1 for update skip locked)",
        post);
  }

  private long change(String sql, long post) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, post);
      return statement.executeUpdate();
    } finally {
      connection.commit();
    }
  }
}
