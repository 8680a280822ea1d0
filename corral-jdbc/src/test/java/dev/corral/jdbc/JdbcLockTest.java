package dev.corral.jdbc;

import static dev.corral.jdbc.JdbcRig.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Lookup;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.lock.Acquisition;
import dev.corral.lock.Acquisition.Held;
import dev.corral.lock.Acquisition.Unavailable;
import dev.corral.lock.Hold;
import dev.corral.lock.Lock;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trying for a database's lock, and what becomes of the connections. */
class JdbcLockTest {
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  private final JdbcRig rig = new JdbcRig();
  private final FakeDatabase database = rig.database;

  @ParameterizedTest
  @CsvSource({"MariaDB, 10.11", "MySQL, 8.4.0", "MySQL, 5.5.5-10.11.19-MariaDB", "PostgreSQL, 15"})
  void oneOfManyHasIt(String product, String version) {
    database.product = product;
    database.version = version;
    Hold hold = rig.acquire();

    assertThat(rig.lock().tryAcquire()).isEqualTo(Held.HELD);
    assertThat(rig.lock().owner()).isEqualTo(Lookup.found(hold.token()));
    assertThat(hold.release()).isTrue();
    assertThat(rig.lock().owner()).isEqualTo(Lookup.absent());
    assertThat(rig.lock().tryAcquire().isAcquired()).isTrue();
  }

  @Test
  void theSameWithFutures() {
    Hold hold = hold(rig.lock().async().tryAcquire().join());

    assertThat(rig.lock().async().tryAcquire().join()).isEqualTo(Held.HELD);
    assertThat(rig.lock().async().owner().join()).isEqualTo(Lookup.found(hold.token()));
    assertThat(hold.async().renew().join()).isTrue();
    assertThat(hold.async().release().join()).isTrue();
    assertThat(hold.async().release().join()).isFalse();
  }

  @Test
  void aTryIsOneQuestionAndOneMoreIfItSucceeds() {
    rig.acquire();
    assertThat(database.asked()).containsExactly("getConnection", "take", "mine");

    rig.lock().tryAcquire();
    assertThat(database.asked()).containsExactly("getConnection", "take", "close");
  }

