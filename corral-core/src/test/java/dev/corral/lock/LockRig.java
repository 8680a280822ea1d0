package dev.corral.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.store.BasicStore;
import dev.corral.store.MemoryStore;
import dev.corral.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/** A store and a lock in it, in a time that the test moves, and that passes with each pause. */
final class LockRig {
  static final Key KEY = Key.of("lock", "report");
  static final Instant START = Instant.parse("2025-06-01T12:00:00Z");

  /** What a store can do. */
  enum Kind {
    /** All that memcached can. */
    FULL,
    /** All but CAS, as a server with -C. */
    WITHOUT_CAS,
    /** Get, set, add and delete. */
    BASIC
  }

  private final AtomicLong nanos = new AtomicLong();
  private final Ticker ticker = nanos::get;
  private final Kind kind;
  private final SplittableRandom random = new SplittableRandom(42);

  final MemoryStore memory;
  final UnreliableStore store;
  final List<Duration> pauses = new ArrayList<>();

  /** Told of each pause, the first being 1, when it is over. */
  IntConsumer onPause = number -> {};

  LockRig() {
    this(Kind.FULL);
  }

  LockRig(Kind kind) {
    this.kind = kind;
    this.memory = MemoryStore.create(options -> options.ticker(ticker).wholeSeconds(true));
    this.store = new UnreliableStore(memory, kind != Kind.WITHOUT_CAS);
  }

  Lock lock() {
    return lock(options -> options);
  }

  /** A lock that another process may have: it shares nothing but the store. */
  Lock lock(UnaryOperator<LockOptions> change) {
    BasicStore on = kind == Kind.BASIC ? store.basic() : store;
    return Lock.on(
        on,
        KEY,
        options -> change.apply(options
            .ticker(ticker)
            .clock(() -> START.plusNanos(nanos.get()))
            .random(random)
            .timer((time, task) -> {
              pauses.add(time);
              pass(time);
              onPause.accept(pauses.size());
              task.run();
              return () -> {};
            })));
  }

  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  void passSeconds(long seconds) {
    pass(Duration.ofSeconds(seconds));
  }

  static Hold acquire(Lock lock) {
    return hold(lock.tryAcquire());
  }

  static Hold hold(Acquisition acquisition) {
    assertThat(acquisition).isInstanceOf(Acquired.class);
    return ((Acquired) acquisition).hold();
  }
}
