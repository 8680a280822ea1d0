package dev.corral.jdbc;

import static dev.corral.jdbc.JdbcRig.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.lock.Acquisition.Held;
import dev.corral.lock.Hold;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** How long a database's lock is held, and what ends it. */
class JdbcHoldTest {
  private final SQLException gone = new SQLException("gone", "08006");

  private final JdbcRig rig = new JdbcRig();
  private final FakeDatabase database = rig.database;

  @Test
  void theTimeThatRemainsIsCountedFromTheLastAnswer() {
    Hold hold = rig.acquire();
    assertThat(hold.remaining()).isEqualTo(Duration.ofSeconds(15));
    rig.passSeconds(9);
    assertThat(hold.remaining()).isEqualTo(Duration.ofSeconds(6));

    rig.passSeconds(1);

    assertThat(hold.remaining()).isEqualTo(Duration.ofSeconds(15));
    rig.passSeconds(3);
    assertThat(hold.renew()).isTrue();
    assertThat(hold.remaining()).isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void anAnswerIsCountedFromWhenItWasAskedFor() {
    database.next("mine", usual -> {
      rig.ticker.advance(Duration.ofSeconds(4));
      return usual.answer();
    });

    assertThat(rig.acquire().remaining()).isEqualTo(Duration.ofSeconds(11));
  }

  @Test
  void aHeartbeatIsOneQuestionAndGoesOn() {
    rig.acquire();
    database.asked();

    rig.passSeconds(35);

    assertThat(database.asked()).containsExactly("mine", "mine", "mine");
  }

  @Test
  void aHeartbeatWithoutAnAnswerEndsIt() {
    Hold hold = rig.acquire();
    database.fail("mine", gone);
    rig.passSeconds(10);

    assertThat(hold.remaining()).isZero();
    assertThat(hold.renew()).isFalse();
    assertThat(hold.release()).isFalse();
    assertThat(hold.releaseAfter(Duration.ofSeconds(1))).isFalse();
    assertThat(database.borrowed()).isZero();
    assertThat(database.owners).isEmpty();
    assertThat(rig.due).isEmpty();
  }

  @Test
  void aConnectionThatWasEndedIsNoticed() {
    Hold hold = rig.acquire();
    database.end(Objects.requireNonNull(database.last));
    assertThat(hold.remaining()).isPositive();

    assertThat(hold.renew()).isFalse();
    assertThat(hold.remaining()).isZero();
  }

  @Test
  void aLockThatItsConnectionDoesNotHaveAnyMoreIsLost() {
    Hold hold = rig.acquire();
    database.owners.clear();

    assertThat(hold.renew()).isFalse();
    assertThat(database.borrowed()).isZero();
  }

  @Test
  void aDriverThatThrowsAnythingElseEndsItToo() {
    Hold hold = rig.acquire();
    database.fail("mine", new IllegalStateException("broken"));

    assertThat(hold.renew()).isFalse();
    assertThat(database.owners).isEmpty();
  }

  @Test
  void withoutAHeartbeatTheTimeIsOverAndOneThatComesLateBringsItBack() {
    Hold hold = rig.acquire();
    rig.executor = task -> {
      throw new RejectedExecutionException("busy");
    };
    assertThatThrownBy(() -> rig.passSeconds(10)).isInstanceOf(RejectedExecutionException.class);
    rig.executor = task -> {};
    rig.passSeconds(6);
    assertThat(hold.remaining()).isZero();
    rig.executor = Runnable::run;
    rig.passSeconds(10);

    assertThat(hold.remaining()).isPositive();
    assertThat(hold.renew()).isTrue();
  }

  @Test
  void aReleaseThatIsAskedForEndsTheTimeAtOnce() {
    Hold hold = rig.acquire();
    List<Runnable> later = new ArrayList<>();
    rig.executor = later::add;

    CompletableFuture<Boolean> released = hold.async().release();

    assertThat(hold.remaining()).isZero();
    assertThat(hold.renew()).isFalse();
    assertThat(released).isNotDone();
    later.remove(0).run();
    assertThat(released.join()).isTrue();
  }

  @Test
  void aReleaseThatAnExecutorRefusesCanBeTriedAgain() {
    Hold hold = rig.acquire();
    rig.executor = task -> {
      throw new RejectedExecutionException("shut down");
    };
    assertThat(hold.async().release()).isCompletedExceptionally();
    assertThat(hold.remaining()).isZero();

    assertThat(hold.release()).isTrue();
  }

  @Test
  void aReleaseWithoutAnAnswerCutsTheConnection() {
    Hold hold = rig.acquire();
    database.fail("release", gone);

    assertThatThrownBy(hold::release)
        .isInstanceOf(UnavailableException.class)
        .hasMessage("lock report was not released; its connection is cut, and when the server sees"
            + " that it is free: gone");
    assertThat(hold.release()).isFalse();
    assertThat(database.owners).isEmpty();
    assertThat(database.borrowed()).isZero();
  }

  @Test
  void aReleaseThatIsBrokenCutsTheConnectionToo() {
    Hold hold = rig.acquire();
    database.fail("release", new IllegalStateException("broken"));

    assertThatThrownBy(hold::release).isInstanceOf(IllegalStateException.class);
    assertThat(database.owners).isEmpty();
  }

  @Test
  void aConnectionThatDidNotHaveTheLockAtItsReleaseIsNotTrusted() {
    Hold hold = rig.acquire();
    database.owners.clear();
    database.asked();

    assertThat(hold.release()).isFalse();
    assertThat(database.asked()).containsExactly("release", "abort", "close");
  }

  @Test
  void toCloseThrowsNothing() {
    Hold hold = rig.acquire();
    database.fail("release", gone);
    hold.close();
    hold.close();

    assertThat(database.owners).isEmpty();
  }

  @Test
  void aLockThatIsLeftIsNobodysUntilItsTimeIsOver() {
    Hold hold = rig.acquire();
    assertThat(hold.releaseAfter(Duration.ofSeconds(25))).isTrue();

    assertThat(hold.remaining()).isZero();
    assertThat(hold.renew()).isFalse();
    assertThat(hold.release()).isFalse();
    database.asked();
    rig.passSeconds(24);
    assertThat(database.asked()).containsExactly("mine", "mine"); // or it could be taken for idle
    assertThat(rig.lock().tryAcquire()).isEqualTo(Held.HELD);
    rig.passSeconds(1);
    assertThat(hold(rig.lock().tryAcquire()).release()).isTrue();
    assertThat(rig.due).isEmpty();
  }

  @Test
  void aLockThatIsLeftIsReleasedLateRatherThanNever() {
    Hold hold = hold(rig.locks(options -> options.heartbeat(Duration.ofMinutes(1)))
        .lock("report")
        .tryAcquire());
    hold.releaseAfter(Duration.ofSeconds(5));
    rig.executor = task -> {
      throw new RejectedExecutionException("busy");
    };
    rig.passSeconds(5);
    rig.executor = Runnable::run;
    assertThat(database.owners).isNotEmpty();

    rig.passSeconds(60);

    assertThat(database.owners).isEmpty();
  }

  @Test
  void theSameWithFutures() {
    Hold hold = rig.acquire();

    assertThat(hold.async().releaseAfter(Duration.ofSeconds(5)).join()).isTrue();
    database.fail("release", gone);
    rig.passSeconds(5);
    assertThat(database.owners).isEmpty();
  }

  @Test
  void aLockThatIsLostCanNotBeLeft() {
    Hold hold = rig.acquire();
    database.fail("mine", gone);

    assertThat(hold.releaseAfter(Duration.ofSeconds(5))).isFalse();
    assertThat(database.owners).isEmpty();
  }

  @Test
  void aTimeThatIsNoneIsRefusedAndTheLockKept() {
    Hold hold = rig.acquire();

    assertThatIllegalArgumentException().isThrownBy(() -> hold.releaseAfter(Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hold.async().releaseAfter(Duration.ofSeconds(-1)));
    assertThat(hold.renew()).isTrue();
  }

  @Test
  void itDrawsNoNumbers() {
    Hold hold = rig.acquire();

    assertThatThrownBy(hold::fence)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("lock report is a database's, and draws no fencing numbers");
    assertThat(hold).hasToString("a hold of lock report");
  }
}
