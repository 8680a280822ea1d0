package dev.corral.it.steps;

import dev.corral.it.Nodes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jspecify.annotations.Nullable;

/**
 * The bad database: H2 in memory, with ten connections, on which each query takes 50 ms. It counts
 * its queries when they come; changes are quick, and not counted. Safe for use by many threads.
 */
public final class Database implements AutoCloseable {
  private static final int CONNECTIONS = 10;
  private static final int QUERY_MILLIS = 50;
  private static final List<String> SHOP = List.of(
      "create alias slow for 'dev.corral.it.steps.Database.slow'",
      "create table product (id bigint primary key, name varchar, cents int)",
      "insert into product select x, 'No. ' || x, 100 * x from system_range(1, 100)",
      "create table watcher (product bigint, id bigint, primary key (product, id))",
      "insert into watcher select 7, x from system_range(1, 50)",
      "create table review (product bigint, stars int)",
      "insert into review select 7, 5 from system_range(1, 41)");

  private final JdbcConnectionPool pool =
      JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "", "");
  private final AtomicInteger queries = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private final AtomicInteger missing = new AtomicInteger();
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile boolean down;

  private interface Rows<R> {
    R read(ResultSet rows) throws SQLException;
  }

  /** A database with 100 products; No. 7 has 50 who watch it, and 41 reviews. */
  public Database() throws SQLException {
    pool.setMaxConnections(CONNECTIONS);
    for (String statement : SHOP) {
      change(statement);
    }
  }

  /** What makes each query slow; called by the database itself. */
  public static boolean slow(int millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    return true;
  }

  /** How many queries have come, those included that failed. */
  public int queries() {
    return queries.get();
  }

  /** How many of them have failed. */
  public int failures() {
    return failures.get();
  }

  /** The most queries that were under way at the same time, since {@link #holdUntil}. */
  public int mostAtOnce() {
    return mostAtOnce.get();
  }

  /** Whether no query is under way. */
  public boolean isIdle() {
    return running.get() == 0;
  }

  /** The next queries are answered when there are so many of them. */
  public void holdUntil(int asked) {
    mostAtOnce.set(0);
    missing.set(asked);
    gate = new CountDownLatch(1);
  }

  /** The next queries are answered after {@link #release}. */
  public void hold() {
    holdUntil(Integer.MAX_VALUE);
  }

  /** The end of a {@link #hold}. */
  public void release() {
    gate.countDown();
  }

  /** From now on each query fails. */
  public void fail() {
    down = true;
  }

  /** The end of a failure. */
  public void recover() {
    down = false;
  }

  public @Nullable Product find(long id) throws SQLException {
    return findAll(List.of(id)).get(id);
  }

  /** All of these that there are, by one query. */
  public Map<Long, Product> findAll(Collection<Long> ids) throws SQLException {
    String select = "select id, name, cents from product where id = any(?)";
    return query(select, ids.toArray(), rows -> {
      Map<Long, Product> found = new HashMap<>();
      while (rows.next()) {
        Product product = new Product(rows.getLong(1), rows.getString(2), rows.getInt(3));
        found.put(product.id(), product);
      }
      return found;
    });
  }

  public boolean costs(long id, int cents) throws SQLException {
    String select = "select 1 from product where id = ? and cents = " + cents;
    return query(select, id, ResultSet::next);
  }

  /** The products that cost no more than that. */
  public List<Long> upTo(int cents) throws SQLException {
    return query("select id from product where cents <= ?", cents, Database::ids);
  }

  /** Who watches a product. */
  public List<Long> watchers(long product) throws SQLException {
    return query("select id from watcher where product = ?", product, Database::ids);
  }

  public long countReviews(long product) throws SQLException {
    return query("select count(*) from review where product = ?", product, rows -> {
      rows.next();
      return rows.getLong(1);
    });
  }

  /** Gives a product another price. */
  public void reprice(long id, int cents) throws SQLException {
    change("update product set cents = " + cents + " where id = " + id);
  }

  public void watch(long product, long user) throws SQLException {
    change("insert into watcher values (" + product + ", " + user + ")");
  }

  public void review(long product, int stars) throws SQLException {
    change("insert into review values (" + product + ", " + stars + ")");
  }

  private static List<Long> ids(ResultSet rows) throws SQLException {
    List<Long> ids = new ArrayList<>();
    while (rows.next()) {
      ids.add(rows.getLong(1));
    }
    return ids;
  }

  private void change(String statement) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement change = connection.prepareStatement(statement)) {
      change.execute();
    }
  }

  private <R> R query(String sql, Object argument, Rows<R> rows) throws SQLException {
    mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
    try {
      queries.incrementAndGet();
      awaitGate();
      try (Connection connection = pool.getConnection();
          PreparedStatement slow = connection.prepareStatement("call slow(" + QUERY_MILLIS + ")");
          PreparedStatement query = connection.prepareStatement(sql)) {
        slow.execute();
        if (down) {
          failures.incrementAndGet();
          throw new SQLException("the database is down");
        }
        query.setObject(1, argument);
        try (ResultSet result = query.executeQuery()) {
          return rows.read(result);
        }
      }
    } finally {
      running.decrementAndGet();
    }
  }

  private void awaitGate() throws SQLException {
    CountDownLatch here = gate;
    if (missing.decrementAndGet() <= 0) {
      here.countDown();
    }
    try {
      if (!here.await(Nodes.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new SQLException(missing.get() + " more queries were to come");
      }
    } catch (InterruptedException e) {
      throw new SQLException("interrupted", e);
    }
  }

  @Override
  public void close() throws SQLException {
    change("shutdown");
    pool.dispose();
  }
}
