package dev.corral.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.lock.Acquisition;
import dev.corral.lock.Hold;
import java.lang.reflect.Proxy;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JdbcLockOptionsTest {
  private final JdbcRig rig = new JdbcRig();

  @Test
  void allThatIsWrongIsNamedAtOnce() {
    assertThatThrownBy(() -> rig.locks(options -> options
            .prefix("a b")
            .pauses(Duration.ofHours(2), Duration.ofMillis(0))
            .heartbeat(Duration.ofMillis(9))
            .deadline(Duration.ofMinutes(61))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("locks of a database: prefix must be 1 to 31 printable ASCII characters without"
            + " spaces, but is \"a b\";"
            + " the least pause must be 0.001s to 1h, but is 2h;"
            + " the most pause must be 0.001s to 1h, but is 0s;"
            + " the most pause must not be less than the least, but they are 0s and 2h;"
            + " heartbeat must be 0.01s to 1h, but is 0.009s;"
            + " deadline must be 0.01s to 1h, but is 1h1m");
  }

  @Test
  void theLimitsThemselvesAreGood() {
    rig.locks(options -> options
        .prefix("!")
        .pauses(Duration.ofMillis(1), Duration.ofMillis(1))
        .heartbeat(Duration.ofMillis(10))
        .deadline(Duration.ofMillis(10)));
    rig.locks(options -> options
        .prefix("~".repeat(31))
        .pauses(Duration.ofHours(1), Duration.ofHours(1))
        .heartbeat(Duration.ofHours(1))
        .deadline(Duration.ofHours(1)));
    for (String prefix : List.of("", "a".repeat(32), "ä")) {
      assertThatThrownBy(() -> rig.locks(options -> options.prefix(prefix)))
          .isInstanceOf(ConfigurationException.class);
    }
  }

  @Test
  void theDefaultsNeedNothingElse() throws Exception {
    JdbcLocks locks = JdbcLocks.on(rig.database.dataSource);

    assertThat(JdbcRig.hold(locks.lock("a").tryAcquire(Duration.ofSeconds(1))).release())
        .isTrue();
    assertThat(locks.lock("a").async().owner().get(20, TimeUnit.SECONDS).isFound())
        .isFalse();
  }

  @Test
  void thoseWhoWaitForAConnectionDoNotKeepOthersFromGivingTheirsBack() throws Exception {
    JdbcLocks locks = JdbcLocks.on(rig.database.dataSource);
    Hold hold = JdbcRig.hold(locks.lock("a").tryAcquire());
    CountDownLatch given = new CountDownLatch(1);
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    JdbcLocks exhausted = JdbcLocks.on(emptyPool(given));
    for (int i = 0; i < 200; i++) {
      waiting.add(exhausted.lock("b").async().tryAcquire());
    }
    try {
      assertThat(hold.async().release().get(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      given.countDown();
    }
    for (CompletableFuture<?> each : waiting) {
      assertThat(each.get(10, TimeUnit.SECONDS)).isInstanceOf(Acquisition.Unavailable.class);
    }
  }

  /** A pool that lets everybody wait, and has nothing to give. */
  private static DataSource emptyPool(CountDownLatch end) {
    return (DataSource) Proxy.newProxyInstance(
        DataSource.class.getClassLoader(),
        new Class<?>[] {DataSource.class},
        (self, method, arguments) -> {
          end.await();
          throw new SQLTransientConnectionException("the pool is empty");
        });
  }

  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  static List<UnaryOperator<JdbcLockOptions>> nulls() {
    return List.of(
        options -> options.prefix(null),
        options -> options.pauses(null, Duration.ofSeconds(1)),
        options -> options.pauses(Duration.ofSeconds(1), null),
        options -> options.heartbeat(null),
        options -> options.deadline(null),
        options -> options.executor(null),
        options -> options.timer(null),
        options -> options.ticker(null),
        options -> options.random(null));
  }

  @ParameterizedTest
  @MethodSource("nulls")
  void nullIsRefusedAtOnce(UnaryOperator<JdbcLockOptions> change) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> change.apply(JdbcLockOptions.defaults()))
        .withMessageEndingWith("must not be null");
  }
}
