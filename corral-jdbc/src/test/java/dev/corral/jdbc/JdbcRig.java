package dev.corral.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.lock.Acquisition;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.lock.Hold;
import dev.corral.lock.Lock;
import dev.corral.testkit.MovableTicker;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** A database and its locks, in a time that the test moves. For one thread. */
final class JdbcRig implements Timer {
  final FakeDatabase database = new FakeDatabase();
  final MovableTicker ticker = new MovableTicker();
  final List<Due> due = new ArrayList<>();

  /** Runs what nobody waits for. */
  Executor executor = Runnable::run;

  record Due(long at, Runnable task) {}

  @Override
  public Alarm after(Duration delay, Runnable task) {
    Due alarm = new Due(ticker.nanos() + delay.toNanos(), task);
    due.add(alarm);
    return () -> due.remove(alarm);
  }

  /** Lets time pass, and what is due in it happen. */
  void pass(Duration time) {
    long end = ticker.nanos() + time.toNanos();
    for (Optional<Due> next = next(end); next.isPresent(); next = next(end)) {
      due.remove(next.get());
      ticker.advance(Duration.ofNanos(Math.max(0, next.get().at() - ticker.nanos())));
      next.get().task().run();
    }
    ticker.advance(Duration.ofNanos(end - ticker.nanos()));
  }

  private Optional<Due> next(long end) {
    return due.stream().filter(alarm -> alarm.at() <= end).min(Comparator.comparingLong(Due::at));
  }

  void passSeconds(long seconds) {
    pass(Duration.ofSeconds(seconds));
  }

  JdbcLocks locks(UnaryOperator<JdbcLockOptions> change) {
    return JdbcLocks.on(
        database.dataSource,
        options -> change.apply(options
            .ticker(ticker)
            .timer(this)
            .random(new SplittableRandom(42))
            .executor(task -> executor.execute(task))));
  }

  Lock lock() {
    return locks(options -> options).lock("report");
  }

  Hold acquire() {
    return hold(lock().tryAcquire());
  }

  static Hold hold(Acquisition acquisition) {
    assertThat(acquisition).isInstanceOf(Acquired.class);
    return ((Acquired) acquisition).hold();
  }
}
