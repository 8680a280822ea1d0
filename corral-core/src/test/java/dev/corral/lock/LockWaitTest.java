package dev.corral.lock;

import static dev.corral.lock.LockRig.acquire;
import static dev.corral.lock.LockRig.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.lock.Acquisition.Held;
import dev.corral.lock.Acquisition.Unavailable;
import dev.corral.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How a lock is waited for. */
class LockWaitTest {
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  private final LockRig rig = new LockRig();

  /** The two ways to wait, which must not differ. */
  @FunctionalInterface
  interface Waiting {
    Acquisition tryAcquire(Lock lock, Duration wait) throws Exception;
  }

  static Stream<Waiting> ways() {
    return Stream.of(Lock::tryAcquire, (lock, wait) -> Answers.join(lock.async().tryAcquire(wait)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void theLockIsTakenSoonAfterItIsFree(Waiting way) throws Exception {
    Hold other = acquire(rig.lock());
    rig.onPause = number -> {
      if (number == 3) {
        other.release();
      }
    };

    hold(way.tryAcquire(rig.lock(), TEN_SECONDS));

    assertThat(rig.pauses).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void pausesGrowAtRandomUpToTheMost(Waiting way) throws Exception {
    acquire(rig.lock());

    assertThat(way.tryAcquire(rig.lock(), TEN_SECONDS)).isEqualTo(Held.HELD);

    long bound = 5;
    for (Duration pause : rig.pauses.subList(0, rig.pauses.size() - 1)) {
      assertThat(pause).isBetween(Duration.ofMillis(bound).dividedBy(2), Duration.ofMillis(bound));
      bound = Math.min(2 * bound, 250);
    }
    assertThat(rig.pauses).hasSizeGreaterThan(40).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void theLastTryIsWhenTheTimeIsOver(Waiting way) throws Exception {
    acquire(rig.lock());
    rig.store.asked();

    assertThat(way.tryAcquire(rig.lock(), TEN_SECONDS)).isEqualTo(Held.HELD);

    assertThat(rig.pauses.stream().reduce(Duration.ZERO, Duration::plus)).isEqualTo(TEN_SECONDS);
    assertThat(rig.store.asked()).hasSize(rig.pauses.size() + 1).containsOnly("add");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void zeroTriesOnce(Waiting way) throws Exception {
    acquire(rig.lock());
    rig.store.asked();

    assertThat(way.tryAcquire(rig.lock(), Duration.ZERO)).isEqualTo(Held.HELD);

    assertThat(rig.store.asked()).containsExactly("add");
    assertThat(rig.pauses).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aFaultThatPassesIsWaitedOut(Waiting way) throws Exception {
    loseEach("add", 3);

    hold(way.tryAcquire(rig.lock(), TEN_SECONDS));

    assertThat(rig.pauses).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aFaultThatDoesNotPassIsTheAnswer(Waiting way) throws Exception {
    loseEach("add", 1_000);

    assertThat(way.tryAcquire(rig.lock(), TEN_SECONDS)).isInstanceOf(Unavailable.class);
  }

  private void loseEach(String kind, int times) {
    for (int i = 0; i < times; i++) {
      rig.store.next(
          kind, usual -> CompletableFuture.failedFuture(new UnavailableException("down")));
    }
  }

  @Test
  void whoIsInterruptedBeforehandAsksForNothing() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> rig.lock().tryAcquire(TEN_SECONDS))
        .isInstanceOf(InterruptedException.class);
    assertThat(rig.store.asked()).isEmpty();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aPauseCanBeInterrupted() {
    acquire(rig.lock());
    Lock lock = rig.lock(options -> options.timer((time, task) -> {
      Thread.currentThread().interrupt();
      return () -> {};
    }));

    assertThatThrownBy(() -> lock.tryAcquire(TEN_SECONDS)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void anInterruptDoesNotStopWhoDoesNotPause() {
    Thread.currentThread().interrupt();

    Hold hold = acquire(rig.lock());
    assertThat(hold.renew()).isTrue();
    assertThat(hold.release()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void whoCancelsTriesNoMore() {
    acquire(rig.lock());
    List<Runnable> paused = new ArrayList<>();
    Lock lock = rig.lock(options -> options.timer((time, task) -> {
      paused.add(task);
      return () -> {};
    }));

    CompletableFuture<Acquisition> answer = lock.async().tryAcquire(TEN_SECONDS);
    answer.cancel(true);
    rig.store.asked();
    paused.remove(0).run();

    assertThat(rig.store.asked()).isEmpty();
    assertThat(paused).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aTimerThatRefusesIsNoReasonToWaitForEver(Waiting way) {
    acquire(rig.lock());
    Lock lock = rig.lock(options -> options.timer((time, task) -> {
      throw new RejectedExecutionException("shut down");
    }));

    assertThatThrownBy(() -> way.tryAcquire(lock, TEN_SECONDS))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("shut down");
  }

  @Test
  void aTimerWhoseThreadsAreAllBusyHoldsUpNobodyWhoBlocks() throws Exception {
    try (MemoryStore store = MemoryStore.create()) {
      Lock lock = Lock.on(store, LockRig.KEY, options -> options.timer((time, task) -> () -> {}));
      acquire(lock);

      assertThat(lock.tryAcquire(Duration.ofMillis(20))).isEqualTo(Held.HELD);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void theDefaultsNeedNothingElse(Waiting way) throws Exception {
    try (MemoryStore store = MemoryStore.create()) {
      Lock lock = Lock.on(store, LockRig.KEY, LockOptions.defaults());
      Hold hold = acquire(lock);
      assertThat(way.tryAcquire(lock, Duration.ofMillis(20))).isEqualTo(Held.HELD);
      hold.close();
      hold(way.tryAcquire(lock, Duration.ofMillis(20)));
    }
  }
}
