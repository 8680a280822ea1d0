package dev.corral.lock;

import static dev.corral.lock.LockRig.acquire;
import static dev.corral.lock.LockRig.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Lookup;
import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.lock.Acquisition.Held;
import dev.corral.lock.Acquisition.Unavailable;
import dev.corral.lock.LockRig.Kind;
import dev.corral.store.MemoryStore;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a lock does on every kind of store, as long as all is answered. */
class LockTest {
  @ParameterizedTest
  @EnumSource(Kind.class)
  void oneOfManyHasIt(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold hold = acquire(rig.lock());

    assertThat(rig.lock().tryAcquire()).isEqualTo(Held.HELD);
    assertThat(rig.lock().async().tryAcquire().join()).isEqualTo(Held.HELD);
    assertThat(hold.release()).isTrue();
    assertThat(rig.lock().tryAcquire().isAcquired()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void tryingCostsOneAdd(Kind kind) {
    LockRig rig = new LockRig(kind);

    assertThat(rig.lock().async().tryAcquire().join().isAcquired()).isTrue();
    assertThat(rig.store.asked()).containsExactly("add");
    assertThat(rig.lock().async().tryAcquire().join()).isEqualTo(Held.HELD);
    assertThat(rig.store.asked()).containsExactly("add");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theOwnerIsToldByItsTokenInOneGet(Kind kind) {
    LockRig rig = new LockRig(kind);
    Lock lock = rig.lock();
    assertThat(lock.owner()).isEqualTo(Lookup.absent());

    Hold hold = acquire(lock);
    rig.store.asked();

    assertThat(rig.lock().owner()).isEqualTo(Lookup.found(hold.token()));
    assertThat(rig.store.asked()).containsExactly("get");
    assertThat(rig.lock().async().owner().join()).isEqualTo(Lookup.found(hold.token()));
    hold.release();
    assertThat(lock.owner().isFound()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void everyHoldHasATokenOfItsOwn(Kind kind) {
    LockRig rig = new LockRig(kind);
    Set<String> tokens = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      try (Hold hold = acquire(rig.lock())) {
        assertThat(hold.token()).hasSize(22);
        tokens.add(hold.token());
      }
    }
    assertThat(tokens).hasSize(100);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void itIsFreeWhenItsTtlEnds(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold hold = acquire(rig.lock(options -> options.ttl(Duration.ofSeconds(10))));

    rig.pass(Duration.ofMillis(9_999));
    assertThat(rig.lock().tryAcquire()).isEqualTo(Held.HELD);
    rig.pass(Duration.ofMillis(1));
    Hold other = acquire(rig.lock());

    assertThat(hold.renew()).isFalse();
    assertThat(hold.release()).isFalse();
    assertThat(rig.lock().owner()).isEqualTo(Lookup.found(other.token()));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whoIsLateHarmsNobody(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold late = acquire(rig.lock());
    rig.passSeconds(30);
    Hold other = acquire(rig.lock());

    assertThat(late.release()).isFalse();
    assertThat(other.renew()).isTrue();
    assertThat(rig.lock().owner()).isEqualTo(Lookup.found(other.token()));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void itCanBeGivenBackAfterATime(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold hold = acquire(rig.lock());
    assertThat(hold.releaseAfter(Duration.ofSeconds(60))).isTrue();

    assertThat(hold.remaining()).isZero();
    assertThat(hold.renew()).isFalse();
    hold.close();
    rig.pass(Duration.ofMillis(59_999));
    assertThat(rig.lock().tryAcquire()).isEqualTo(Held.HELD);
    rig.pass(Duration.ofMillis(1));
    assertThat(rig.lock().tryAcquire().isAcquired()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatPassedToAnotherIsNotGivenBackAfterATime(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold late = acquire(rig.lock());
    rig.passSeconds(30);
    acquire(rig.lock());

    assertThat(late.async().releaseAfter(Duration.ofSeconds(60)).join()).isFalse();
    rig.passSeconds(30);
    assertThat(rig.lock().tryAcquire().isAcquired()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void renewingGivesAnotherFullTime(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold hold = acquire(rig.lock());
    for (int i = 0; i < 5; i++) {
      rig.passSeconds(20);
      assertThat(hold.remaining()).isEqualTo(Duration.ofSeconds(9));
      assertThat(hold.renew()).isTrue();
      assertThat(hold.remaining()).isEqualTo(Duration.ofSeconds(29));
    }
    assertThat(rig.lock().tryAcquire()).isEqualTo(Held.HELD);
    assertThat(hold.release()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theTimeThatRemainsLacksASecondAndTheRoundTrip(Kind kind) {
    LockRig rig = new LockRig(kind);
    rig.store.next("add", usual -> {
      rig.pass(Duration.ofMillis(10));
      CompletableFuture<?> answer = usual.get();
      rig.pass(Duration.ofMillis(30));
      return answer;
    });

    Hold hold = acquire(rig.lock());

    assertThat(hold.remaining()).isEqualTo(Duration.ofMillis(28_960));
    rig.pass(Duration.ofMillis(28_959));
    assertThat(hold.remaining()).isEqualTo(Duration.ofMillis(1));
    rig.passSeconds(1);
    assertThat(hold.remaining()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aReleasedHoldIsOver(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold hold = acquire(rig.lock());
    assertThat(hold.release()).isTrue();
    rig.store.asked();

    assertThat(hold.remaining()).isZero();
    assertThat(hold.renew()).isFalse();
    assertThat(hold.release()).isFalse();
    hold.close();
    assertThat(rig.store.asked()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anItemThatIsLostIsNoticedAtTheNextRenewal(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold hold = acquire(rig.lock());
    rig.memory.clear();

    assertThat(hold.remaining()).isPositive();
    assertThat(hold.renew()).isFalse();
    assertThat(hold.remaining()).isZero();
    assertThat(hold.release()).isFalse();
    assertThat(rig.lock().owner().isFound()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theSameWithFutures(Kind kind) {
    LockRig rig = new LockRig(kind);
    Hold hold = hold(rig.lock().async().tryAcquire().join());
    rig.passSeconds(20);

    assertThat(hold.async().renew().join()).isTrue();
    assertThat(hold.remaining()).isEqualTo(Duration.ofSeconds(29));
    assertThat(hold.async().release().join()).isTrue();
    assertThat(hold.async().release().join()).isFalse();
    assertThat(hold.async().renew().join()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void nobodyWaitsForAnAnswerToAFuture(Kind kind) {
    LockRig rig = new LockRig(kind);
    CompletableFuture<Object> gate = new CompletableFuture<>();
    rig.store.next("add", usual -> gate.thenCompose(open -> usual.get()));

    CompletableFuture<Acquisition> answer = rig.lock().async().tryAcquire();

    assertThat(answer).isNotDone();
    gate.complete("open");
    assertThat(answer.join().isAcquired()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatNobodyWantsAnyMoreIsReleased(Kind kind) {
    LockRig rig = new LockRig(kind);
    CompletableFuture<Object> gate = new CompletableFuture<>();
    rig.store.next("add", usual -> gate.thenCompose(open -> usual.get()));

    CompletableFuture<Acquisition> answer = rig.lock().async().tryAcquire();
    answer.cancel(true);
    gate.complete("open");

    assertThat(rig.lock().owner().isFound()).isFalse();
  }

  @Test
  void onAFullStoreRenewingAndReleasingCostOneRoundTripEach() {
    LockRig rig = new LockRig();
    Hold hold = acquire(rig.lock());
    rig.store.asked();

    hold.renew();
    assertThat(rig.store.asked()).containsExactly("set");
    hold.release();
    assertThat(rig.store.asked()).containsExactly("delete");
  }

  @Test
  void aHoldNamesItsLockAndNotItsToken() {
    LockRig rig = new LockRig();
    Hold hold = acquire(rig.lock());

    assertThat(hold).hasToString("a hold of lock lock:report");
    assertThat(rig.lock()).hasToString("lock lock:report");
  }

  @Test
  void aLockOnAStoreThatIsClosedIsUnavailable() {
    LockRig rig = new LockRig();
    Hold hold = acquire(rig.lock());
    rig.memory.close();
    Lock lock = rig.lock();

    assertThat(lock.tryAcquire())
        .isInstanceOfSatisfying(
            Unavailable.class, answer -> assertThat(answer.fault()).hasMessageContaining("closed"));
    assertThatThrownBy(lock::owner).isInstanceOf(UnavailableException.class);
    assertThatThrownBy(hold::renew).isInstanceOf(UnavailableException.class);
    assertThatThrownBy(hold::release).isInstanceOf(UnavailableException.class);
    hold.close();
    for (CompletableFuture<?> asked :
        new CompletableFuture<?>[] {lock.async().owner(), hold.async().release()}) {
      assertThat(asked.handle((value, fault) -> fault).join())
          .isExactlyInstanceOf(UnavailableException.class);
    }
  }

  @Test
  void aFaultThatDoesNotPassIsNoAnswer() {
    LockRig rig = new LockRig();
    RejectedException never = new RejectedException("never");
    rig.store.next("add", usual -> CompletableFuture.failedFuture(never));
    rig.store.next("add", usual -> CompletableFuture.failedFuture(never));

    assertThatThrownBy(() -> rig.lock().tryAcquire()).isSameAs(never);
    assertThat(rig.lock().async().tryAcquire().handle((value, fault) -> fault).join())
        .isSameAs(never);
  }

  @Test
  void aStoreThatThrowsLeavesNoFutureOpen() {
    LockRig rig = new LockRig();
    rig.store.next("add", usual -> {
      throw new IllegalStateException("a store of no use");
    });

    assertThat(rig.lock().async().tryAcquire()).isCompletedExceptionally();
  }

  @Test
  void badInputIsRefusedBeforeAnythingIsAsked() {
    LockRig rig = new LockRig();
    MemoryStore store = rig.memory;
    Lock lock = rig.lock();

    assertRefused("store", () -> Lock.on(nothing(), LockRig.KEY, LockOptions.defaults()));
    assertRefused("key", () -> Lock.on(store, nothing(), LockOptions.defaults()));
    assertRefused("options", () -> Lock.on(store, LockRig.KEY, LockTest.<LockOptions>nothing()));
    assertRefused(
        "options",
        () -> Lock.on(store, LockRig.KEY, LockTest.<UnaryOperator<LockOptions>>nothing()));
    assertRefused("what options returned", () -> Lock.on(store, LockRig.KEY, options -> nothing()));
    assertRefused("wait", () -> lock.tryAcquire(nothing()));
    assertRefused("wait", () -> lock.tryAcquire(Duration.ofNanos(-1)));
    assertRefused("wait", () -> lock.tryAcquire(Duration.ofDays(36_501)));
    assertRefused("wait", () -> lock.async().tryAcquire(nothing()));
    assertRefused("wait", () -> lock.async().tryAcquire(Duration.ofNanos(-1)));
    assertRefused("hold", () -> new Acquired(nothing()));
    assertRefused("fault", () -> new Unavailable(nothing()));
    assertThat(rig.store.asked()).isEmpty();
  }

  private static void assertRefused(String argument, ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(argument);
  }

  /** What a caller gives that does not know of null-marked packages. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // that is the point
  private static <T> T nothing() {
    return null;
  }

  @Test
  void anItemThatIsNoLockOfOursIsSomeoneElses() {
    LockRig rig = new LockRig();
    rig.memory.set(LockRig.KEY, new byte[0], Ttl.seconds(60)).join();

    assertThat(rig.lock().tryAcquire()).isEqualTo(Held.HELD);
    assertThat(rig.lock().owner()).isEqualTo(Lookup.found(""));
  }

  @Test
  void faultsInTheMidstOfAReleaseLeaveItToTheTtl() {
    LockRig rig = new LockRig();
    Hold hold = acquire(rig.lock());
    rig.store.loseRequest("delete");

    assertThatThrownBy(hold::release).isInstanceOf(DeadlineExceededException.class);
    assertThat(hold.remaining()).isZero();
    assertThat(hold.renew()).isFalse();
    assertThat(rig.lock().tryAcquire()).isEqualTo(Held.HELD);
    assertThat(hold.release()).as("tried again").isTrue();
  }
}
