package dev.corral.it.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Lookup;
import dev.corral.fault.UnavailableException;
import dev.corral.it.FaultyProxy;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.key.Key;
import dev.corral.lock.Acquisition;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.lock.Acquisition.Held;
import dev.corral.lock.Acquisition.Unavailable;
import dev.corral.lock.Hold;
import dev.corral.lock.Lock;
import dev.corral.lock.LockOptions;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks on real servers, which die, stand still, and forget. */
class LockIT {
  private static final Key KEY = Key.of("lock", "report");

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  @Test
  void someoneElseHasItAndTheServerIsDownAreToldApart() {
    try (Memcached server = Memcached.with().start();
        MemcachedStore ours = open(server.server());
        MemcachedStore theirs = open(server.server())) {
      Hold hold = acquire(lock(ours, LockOptions.defaults()));
      Lock other = lock(theirs, LockOptions.defaults());

      assertThat(other.tryAcquire()).isEqualTo(Held.HELD);
      assertThat(other.owner()).isEqualTo(Lookup.found(hold.token()));
      server.kill();
      assertThat(other.tryAcquire())
          .isInstanceOfSatisfying(
              Unavailable.class,
              answer -> assertThat(answer.fault())
                  .hasMessageContaining(server.server().address()));
      assertThatThrownBy(hold::renew).isInstanceOf(UnavailableException.class);
      hold.close();
    }
  }

