package dev.corral.it.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Lookup;
import dev.corral.fault.UnavailableException;
import dev.corral.it.Jvms;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Table;
import dev.corral.jdbc.JdbcLockOptions;
import dev.corral.jdbc.JdbcLocks;
import dev.corral.lock.Acquisition;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.lock.Acquisition.Held;
import dev.corral.lock.Acquisition.Unavailable;
import dev.corral.lock.Hold;
import dev.corral.lock.Lock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What a database's locks promise, on a real server, which dies and stands still. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class JdbcLocksContract {
  private static final boolean LONG = Boolean.getBoolean("corral.long");

  /** Tests kill the server and start it again; each leaves it running. */
  private final Database database;

  private final Table figures;
  private final String name = getClass().getSimpleName();

  JdbcLocksContract(Database database) {
    this.database = database;
    this.figures = Table.of("locks of " + database, "what", "figure");
  }

  /** What a database's administrator says to end a connection. */
  abstract String toKill(String connectionId);

  @AfterAll
  void showFigures() {
    figures.show();
  }

  private JdbcLocks locks(UnaryOperator<JdbcLockOptions> change) {
    return JdbcLocks.on(
        database.dataSource(), options -> change.apply(options.deadline(Nodes.PATIENCE)));
  }

  private Lock lock() {
    return locks(options -> options).lock(name);
  }

  private static Hold acquire(Lock lock) {
    return hold(lock.tryAcquire());
  }

  private static Hold hold(Acquisition acquisition) {
    assertThat(acquisition).isInstanceOf(Acquired.class);
    return ((Acquired) acquisition).hold();
  }

  @Test
  void oneOfManyHasItAndIsKnownByItsToken() {
    assertThat(lock().owner()).isEqualTo(Lookup.absent());
    Hold hold = acquire(lock());

    assertThat(lock().tryAcquire()).isEqualTo(Held.HELD);
    assertThat(lock().owner()).isEqualTo(Lookup.found(hold.token()));
    assertThat(hold.renew()).isTrue();
    assertThat(hold.release()).isTrue();
    assertThat(hold.release()).isFalse();
    assertThat(lock().owner().isFound()).isFalse();
    assertThat(acquire(lock()).release()).isTrue();
  }

  @Test
  void differentNamesAreDifferentLocks() {
    List<String> names = List.of("", "a", "A", "ä", " a", "a".repeat(300), "a".repeat(301), "%");
    List<Hold> holds = new ArrayList<>();
    for (String each : names) {
      holds.add(acquire(locks(options -> options).lock(each)));
      holds.add(acquire(locks(options -> options.prefix("other")).lock(each)));
    }
    assertThat(holds).allMatch(Hold::release);
  }

  @Test
  void aLockThatIsLeftIsFreeWhenItsTimeIsOver() throws Exception {
    Hold hold = acquire(lock());

    assertThat(hold.releaseAfter(Duration.ofMillis(300))).isTrue();
    assertThat(lock().tryAcquire()).isEqualTo(Held.HELD);
    assertThat(hold.remaining()).isZero();
    assertThat(hold(lock().tryAcquire(Nodes.PATIENCE)).release()).isTrue();
  }

  @Test
  void noTwoThreadsHaveItAtATime() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      Lock lock = locks(options -> options.pauses(Duration.ofMillis(5), Duration.ofMillis(20)))
          .lock(name);
      List<Future<Integer>> workers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        workers.add(threads.submit(() -> {
          int most = 0;
          for (int round = 0; round < (LONG ? 500 : 10); round++) {
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
        assertThat(worker.get(120, TimeUnit.SECONDS)).isEqualTo(1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void noTwoProcessesHaveItAtATimeAndOneThatIsKilledGivesItBack() throws Exception {
    int rounds = LONG ? 500 : 15;
    try (Jvms jvms = Jvms.start(4, DatabaseWorker.class, database.url())) {
      jvms.send("rounds", name, rounds);
      long begin = jvms.go();
      jvms.await("rounds", Duration.ofSeconds(60));
      long took = System.nanoTime() - begin;
      List<Message> sections = new ArrayList<>();
      jvms.all().forEach(jvm -> sections.addAll(jvm.reports("section")));
      sections.sort(Comparator.comparingLong(section -> section.number(0)));

      assertThat(sections).hasSize(4 * rounds);
      for (int i = 1; i < sections.size(); i++) {
        assertThat(sections.get(i).number(0)).isGreaterThan(sections.get(i - 1).number(1));
      }
      figures.row("4 processes, each hold's share", Duration.ofNanos(took / sections.size()));

      Message held = jvms.get(0).ask("hold", name);
      assertThat(lock().owner()).isEqualTo(Lookup.found(held.text(0)));
      jvms.get(0).kill();
      long killed = System.nanoTime();
      Lock lock = locks(options -> options.pauses(Duration.ofMillis(1), Duration.ofMillis(1)))
          .lock(name);
      Hold hold = hold(lock.tryAcquire(Nodes.PATIENCE));
      figures.row(
          "free after its process was killed", Duration.ofNanos(System.nanoTime() - killed));
      assertThat(hold.release()).isTrue();
    }
  }

  @Test
  void aServerThatIsDownIsToldFromALockThatIsHeld() {
    Hold hold = acquire(lock());
    assertThat(lock().tryAcquire()).isEqualTo(Held.HELD);
    database.kill();
    try {
      assertThat(lock().tryAcquire()).isInstanceOf(Unavailable.class);
      assertThatThrownBy(() -> lock().owner())
          .isInstanceOf(UnavailableException.class)
          .hasMessageStartingWith("lock " + name + ": no answer");
      assertThatThrownBy(hold::release).isInstanceOf(UnavailableException.class);
      assertThat(hold.release()).isFalse();
    } finally {
      database.start();
    }
  }

  @Test
  void whoWaitsForAServerThatComesBackGetsTheLock() throws Exception {
    database.kill();
    CompletableFuture<Acquisition> waiting = lock().async().tryAcquire(Nodes.PATIENCE);
    database.start();

    assertThat(hold(waiting.get(20, TimeUnit.SECONDS)).release()).isTrue();
  }

  @Test
  void aHolderLearnsOfARestartByItsHeartbeat() {
    Hold hold =
        acquire(locks(options -> options.heartbeat(Duration.ofMillis(50))).lock(name));
    assertThat(hold.remaining()).isPositive();
    database.restart();
    Memcached.awaitUntil("a heartbeat", () -> hold.remaining().isZero());

    assertThat(hold.renew()).isFalse();
    assertThat(hold.release()).isFalse();
    Hold next = acquire(lock());
    assertThat(next.token()).isNotEqualTo(hold.token());
    assertThat(next.release()).isTrue();
  }

  @Test
  void aHolderLearnsThatItsConnectionWasEnded() throws SQLException {
    Hold hold = acquire(lock());
    long begin = System.nanoTime();
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(toKill(hold.token().substring(0, hold.token().indexOf('-'))));
    }
    Memcached.awaitUntil("the lock to be free", () -> !lock().owner().isFound());
    figures.row("free after its connection was ended", Duration.ofNanos(System.nanoTime() - begin));

    assertThat(hold.renew()).isFalse();
    assertThat(hold.remaining()).isZero();
  }

  @Test
  void aServerThatStandsStillCostsTheHolderItsLockByTheDeadlineAndNobodyElse() throws Exception {
    Hold hold = acquire(
        JdbcLocks.on(database.dataSource(), options -> options.deadline(Duration.ofMillis(500)))
            .lock(name));
    database.pause();
    try {
      assertThat(hold.renew()).isFalse();
      assertThat(hold.remaining()).isZero();
    } finally {
      database.resume();
    }
    assertThat(hold(lock().tryAcquire(Nodes.PATIENCE)).release()).isTrue();
  }

  @Test
  void asACachesGateItLetsOneProcessLoad() {
    try (Memcached server = Memcached.with("-C").start();
        Jvms jvms = Jvms.start(3, DatabaseWorker.class, database.url())) {
      jvms.send("get", server.server().address());
      jvms.go();
      jvms.await("settled");
      jvms.send("word");

      long loads =
          jvms.await("loads").stream().mapToLong(told -> told.number(0)).sum();
      assertThat(loads).isEqualTo(1);
      figures.row("loads by 3 processes, 24 threads, at a gate", loads);
    }
  }
}