  @Test
  void eachHoldHasAConnectionOfItsOwnAndWhoDoesNotHoldHasNone() {
    Hold hold = rig.acquire();
    rig.lock().tryAcquire();
    assertThat(database.borrowed()).isEqualTo(1);
    Hold other = hold(rig.locks(options -> options).lock("other").tryAcquire());
    assertThat(database.borrowed()).isEqualTo(2);

    hold.close();
    other.close();

    assertThat(database.borrowed()).isZero();
    assertThat(rig.due).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aConnectionIsGivenBackAsItWas(boolean autoCommit) throws Exception {
    try (Connection connection = database.dataSource.getConnection()) {
      connection.setAutoCommit(autoCommit);
    }
    FakeDatabase.Server server = Objects.requireNonNull(database.last);
    Hold hold = rig.acquire();
    assertThat(server.autoCommit).isTrue();
    assertThat(server.timeout).isEqualTo(5_000);

    hold.close();

    assertThat(server.autoCommit).isEqualTo(autoCommit);
    assertThat(server.timeout).isEqualTo(77);
  }

  @Test
  void evenTheSettingUpOfAConnectionHasADeadline() {
    try (Hold hold = rig.acquire()) {
      assertThat(hold.remaining()).isPositive();
    }
    assertThat(Objects.requireNonNull(database.last).timeoutsOfSettings)
        .containsExactly(5_000, 5_000);
  }

  @Test
  void anUnknownDatabaseIsNamed() {
    database.product = "Oracle";

    assertThatThrownBy(() -> rig.lock().tryAcquire())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith("but this is Oracle");
    assertThat(database.borrowed()).isZero();
  }

  /** As behind PgBouncer, and on databases that only seem to have locks. */
  @Test
  void aLockThatItsConnectionDoesNotHaveIsNone() {
    database.next("mine", usual -> null);

    assertThatThrownBy(() -> rig.lock().tryAcquire())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("lock report was taken, and the connection does not have it");
    assertThat(database.owners).isEmpty();
    assertThat(database.borrowed()).isZero();
  }

  static List<SQLException> passing() {
    return List.of(
        new SQLException("gone", "08006"),
        new SQLException("shut down", "57P01"),
        new SQLException("starting", "57P03"),
        new SQLException("too many", "53300"),
        new SQLException("killed", "70100"),
        new SQLRecoverableException("again"),
        new SQLTransientConnectionException("the pool is empty"));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void aFaultThatPassesIsAnAnswer(SQLException fault) {
    for (String kind : List.of("getConnection", "take", "mine")) {
      database.fail(kind, fault);
      assertThat(rig.lock().tryAcquire())
          .isInstanceOfSatisfying(
              Unavailable.class,
              answer -> assertThat(answer.fault())
                  .hasMessage("lock report: no answer, after 0s: " + fault.getMessage())
                  .hasCause(fault));
      assertThat(database.borrowed()).isZero();
      assertThat(database.owners).isEmpty();
    }
    assertThat(rig.lock().tryAcquire().isAcquired()).isTrue();
  }

  @Test
  void otherFaultsAreThrown() {
    database.fail("take", new SQLException("syntax", "42601"));
    assertThatThrownBy(() -> rig.lock().tryAcquire()).isInstanceOf(RejectedException.class);
    database.fail("take", new SQLException("none"));
    assertThatThrownBy(() -> rig.lock().async().tryAcquire(TEN_SECONDS).join())
        .hasCauseInstanceOf(RejectedException.class);
    database.fail("getConnection", new SQLException("password", "28P01"));
    assertThatThrownBy(() -> rig.lock().tryAcquire()).isInstanceOf(ConfigurationException.class);
    database.fail("getConnection", new SQLException("database", "3D000"));
    assertThatThrownBy(() -> rig.lock().owner()).isInstanceOf(ConfigurationException.class);
    database.fail("getConnection", new SQLException("MariaDB's database", "42000", 1049));
    assertThatThrownBy(() -> rig.lock().owner()).isInstanceOf(ConfigurationException.class);
    database.fail("getConnection", new SQLException("MariaDB's rights", "42000", 1044));
    assertThatThrownBy(() -> rig.lock().owner()).isInstanceOf(ConfigurationException.class);
    database.fail("getConnection", new SQLTransientConnectionException("a pool's", "28000"));
    assertThatThrownBy(() -> rig.lock().owner()).isInstanceOf(ConfigurationException.class);
    database.fail("take", new IllegalStateException("the pool is closed"));
    assertThatThrownBy(() -> rig.lock().tryAcquire()).isInstanceOf(IllegalStateException.class);
    assertThat(database.borrowed()).isZero();
  }

  @Test
  void aServerThatCouldNotTellIsUnavailable() {
    database.next("take", usual -> null);

    assertThat(rig.lock().tryAcquire()).isInstanceOf(Unavailable.class);
  }

  @Test
  void aLostReplyLeavesNoLockBehind() {
    database.next("take", usual -> {
      usual.answer();
      throw new SQLException("timed out", "08006");
    });

    assertThat(rig.lock().tryAcquire()).isInstanceOf(Unavailable.class);
    assertThat(database.owners).isEmpty();
    assertThat(rig.lock().tryAcquire().isAcquired()).isTrue();
  }

  @Test
  void aConnectionThatCanNotBeGivenBackAsItWasIsCut() {
    rig.acquire();
    database.asked();
    database.fail("close", new SQLException("no"));

    assertThat(rig.lock().tryAcquire()).isEqualTo(Held.HELD);
    assertThat(database.asked())
        .containsExactly("getConnection", "take", "close", "abort", "close");
  }

  @Test
  void aConnectionThatCanNotEvenBeCutHurtsNobody() {
    database.fail("take", new SQLException("gone", "08006"));
    database.fail("abort", new SQLException("no"));
    database.fail("close", new SQLException("no"));

    assertThat(rig.lock().tryAcquire()).isInstanceOf(Unavailable.class);
  }

  @Test
  void whoWaitsKeepsNoConnectionWhileItPauses() {
    Hold other = rig.acquire();
    CompletableFuture<Acquisition> waiting = rig.lock().async().tryAcquire(TEN_SECONDS);
    assertThat(database.borrowed()).isEqualTo(1);
    rig.passSeconds(1);
    assertThat(waiting).isNotDone();
    database.fail("getConnection", new SQLException("gone", "08001"));
    rig.passSeconds(1);
    assertThat(waiting).isNotDone();

    other.release();
    rig.passSeconds(1);

    assertThat(hold(waiting.join()).release()).isTrue();
  }

  @Test
  void theLastTryIsWhenTheTimeIsOver() throws Exception {
    rig.acquire();
    CompletableFuture<Acquisition> waiting = rig.lock().async().tryAcquire(TEN_SECONDS);
    rig.passSeconds(10);

    assertThat(waiting.join()).isEqualTo(Held.HELD);
    assertThat(rig.lock().tryAcquire(Duration.ZERO)).isEqualTo(Held.HELD);
  }

  @Test
  void whatNobodyWantsAnyMoreIsReleased() {
    List<Runnable> later = new ArrayList<>();
    rig.executor = later::add;
    CompletableFuture<Acquisition> answer = rig.lock().async().tryAcquire();
    answer.cancel(true);
    rig.executor = Runnable::run;
    later.remove(0).run();

    assertThat(database.owners).isEmpty();
    assertThat(database.borrowed()).isZero();
  }

  @Test
  void anExecutorThatRefusesIsAFault() {
    rig.executor = task -> {
      throw new RejectedExecutionException("shut down");
    };

    assertThat(rig.lock().async().tryAcquire()).isCompletedExceptionally();
    assertThat(rig.lock().async().owner()).isCompletedExceptionally();
  }

  @Test
  void whoIsInterruptedBeforehandAsksForNothing() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> rig.lock().tryAcquire(TEN_SECONDS))
        .isInstanceOf(InterruptedException.class);
    assertThat(database.asked()).isEmpty();
  }

