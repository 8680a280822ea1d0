package dev.corral.it.database;

import org.junit.jupiter.api.extension.RegisterExtension;

class PostgreSqlLocksIT extends JdbcLocksContract {
  @RegisterExtension
  static final PostgreSql DATABASE = new PostgreSql();

  PostgreSqlLocksIT() {
    super(DATABASE);
  }

  @Override
  String toKill(String connectionId) {
    return "SELECT pg_terminate_backend(" + connectionId + ")";
  }
}
