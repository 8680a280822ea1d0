package dev.corral.cli.demo;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A small database that is only pretended: each query takes its time on one of a few connections,
 * which callers are given in the order they came. Safe for use by many threads.
 */
final class Database {
  private final int connections;
  private final Duration queryTime;
  private final Duration patience;
  private final Semaphore pool;
  private final LongAdder loads = new LongAdder();
  private volatile boolean down;

  /** With a pool of connections, for one of which nobody waits longer than his patience. */
  Database(int connections, Duration queryTime, Duration patience) {
    this.connections = connections;
    this.queryTime = queryTime;
    this.patience = patience;
    this.pool = new Semaphore(connections, true);
  }

  /** A query failed. */
  static final class QueryException extends Exception {
    private static final long serialVersionUID = 1L;

    QueryException(String message) {
      super(message);
    }
  }

  /** Answers after a while. While the database is down, it takes as long to say so. */
  String query(String key) throws QueryException, InterruptedException {
    loads.increment();
    if (!pool.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new QueryException("no connection within " + patience.toMillis() + " ms");
    }
    try {
      TimeUnit.NANOSECONDS.sleep(queryTime.toNanos());
      if (down) {
        throw new QueryException("the database is down");
      }
      return "the row of " + key;
    } finally {
      pool.release();
    }
  }

  void setDown(boolean isDown) {
    down = isDown;
  }

  /** How often it was asked, by those too who were given no connection. */
  long loads() {
    return loads.sum();
  }

  int connections() {
    return connections;
  }

  Duration queryTime() {
    return queryTime;
  }

  Duration patience() {
    return patience;
  }
}