  @Test
  void aPoolThatWasInterruptedDoesNotHideIt() {
    SQLException fault = new SQLException("interrupted", new InterruptedException());
    database.fail("getConnection", fault);
    assertThat(rig.lock().tryAcquire()).isInstanceOf(Unavailable.class);
    assertThat(Thread.interrupted()).isTrue();

    database.fail("getConnection", fault);
    assertThatThrownBy(() -> rig.lock().tryAcquire(TEN_SECONDS))
        .isInstanceOf(InterruptedException.class);
    assertThat(database.owners).isEmpty();
  }

  @Test
  void whoCanNotBeAskedForTheOwnerIsUnavailable() {
    database.fail("owner", new SQLException("gone", "08006"));

    assertThatThrownBy(() -> rig.lock().owner()).isInstanceOf(UnavailableException.class);
    assertThat(database.borrowed()).isZero();
  }

  @Test
  void namesFitTheDatabasesAndDiffer() {
    LockName name = LockName.of("a".repeat(31), Key.of("x".repeat(240)));
    assertThat(name.text()).hasSize(64);
    byte[] bytes = "abc\n".getBytes(StandardCharsets.UTF_8);
    LockName binary = LockName.of("p", Key.binary(bytes));
    LockName raw =
        LockName.of("p", Key.raw(new String(Key.binary(bytes).bytes(), StandardCharsets.US_ASCII)));

    assertThat(binary.text()).isNotEqualTo(raw.text());
    assertThat(binary.number()).isNotEqualTo(raw.number());
    // SHA-256 of "corral:report" begins so. Processes of all versions must agree.
    assertThat(LockName.of("corral", Key.of("report")).text())
        .isEqualTo("corral:66caa1ac94cdbb0ca9583a1b432714d0");
  }

  @Test
  void aNameAndItsKeyAreTheSameLock() {
    Lock byName = rig.locks(options -> options).lock("report");
    Lock byKey = rig.locks(options -> options).lock(Key.of("report"));
    hold(byName.tryAcquire());

    assertThat(byKey.tryAcquire()).isEqualTo(Held.HELD);
    assertThat(byKey).hasToString("lock report");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  void nullIsRefusedAtOnce() {
    JdbcLocks locks = rig.locks(options -> options);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> locks.lock((String) null))
        .withMessage("name must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> locks.lock((Key) null))
        .withMessage("key must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JdbcLocks.on(null))
        .withMessage("dataSource must not be null");
  }
}
