/** Locks of a database: MariaDB, MySQL and PostgreSQL. */
module dev.corral.jdbc {
  requires transitive dev.corral.core;
  requires transitive static org.jspecify;
  requires transitive java.sql;
  requires org.slf4j;

  exports dev.corral.jdbc;
}
