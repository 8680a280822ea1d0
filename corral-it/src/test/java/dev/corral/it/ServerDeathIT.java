package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.UnavailableException;
import dev.corral.it.Load.Call;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.store.Get;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One server of three dies or stands still under load, and comes back. */
public class ServerDeathIT extends AnyWay {
  private static final System.Logger FIGURES = System.getLogger("figures");
  private static final Duration DEADLINE = Duration.ofMillis(500);

  /** In which errors must end when the server is back. */
  private static final Duration RECOVERY = Duration.ofSeconds(1);

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  @Test
  void errorsEndWithinASecondOfItsReturnAndTheOthersNeverNotice() {
    try (Memcached first = way().memcached().start();
        Memcached second = way().memcached().start();
        Memcached third = way().memcached().start();
        MemcachedStore store = open(first, second, third);
        Load fine = load(store, first, Nodes.PATIENCE);
        Load dying = load(store, second, Nodes.PATIENCE);
        Load alsoFine = load(store, third, Nodes.PATIENCE)) {
      Load.goOnFor(Duration.ofMillis(500));
      assertThat(dying.failures()).isEmpty();
      second.kill();
      Load.goOnFor(Duration.ofSeconds(2));
      second.start();
      long back = System.nanoTime();
      assertThat(dying.failures()).isNotEmpty();
      assertThat(dying.callsSince(back - TimeUnit.SECONDS.toNanos(1)))
          .as("calls while it is known to be down")
          .allMatch(call -> call.took().compareTo(Asked.MARGIN) < 0);
      Load.goOnFor(RECOVERY.multipliedBy(2));
      assertThat(failuresAfter(dying, back)).isEmpty();
      assertUnharmed(fine);
      assertUnharmed(alsoFine);
    }
  }

  @Test
  void aServerThatStandsStillFailsItsOwnRequestsByTheirDeadlinesOnly() {
    try (Memcached first = way().memcached().start();
        Memcached second = way().memcached().start();
        Memcached third = way().memcached().start();
        MemcachedStore store = open(first, second, third);
        Load fine = load(store, first, Nodes.PATIENCE);
        Load still = load(store, second, DEADLINE);
        Load alsoFine = load(store, third, Nodes.PATIENCE)) {
      Load.goOnFor(Duration.ofMillis(300));
      second.pause();
      Load.goOnFor(Duration.ofMillis(1_500));
      second.resume();
      long back = System.nanoTime();
      Load.goOnFor(RECOVERY.multipliedBy(2));
      assertThat(still.failures()).isNotEmpty();
      assertThat(still.calls())
          .allMatch(call -> call.took().compareTo(DEADLINE.plus(Asked.MARGIN)) < 0);
      assertThat(failuresAfter(still, back)).isEmpty();
      assertUnharmed(fine);
      assertUnharmed(alsoFine);
    }
  }

  @Test
  void manyReconnectsLeaveNothingBehind() {
    Footprint before = Footprint.afterTheFirstStore(way());
    AtomicInteger count = new AtomicInteger();
    try (ScriptedServer server = way().always(connection -> {
          connection.greet();
          connection.serve(count.incrementAndGet() % 3);
          if (count.get() % 2 == 0) {
            connection.reset();
          }
        });
        MemcachedStore store = way()
            .open(
                ServerList.of(server.server()),
                options -> options
                    .deadline(DEADLINE)
                    .reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(4)))) {
      askUntil(store, server, way().share(200));
      Footprint early = Footprint.now();
      askUntil(store, server, way().share(1_200));
      // The server's own threads come and go.
      Footprint late = Footprint.awaitAtMost(early.plus(3, 6, 2));
      FIGURES.log(
          Level.INFO, early + " before " + way().share(1_000) + " reconnects, " + late + " after");
    }
    Footprint.awaitAtMost(before);
  }

  private static void askUntil(MemcachedStore store, ScriptedServer server, int connections) {
    Key key = Key.raw("reconnect");
    while (server.connections() < connections) {
      try {
        store.get(key).join();
        store.executeAwaited(Get.of(key)).join(); // it has a buffer of its own for each connection
      } catch (CompletionException e) {
        assertThat(e.getCause()).isInstanceOf(UnavailableException.class);
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
      }
    }
  }

  private static List<Call> failuresAfter(Load load, long back) {
    List<Call> since = load.callsSince(back + RECOVERY.toNanos());
    assertThat(since).isNotEmpty();
    return since.stream().filter(Call::hasFailed).toList();
  }

  private static void assertUnharmed(Load load) {
    assertThat(load.failures()).isEmpty();
    assertThat(load.calls()).hasSizeGreaterThan(500);
    assertThat(load.allButOneOf(100)).isLessThan(Duration.ofMillis(50));
  }

  private static Load load(MemcachedStore store, Memcached memcached, Duration deadline) {
    return Load.on(
        store.within(deadline),
        Samples.keysOn(store.membership().ring(), memcached.server(), "death", 100));
  }

  private MemcachedStore open(Memcached... servers) {
    MemcachedStore store = way().open(Nodes.list(servers), options -> options.deadline(DEADLINE));
    Nodes.awaitConnected(store);
    return store;
  }
}