  @Test
  void whoWaitsForAServerThatComesBackGetsTheLock() throws Exception {
    try (Memcached server = Memcached.with().start();
        MemcachedStore store = open(server.server())) {
      server.kill();
      CompletableFuture<Acquisition> waiting =
          lock(store, LockOptions.defaults()).async().tryAcquire(Nodes.PATIENCE);
      server.start();

      assertThat(waiting.get(20, TimeUnit.SECONDS).isAcquired()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHoldOutlivesItsConnection(boolean keepsCas) {
    try (Memcached server = (keepsCas ? Memcached.with() : Memcached.with("-C")).start();
        FaultyProxy proxy = FaultyProxy.harmless(server.address());
        MemcachedStore store = open(proxy.server());
        MemcachedStore theirs = open(server.server())) {
      Hold hold = acquire(lock(store, LockOptions.defaults()));

      Nodes.reconnect(store, proxy, KEY);
      assertThat(hold.renew()).isTrue();
      assertThat(lock(theirs, LockOptions.defaults()).tryAcquire()).isEqualTo(Held.HELD);
      Nodes.reconnect(store, proxy, KEY);
      assertThat(hold.release()).isTrue();
      assertThat(lock(theirs, LockOptions.defaults()).tryAcquire().isAcquired()).isTrue();
    }
  }

  @Test
  void aServerThatForgetsFreesTheLockAndItsOldHolderHarmsNobody() {
    try (Memcached server = Memcached.with().start();
        MemcachedStore ours = open(server.server());
        MemcachedStore theirs = open(server.server())) {
      Hold old = acquire(lock(ours, LockOptions.defaults()));
      server.restart();
      Nodes.awaitAnswer(ours, KEY);
      Nodes.awaitAnswer(theirs, KEY);
      Hold hold = acquire(lock(theirs, LockOptions.defaults()));

      assertThat(old.renew()).isFalse();
      assertThat(old.release()).isFalse();
      assertThat(hold.renew()).isTrue();
      assertThat(hold.release()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theTtlEndsItAndNotBeforeItsTimeIsOver(boolean keepsCas) throws Exception {
    try (Memcached server = (keepsCas ? Memcached.with() : Memcached.with("-C")).start();
        MemcachedStore ours = open(server.server());
        MemcachedStore theirs = open(server.server())) {
      for (int i = 0; i < 2; i++) {
        Hold first = acquire(lock(ours, LockOptions.defaults().ttl(Duration.ofSeconds(2))));
        assertThat(first.remaining()).isLessThan(Duration.ofSeconds(1));

        Hold second = hold(lock(theirs, LockOptions.defaults()).tryAcquire(Nodes.PATIENCE));

        assertThat(first.remaining()).isZero();
        assertThat(first.renew()).isFalse();
        assertThat(second.release()).isTrue();
      }
    }
  }

  @Test
  void whoRenewsKeepsIt() {
    Duration ttl = Duration.ofSeconds(4); // long enough for a machine that is busy
    try (Memcached server = Memcached.with().start();
        MemcachedStore ours = open(server.server());
        MemcachedStore theirs = open(server.server())) {
      Hold hold = acquire(lock(ours, LockOptions.defaults().ttl(ttl)));
      Lock other = lock(theirs, LockOptions.defaults());
      long end = System.nanoTime() + ttl.plusSeconds(1).toNanos();
      Memcached.awaitUntil("more than its ttl", () -> {
        assertThat(hold.renew()).isTrue();
        assertThat(other.tryAcquire()).isEqualTo(Held.HELD);
        return System.nanoTime() - end > 0;
      });

      assertThat(hold.release()).isTrue();
      assertThat(other.tryAcquire().isAcquired()).isTrue();
    }
  }

  @Test
  void anAddThatAServerDoesWhenItGoesOnIsKnownByItsToken() throws Exception {
    try (Memcached server = Memcached.with().start();
        MemcachedStore store =
            open(server.server(), options -> options.deadline(Duration.ofMillis(100)))) {
      Nodes.awaitAnswer(store, KEY); // or requests would be refused, and not run out of time
      server.pause();
      CompletableFuture<Acquisition> waiting =
          lock(store, LockOptions.defaults()).async().tryAcquire(Nodes.PATIENCE);
      Memcached.awaitUntil(
          "an add and a look without an answer",
          () -> Nodes.status(store, server.server()).timeouts() >= 2);
      server.resume();

      Hold hold = hold(waiting.get(20, TimeUnit.SECONDS));

      Nodes.awaitAnswer(store, KEY);
      assertThat(lock(store, LockOptions.defaults()).owner()).isEqualTo(Lookup.found(hold.token()));
      assertThat(hold.release()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fencingNumbersGrowEvenIfTheServerForgets(boolean keepsCas) {
    try (Memcached server = (keepsCas ? Memcached.with() : Memcached.with("-C")).start();
        MemcachedStore store = open(server.server())) {
      Lock lock = lock(store, LockOptions.defaults().fenced(true));
      List<Long> numbers = new ArrayList<>();
      for (int life = 0; life < 3; life++) {
        for (int i = 0; i < 10; i++) {
          try (Hold hold = acquire(lock)) {
            numbers.add(hold.fence());
          }
        }
        server.restart();
        Nodes.awaitAnswer(store, KEY);
      }
      assertThat(numbers).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  void noTwoHaveItAtATime() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try (Memcached server = Memcached.with().start();
        MemcachedStore ours = open(server.server());
        MemcachedStore theirs = open(server.server())) {
      List<Future<Integer>> workers = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        Lock lock = lock(
            i % 2 == 0 ? ours : theirs,
            LockOptions.defaults().pauses(Duration.ofMillis(1), Duration.ofMillis(4)));
        workers.add(threads.submit(() -> {
          int most = 0;
          for (int round = 0; round < 50; round++) {
            try (Hold hold = hold(lock.tryAcquire(Nodes.PATIENCE))) {
              most = Math.max(most, inside.incrementAndGet());
              assertThat(hold.renew()).isTrue();
              inside.decrementAndGet();
            }
          }
          return most;
        }));
      }
      for (Future<Integer> worker : workers) {
        assertThat(worker.get(60, TimeUnit.SECONDS)).isEqualTo(1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** A lock that needed the store's executor to get on would wait here for itself. */
  @Test
  void theStoresOwnExecutorMayWaitForALock() throws Exception {
    ExecutorService only = Executors.newSingleThreadExecutor();
    try (Memcached server = Memcached.with().start();
        MemcachedStore store = open(server.server(), options -> options.executor(only))) {
      Lock lock = lock(store, LockOptions.defaults().fenced(true));
      Future<Boolean> waited = only.submit(() -> {
        Hold hold = acquire(lock);
        return lock.tryAcquire(Duration.ofMillis(50)) == Held.HELD
            && lock.owner().isFound()
            && hold.renew()
            && hold.release();
      });

      assertThat(waited.get(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      only.shutdownNow();
    }
  }

  private static MemcachedStore open(Server server) {
    return open(server, options -> options);
  }

  private static MemcachedStore open(Server server, UnaryOperator<MemcachedOptions> change) {
    MemcachedStore store = MemcachedStore.open(
        ServerList.of(server), options -> change.apply(options.deadline(Nodes.PATIENCE)));
    Nodes.awaitConnected(store);
    return store;
  }

  private static Lock lock(MemcachedStore store, LockOptions options) {
    return Lock.on(store, KEY, options);
  }

  private static Hold acquire(Lock lock) {
    return hold(lock.tryAcquire());
  }

  private static Hold hold(Acquisition acquisition) {
    assertThat(acquisition).isInstanceOf(Acquired.class);
    return ((Acquired) acquisition).hold();
  }
}
