package dev.corral.jdbc;

import dev.corral.fault.CorralException;
import dev.corral.future.Answers;
import dev.corral.lock.AsyncHold;
import dev.corral.lock.Hold;
import dev.corral.time.Timer.Alarm;
import dev.corral.time.Ttl;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A hold of a lock that a database keeps, with the connection that has it. */
/* design
 *
 * The lock lives as long as the connection, and nobody else uses that. So while the connection
 * answers that it has the lock, it has had it all the time, even if answers were late: no time that
 * was over is lost for good. A connection that does not answer is never asked again: it is cut, so
 * that the lock is soon free.
 *
 * One thread at a time may use the connection; its turn is a lock. The state says what was asked for,
 * and is changed at once, whoever's turn it is.
 */
final class JdbcHold implements Hold {
  private static final Logger log = LoggerFactory.getLogger(JdbcHold.class);

  private enum State {
    HELD,
    /** A release was asked for, and not done yet. */
    RELEASING,
    /** Nobody's, until it is released by the timer. */
    LEFT,
    /** Released or lost: the connection is gone. */
    ENDED
  }

  private final Session session;
  private final LockName name;
  private final String token;
  private final JdbcLockOptions options;
  private final AsyncHold async = new Async();
  private final ReentrantLock turn = new ReentrantLock();
  private final AtomicReference<State> state = new AtomicReference<>(State.HELD);

  /** When the database was asked that answered last. */
  private volatile long confirmed;

  private volatile @Nullable Alarm nextBeat;

  private JdbcHold(
      Session session, LockName name, String token, JdbcLockOptions options, long confirmed) {
    this.session = session;
    this.name = name;
    this.token = token;
    this.options = options;
    this.confirmed = confirmed;
  }

  static JdbcHold begin(
      Session session, LockName name, String token, JdbcLockOptions options, long confirmed) {
    JdbcHold hold = new JdbcHold(session, name, token, options, confirmed);
    hold.awaitBeat();
    return hold;
  }

  @Override
  public String token() {
    return token;
  }

  @Override
  public long fence() {
    throw new IllegalStateException(name + " is a database's, and draws no fencing numbers");
  }

  @Override
  public Duration remaining() {
    if (state.get() != State.HELD) {
      return Duration.ZERO;
    }
    long age = options.ticker().nanos() - confirmed;
    Duration left = options.heartbeat().plus(options.deadline()).minusNanos(age);
    return left.isNegative() ? Duration.ZERO : left;
  }

  @Override
  public boolean renew() {
    return inTurn(() -> state.get() == State.HELD && confirm());
  }

  @Override
  public boolean release() {
    ask();
    return inTurn(() -> state.get() == State.RELEASING && giveBack());
  }

  @Override
  public boolean releaseAfter(Duration time) {
    Duration life = time(time);
    ask();
    return inTurn(() -> leave(life));
  }

  /** Checks it as a ttl is checked. */
  private static Duration time(Duration time) {
    Ttl unused = Ttl.of(time);
    return time;
  }

  @Override
  public AsyncHold async() {
    return async;
  }

  @Override
  public void close() {
    try {
      release();
    } catch (CorralException e) {
      log.warn("{}", e.getMessage());
    }
  }

  private void ask() {
    state.compareAndSet(State.HELD, State.RELEASING);
  }

  private boolean inTurn(BooleanSupplier task) {
    turn.lock();
    try {
      return task.getAsBoolean();
    } finally {
      turn.unlock();
    }
  }

  private boolean leave(Duration time) {
    if (state.get() != State.RELEASING || !confirm()) {
      return false;
    }
    releaseLater(time);
    state.set(State.LEFT);
    return true;
  }

  private void releaseLater(Duration time) {
    Alarm unused = options.timer().after(time, () -> {
      try {
        options.holdExecutor().execute(this::endLeaving);
      } catch (RejectedExecutionException e) {
        releaseLater(options.heartbeat()); // or nobody ever would
      }
    });
  }

  private void endLeaving() {
    try {
      inTurn(() -> state.get() == State.LEFT && giveBack());
    } catch (CorralException e) {
      log.warn("{}", e.getMessage());
    }
  }

  /** Asks whether the connection has the lock; if not, that is the end. */
  private boolean confirm() {
    long asked = options.ticker().nanos();
    try {
      if (token.equals(session.mine())) {
        confirmed = asked;
        return true;
      }
      log.warn("{} is lost: its connection does not have it any more", name);
    } catch (SQLException | RuntimeException e) {
      log.warn("{} is lost with its connection: {}", name, e.getMessage());
    }
    end();
    session.cut();
    return false;
  }

  private boolean giveBack() {
    end();
    boolean isReleased;
    try {
      isReleased = session.release();
    } catch (SQLException e) {
      session.cut();
      throw SqlFaults.of(
          name + " was not released; its connection is cut, and when the server sees that it is"
              + " free",
          e);
    } catch (RuntimeException | Error e) {
      session.cut();
      throw e;
    }
    if (isReleased) {
      session.giveBack();
    } else {
      session.cut();
    }
    return isReleased;
  }

  private void end() {
    state.set(State.ENDED);
    cancelBeat();
  }

  private void awaitBeat() {
    nextBeat = options.timer().after(options.heartbeat(), () -> {
      awaitBeat(); // first: the executor may refuse, and be there again later
      options.holdExecutor().execute(this::beat);
    });
    if (state.get() == State.ENDED) {
      cancelBeat();
    }
  }

  private void cancelBeat() {
    Alarm alarm = nextBeat;
    if (alarm != null) {
      alarm.cancel();
    }
  }

  private void beat() {
    // If it is another's turn, that one asks, or is still waiting for an answer.
    if (turn.tryLock()) {
      try {
        boolean unused = state.get() != State.ENDED && confirm();
      } finally {
        turn.unlock();
      }
    }
  }

  @Override
  public String toString() {
    return "a hold of " + name;
  }

  private final class Async implements AsyncHold {
    @Override
    public CompletableFuture<Boolean> renew() {
      return later(JdbcHold.this::renew);
    }

    @Override
    public CompletableFuture<Boolean> release() {
      ask();
      return later(JdbcHold.this::release);
    }

    @Override
    public CompletableFuture<Boolean> releaseAfter(Duration time) {
      Duration life = time(time);
      ask();
      return later(() -> JdbcHold.this.releaseAfter(life));
    }

    private CompletableFuture<Boolean> later(BooleanSupplier task) {
      return Answers.bare(Answers.begin(
          () -> CompletableFuture.supplyAsync(task::getAsBoolean, options.holdExecutor())));
    }
  }
}
