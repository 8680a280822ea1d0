package dev.corral.jdbc;

import dev.corral.check.Argument;
import dev.corral.key.Key;
import dev.corral.lock.Lock;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * Locks that a database keeps: named locks of MariaDB and MySQL ({@code GET_LOCK}), advisory locks
 * of PostgreSQL. They need no table. Which database it is tells the data source's connection.
 *
 * <p>A lock ends with its holder's connection, at once when the holder's process dies: it has no
 * ttl. In turn each hold keeps a connection of its own until it is released, so a pool must have
 * more than are held at a time. Tries keep none while they pause.
 *
 * <ul>
 *   <li>{@link dev.corral.lock.Hold#remaining} is counted from the last answer of the database: a
 *       {@linkplain JdbcLockOptions#heartbeat heartbeat} and a {@linkplain JdbcLockOptions#deadline
 *       deadline}, by when the next is due. So it is never zero while the connection works, and is
 *       at the latest so long after the connection has died. The database may have given the lock
 *       to another in that time.
 *   <li>{@link dev.corral.lock.Hold#renew} asks the database now. A connection that fails to answer
 *       is cut, and the lock lost: that is no fault, but {@code false}.
 *   <li>{@link dev.corral.lock.Hold#release} that fails with a fault has cut the connection, which
 *       frees the lock as soon as the server notices. It can't be tried again.
 *   <li>{@link dev.corral.lock.Hold#releaseAfter} keeps the connection for that time, in this
 *       process; when the process ends, so does the lock.
 *   <li>{@link dev.corral.lock.Hold#token} names the connection: two holds that one connection of a
 *       pool has after one another share it.
 *   <li>{@link dev.corral.lock.Hold#fence} is refused: these locks draw no numbers.
 * </ul>
 *
 * <p>For any number of threads. There is nothing to close, and the data source stays its owner's.
 */
public final class JdbcLocks {
  private final DataSource dataSource;
  private final JdbcLockOptions options;

  private JdbcLocks(DataSource dataSource, JdbcLockOptions options) {
    this.dataSource = dataSource;
    this.options = options;
  }

  /**
   * Locks of a database.
   *
   * @param dataSource where connections come from, and are given back to
   * @return its locks, with the default options
   */
  public static JdbcLocks on(DataSource dataSource) {
    return on(dataSource, JdbcLockOptions.defaults());
  }

  /**
   * Locks of a database.
   *
   * @param dataSource where connections come from, and are given back to
   * @param options changes the default options
   * @return its locks
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, naming all that
   *     doesn't
   */
  public static JdbcLocks on(DataSource dataSource, UnaryOperator<JdbcLockOptions> options) {
    return on(dataSource, Argument.changed("options", options, JdbcLockOptions.defaults()));
  }

  /**
   * Locks of a database.
   *
   * @param dataSource where connections come from, and are given back to
   * @param options how the locks behave
   * @return its locks
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, naming all that
   *     doesn't
   */
  public static JdbcLocks on(DataSource dataSource, JdbcLockOptions options) {
    Argument.required("dataSource", dataSource);
    return new JdbcLocks(dataSource, Argument.required("options", options).validated());
  }

  /**
   * The lock of a name, the same in all processes that have the same database (PostgreSQL) or
   * server (MariaDB, MySQL) and {@linkplain JdbcLockOptions#prefix prefix}. Nothing is asked yet.
   *
   * @param name any text
   * @return the lock, free or held. Asking for it fails with a
   *     {@link dev.corral.fault.ConfigurationException} if the database is none of these three
   */
  public Lock lock(String name) {
    return lock(Key.of(Argument.required("name", name)));
  }

  /**
   * The lock of a key; that of a name is the same as that of {@code Key.of(name)}. As
   * {@code locks::lock} this is a cache's gate.
   *
   * @param key any key
   * @return the lock, free or held. Asking for it fails with a
   *     {@link dev.corral.fault.ConfigurationException} if the database is none of these three
   */
  public Lock lock(Key key) {
    Argument.required("key", key);
    return new JdbcLock(dataSource, LockName.of(options.prefix(), key), options);
  }
}
