package dev.corral.jdbc;

import dev.corral.check.Plain;
import dev.corral.codec.Lookup;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.lock.Acquisition;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.lock.Acquisition.Held;
import dev.corral.lock.Acquisition.Unavailable;
import dev.corral.lock.AsyncLock;
import dev.corral.lock.Lock;
import dev.corral.patience.Patience;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** A lock that a database keeps. */
/* design
 *
 * A try borrows a connection, asks once whether the lock can be taken, and gives the connection back
 * if not: nobody waits in the server, where each who waits would keep a connection.
 *
 * A connection that has the lock is asked once more, whether it is known to have it. Behind a proxy
 * that gives each transaction another connection, the lock is someone's by now, and some databases
 * that speak PostgreSQL's protocol let everyone have it: neither is known, and neither is a lock.
 *
 * No answer leaves no doubt as it would on a store: the connection is cut, and with it goes whatever
 * lock it may have been given.
 */
final class JdbcLock implements Lock {
  private final DataSource dataSource;
  private final LockName name;
  private final JdbcLockOptions options;
  private final AsyncLock async = new Async();

  JdbcLock(DataSource dataSource, LockName name, JdbcLockOptions options) {
    this.dataSource = dataSource;
    this.name = name;
    this.options = options;
  }

  @Override
  public Acquisition tryAcquire() {
    try {
      return ask(this::take);
    } catch (UnavailableException e) {
      return new Unavailable(e);
    }
  }

  @Override
  public Acquisition tryAcquire(Duration wait) throws InterruptedException {
    return Patience.of(wait, options.pauses()).retry(this::tryAcquire, Acquisition::isAcquired);
  }

  @Override
  public Lookup<String> owner() {
    return ask(session -> {
      String token = session.owner();
      session.giveBack();
      return token == null ? Lookup.absent() : Lookup.found(token);
    });
  }

  /** A question that gives the connection back, or keeps it; but not if it fails. */
  @FunctionalInterface
  private interface Question<T> {
    T askOn(Session session) throws SQLException;
  }

  private <T> T ask(Question<T> question) {
    long begin = options.ticker().nanos();
    try {
      Session session = Session.open(dataSource, name, options.deadline());
      try {
        return question.askOn(session);
      } catch (SQLException | RuntimeException | Error e) {
        session.cut();
        throw e;
      }
    } catch (SQLException e) {
      Duration time = Duration.ofNanos(options.ticker().nanos() - begin);
      throw SqlFaults.of(name + ": no answer, after " + Plain.duration(time), e);
    }
  }

  private Acquisition take(Session session) throws SQLException {
    if (!session.take()) {
      session.giveBack();
      return Held.HELD;
    }
    long asked = options.ticker().nanos();
    String token = session.mine();
    if (token == null) {
      throw new ConfigurationException(name + " was taken, and the connection does not have it."
          + " Does it lead to one server process, and not through a pool of transactions?");
    }
    return new Acquired(JdbcHold.begin(session, name, token, options, asked));
  }

  private static void giveUp(Acquisition unwanted) {
    if (unwanted instanceof Acquired acquired) {
      CompletableFuture<Boolean> unused = acquired.hold().async().release();
    }
  }

  @Override
  public AsyncLock async() {
    return async;
  }

  @Override
  public String toString() {
    return name.toString();
  }

  private final class Async implements AsyncLock {
    @Override
    public CompletableFuture<Acquisition> tryAcquire() {
      return tryAcquire(Duration.ZERO);
    }

    @Override
    public CompletableFuture<Acquisition> tryAcquire(Duration wait) {
      return Patience.of(wait, options.pauses())
          .retryAsync(
              () -> later(JdbcLock.this::tryAcquire), Acquisition::isAcquired, JdbcLock::giveUp);
    }

    @Override
    public CompletableFuture<Lookup<String>> owner() {
      return Answers.bare(Answers.begin(() -> later(JdbcLock.this::owner)));
    }

    private <T> CompletableFuture<T> later(Supplier<T> question) {
      return CompletableFuture.supplyAsync(question, options.executor());
    }
  }
}
