package dev.corral.it.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.it.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tests' own database servers. */
class DatabaseRigIT {
  static Stream<Database> databases() {
    return Stream.of(new MariaDb(), new PostgreSql());
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aServerComesBackWhereItWasWithItsData(Database database) throws SQLException {
    long begun = System.nanoTime();
    try (database) {
      database.start();
      Duration start = Duration.ofNanos(System.nanoTime() - begun);
      String url = database.url();
      try (Connection connection = database.dataSource().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE kept (id INT)");
        database.kill();
        assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
      }
      assertThatThrownBy(() -> database.dataSource().getConnection())
          .isInstanceOf(SQLException.class);
      long again = System.nanoTime();
      database.start();
      Duration restart = Duration.ofNanos(System.nanoTime() - again);
      assertThat(database.url()).isEqualTo(url);
      try (Connection connection = database.dataSource().getConnection();
          Statement statement = connection.createStatement()) {
        assertThat(statement.execute("SELECT * FROM kept")).isTrue();
      }
      Table.of("a database server's start", "server", "first", "after a kill")
          .row(database, start, restart)
          .show();
    }
  }
}
