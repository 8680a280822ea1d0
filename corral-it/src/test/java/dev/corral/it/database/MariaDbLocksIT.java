package dev.corral.it.database;

import org.junit.jupiter.api.extension.RegisterExtension;

class MariaDbLocksIT extends JdbcLocksContract {
  @RegisterExtension
  static final MariaDb DATABASE = new MariaDb();

  MariaDbLocksIT() {
    super(DATABASE);
  }

  @Override
  String toKill(String connectionId) {
    return "KILL " + connectionId;
  }
}
