package dev.corral.lock;

import static dev.corral.lock.LockRig.acquire;
import static dev.corral.lock.LockRig.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Lookup;
import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.OverloadedException;
import dev.corral.fault.UnavailableException;
import dev.corral.lock.Acquisition.Held;
import dev.corral.lock.Acquisition.Unavailable;
import dev.corral.lock.LockRig.Kind;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.PutOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a lock makes of answers that don't come, and of a CAS that does not hold. */
class LostAnswersTest {
  @ParameterizedTest
  @EnumSource(Kind.class)
  void theTokenTellsThatTheLockWasTaken(Kind kind) {
    LockRig rig = new LockRig(kind);
    rig.store.loseReply("add");

    Hold hold = acquire(rig.lock());

    assertThat(rig.store.asked()).containsExactly("add", "get");
    assertThat(rig.lock().owner()).isEqualTo(Lookup.found(hold.token()));
    assertThat(hold.renew()).isTrue();
    assertThat(hold.release()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theTokenTellsThatSomeoneElseHasIt(Kind kind) {
    LockRig rig = new LockRig(kind);
    acquire(rig.lock());
    rig.store.loseReply("add");

    assertThat(rig.lock().tryAcquire()).isEqualTo(Held.HELD);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whereThereIsNoTokenNobodyCanTell(Kind kind) {
    LockRig rig = new LockRig(kind);
    rig.store.loseRequest("add");

    assertUnavailable(rig.lock().tryAcquire(), "add: no answer");
    assertThat(rig.lock().tryAcquire().isAcquired()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aLookThatIsNotAnsweredEitherLeavesItOpen(Kind kind) {
    LockRig rig = new LockRig(kind);
    rig.store.loseReply("add");
    rig.store.loseReply("get");

    assertUnavailable(rig.lock().tryAcquire(), "add: no answer");
  }

  @Test
  void whatWasNeverSentIsNotLookedFor() {
    LockRig rig = new LockRig();
    rig.store.next(
        "add", usual -> CompletableFuture.failedFuture(new OverloadedException("too much")));

    assertUnavailable(rig.lock().tryAcquire(), "too much");
    assertThat(rig.store.asked()).containsExactly("add");
  }

  @Test
  void theTimeThatRemainsCountsFromTheAddThatWasNotAnswered() {
    LockRig rig = new LockRig();
    rig.store.next("add", usual -> {
      usual.get().join();
      rig.passSeconds(5);
      return CompletableFuture.failedFuture(new DeadlineExceededException("late"));
    });

    assertThat(acquire(rig.lock()).remaining()).isEqualTo(Duration.ofSeconds(24));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anAddThatComesToTheServerLateIsKnownAtTheNextTry(Kind kind) throws Exception {
    LockRig rig = new LockRig(kind);
    Supplier<CompletableFuture<?>>[] late = delayAdd(rig);
    rig.onPause = number -> late[0].get().join();

    Hold hold = hold(rig.lock().tryAcquire(Duration.ofSeconds(5)));

    assertThat(rig.store.asked()).containsExactly("add", "get", "add", "get");
    assertThat(rig.lock().owner()).isEqualTo(Lookup.found(hold.token()));
    assertThat(hold.remaining())
        .as("counts from when the lock was seen without the token")
        .isEqualTo(Duration.ofSeconds(29).minus(rig.pauses.get(0)));
  }

  @Test
  void anAddOfUnknownAgeIsLeftToEndByItself() throws Exception {
    LockRig rig = new LockRig();
    Supplier<CompletableFuture<?>>[] late = delayAdd(rig);
    rig.onPause = number -> {
      if (number == 1) {
        late[0].get().join();
        rig.passSeconds(29);
      }
    };

    Hold hold = hold(rig.lock(options -> options.pauses(Duration.ofSeconds(2), Duration.ofHours(1)))
        .tryAcquire(Duration.ofMinutes(5)));

    assertThat(rig.pauses).hasSizeGreaterThan(1);
    assertThat(hold.remaining()).as("a hold of a new item").isEqualTo(Duration.ofSeconds(29));
  }

  /** Lets the next add get no answer, and be done when the test says so. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of one that a lambda can fill
  private static Supplier<CompletableFuture<?>>[] delayAdd(LockRig rig) {
    Supplier<CompletableFuture<?>>[] late = new Supplier[1];
    rig.store.next("add", usual -> {
      late[0] = usual;
      rig.passSeconds(3);
      return CompletableFuture.failedFuture(new DeadlineExceededException("it stands still"));
    });
    return late;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aRenewalWithoutAnAnswerLeavesTheTimeAsItWas(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold hold = acquire(rig.lock());
    rig.passSeconds(10);
    rig.store.loseReply("set");

    assertThatThrownBy(hold::renew).isInstanceOf(DeadlineExceededException.class);
    assertThat(hold.remaining()).isEqualTo(Duration.ofSeconds(19));
    assertThat(hold.renew()).as("its CAS is another now, its token is not").isTrue();
    assertThat(hold.remaining()).isEqualTo(Duration.ofSeconds(29));
    assertThat(hold.release()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aReleaseWithoutAnAnswerMayHaveBeenDone(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold hold = acquire(rig.lock());
    rig.store.loseReply("delete");

    assertThat(fault(hold.async().release())).isInstanceOf(DeadlineExceededException.class);
    assertThat(hold.release()).isFalse();
    assertThat(rig.lock().owner().isFound()).isFalse();
  }

  @Test
  void aCasOfAConnectionThatIsGoneIsReplaced() {
    LockRig rig = new LockRig();
    Hold hold = acquire(rig.lock());
    rig.store.next("set", usual -> CompletableFuture.completedFuture(PutOutcome.Refused.EXISTS));
    rig.store.next("delete", usual -> CompletableFuture.completedFuture(DeleteOutcome.EXISTS));
    rig.store.asked();

    assertThat(hold.renew()).isTrue();
    assertThat(rig.store.asked()).containsExactly("set", "get", "set");
    assertThat(hold.release()).isTrue();
    assertThat(rig.store.asked()).containsExactly("delete", "get", "delete");
  }

  @Test
  void aCasThatIsAnothersLosesTheLock() {
    LockRig rig = new LockRig();
    Hold hold = acquire(rig.lock());
    rig.memory.delete(LockRig.KEY).join();
    Hold other = acquire(rig.lock());
    rig.store.asked();

    assertThat(hold.renew()).isFalse();
    assertThat(rig.store.asked()).containsExactly("set", "get");
    assertThat(other.release()).isTrue();
  }

  @Test
  void aCasThatNeverHoldsIsGivenUp() {
    LockRig rig = new LockRig();
    Hold hold = acquire(rig.lock());
    for (int i = 0; i < 4; i++) {
      rig.store.next("delete", usual -> CompletableFuture.completedFuture(DeleteOutcome.EXISTS));
    }

    assertThatThrownBy(hold::release)
        .isInstanceOf(UnavailableException.class)
        .hasMessage("lock lock:report was not changed: its CAS moved after each of 3 reads");
    assertThat(hold.release()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(value = Kind.class, names = "FULL", mode = EnumSource.Mode.EXCLUDE)
  void withoutCasNothingIsChangedInTheLastSecond(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold renewed = acquire(rig.lock());
    rig.store.asked();
    rig.passSeconds(29);

    assertThat(renewed.renew()).isFalse();
    assertThat(rig.store.asked()).containsExactly("get");

    rig.passSeconds(1);
    Hold released = acquire(rig.lock());
    rig.store.asked();
    rig.passSeconds(29);

    assertThat(released.release()).isFalse();
    assertThat(rig.store.asked()).containsExactly("get");
  }

  @Test
  void withCasTheLastSecondIsAsGoodAsAny() {
    LockRig rig = new LockRig();
    Hold hold = acquire(rig.lock());
    rig.pass(Duration.ofMillis(29_500));

    assertThat(hold.remaining()).isZero();
    assertThat(hold.renew()).isTrue();
    assertThat(hold.remaining()).isEqualTo(Duration.ofSeconds(29));
  }

  /**
   * What is lost without a CAS, and only there: the item passes on between the read and the change.
   */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void onlyWithCasAnEvictionInTheMidstOfAReleaseHarmsNobody(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold hold = acquire(rig.lock());
    rig.store.before("delete", () -> {
      rig.memory.delete(LockRig.KEY).join();
      acquire(rig.lock());
    });

    assertThat(hold.release()).isEqualTo(kind != Kind.FULL);
    assertThat(rig.lock().owner().isFound()).isEqualTo(kind == Kind.FULL);
  }

  private static void assertUnavailable(Acquisition acquisition, String message) {
    assertThat(acquisition).isInstanceOf(Unavailable.class);
    assertThat(((Unavailable) acquisition).fault()).hasMessage(message);
  }

  private static @Nullable Throwable fault(CompletableFuture<?> future) {
    return future.handle((value, fault) -> fault).join();
  }
}
