package dev.corral.cli.demo.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What makes the database slow: it has few arms, each read takes its time, and who finds them all
 * busy queues. Each query that reads goes through it, by the SQL function {@link #read}.
 */
public final class Disk implements AutoCloseable {
  /** H2 calls static methods only, and by then knows no more of a disk than its number. */
  private static final ConcurrentMap<Long, Disk> DISKS = new ConcurrentHashMap<>();

  private static final AtomicLong LAST = new AtomicLong();

  private final long number = LAST.incrementAndGet();
  private final Semaphore arms;
  private final Duration readTime;
  private final AtomicLong queries = new AtomicLong();
  private final AtomicLong running = new AtomicLong();
  private volatile boolean isFailing;

  Disk(int arms, Duration readTime) {
    this.arms = new Semaphore(arms, true);
    this.readTime = readTime;
    DISKS.put(number, this);
  }

  /**
   * The SQL function: what was read, when it has been read.
   *
   * @param disk the number of the disk
   * @param what what is on it
   * @return the same
   * @throws SQLException if the disk fails
   */
  public static String read(long disk, String what) throws SQLException {
    Objects.requireNonNull(DISKS.get(disk), "disk").read();
    return what;
  }

  private void read() throws SQLException {
    queries.incrementAndGet();
    running.incrementAndGet();
    try {
      if (isFailing) {
        throw new SQLException("the database is down");
      }
      arms.acquire();
      try {
        TimeUnit.NANOSECONDS.sleep(readTime.toNanos());
      } finally {
        arms.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("the database ends", e);
    } finally {
      running.decrementAndGet();
    }
  }

  long number() {
    return number;
  }

  /** How many reads there have been, failed ones too. */
  long queries() {
    return queries.get();
  }

  /** How many go on or wait. */
  long running() {
    return running.get();
  }

  void setFailing(boolean failing) {
    isFailing = failing;
  }

  @Override
  public void close() {
    DISKS.remove(number);
  }
}
