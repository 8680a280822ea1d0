package dev.corral.lock;

import static dev.corral.lock.LockRig.acquire;
import static dev.corral.lock.LockRig.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.RejectedException;
import dev.corral.key.Key;
import dev.corral.lock.Acquisition.Held;
import dev.corral.lock.Acquisition.Unavailable;
import dev.corral.lock.LockRig.Kind;
import dev.corral.store.MemoryStore;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What fencing numbers promise. */
class FencingTest {
  private static final Key COUNTER = Key.raw("lock:report:%!fence");
  private static final long START_MICROS = LockRig.START.getEpochSecond() * 1_000_000;

  private final LockRig rig = new LockRig();

  private static Lock fenced(LockRig rig) {
    return rig.lock(options -> options.fenced(true));
  }

  @ParameterizedTest
  @EnumSource(value = Kind.class, names = "BASIC", mode = EnumSource.Mode.EXCLUDE)
  void eachHoldHasTheNextNumber(Kind kind) {
    LockRig any = new LockRig(kind);
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      try (Hold hold = acquire(fenced(any))) {
        numbers.add(hold.fence());
      }
    }
    assertThat(numbers).containsExactly(START_MICROS, START_MICROS + 1, START_MICROS + 2);
  }

  @Test
  void aNumberCostsACountAndALook() {
    Hold hold = acquire(fenced(rig));

    assertThat(rig.store.asked()).containsExactly("add", "count", "get");
    hold.renew();
    assertThat(rig.store.asked()).containsExactly("set");
    hold.release();
    assertThat(rig.store.asked()).containsExactly("delete");
  }

  @Test
  void anEvictedCounterGoesOnAboveWhereItWas() {
    long last = 0;
    for (int i = 0; i < 1_000; i++) {
      try (Hold hold = acquire(fenced(rig))) {
        last = hold.fence();
      }
    }
    rig.pass(Duration.ofMillis(1));
    rig.memory.delete(COUNTER).join();

    assertThat(acquire(fenced(rig)).fence()).isGreaterThan(last);
  }

  @Test
  void whoWasStoppedBeforeTheDrawDoesNotGetAHigherNumberThanWhoHasTheLock() {
    List<Hold> others = new ArrayList<>();
    rig.store.before("count", () -> {
      rig.passSeconds(30);
      others.add(acquire(fenced(rig)));
    });

    assertThat(fenced(rig).tryAcquire()).isEqualTo(Held.HELD);
    assertThat(others.get(0).renew()).isTrue();
  }

  @Test
  void whoLosesTheLockBeforeTheLookHasNotAcquiredIt() {
    rig.store.before("get", rig.memory::clear);

    assertThat(fenced(rig).tryAcquire()).isEqualTo(Held.HELD);
  }

  @Test
  void theTimeThatRemainsCountsFromTheAddNotFromTheDraw() {
    rig.store.before("count", () -> rig.passSeconds(3));

    assertThat(acquire(fenced(rig)).remaining()).isEqualTo(Duration.ofSeconds(26));
  }

  @ParameterizedTest
  @ValueSource(strings = {"count", "get"})
  void aLockWithoutItsNumberIsGivenUp(String lost) {
    rig.store.loseReply(lost);
    rig.store.loseReply(lost);

    assertThat(fenced(rig).tryAcquire()).isInstanceOf(Unavailable.class);
    assertThat(fenced(rig).async().tryAcquire().join()).isInstanceOf(Unavailable.class);
    assertThat(rig.lock().owner().isFound()).isFalse();
  }

  @Test
  void aLockThatCannotEvenBeGivenUpIsUnavailableAllTheSame() {
    rig.store.loseReply("count");
    rig.store.loseRequest("delete");

    assertThat(fenced(rig).tryAcquire()).isInstanceOf(Unavailable.class);
    rig.passSeconds(30);
    acquire(fenced(rig));
  }

  /** The release may be done late: what it was to release can't be relied on. */
  @Test
  void aLockWhoseReleaseWasNotAnsweredIsNotTakenForOursAgain() throws Exception {
    rig.store.loseReply("add");
    rig.store.loseReply("count");
    rig.store.loseRequest("delete");

    Hold hold = hold(fenced(rig).tryAcquire(Duration.ofMinutes(1)));

    Duration waited = rig.pauses.stream().reduce(Duration.ZERO, Duration::plus);
    assertThat(waited).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
    assertThat(hold.remaining()).isEqualTo(Duration.ofSeconds(29));
  }

  @Test
  void aReplyToTheAddThatIsLostDoesNotCostTheNumber() {
    rig.store.loseReply("add");

    assertThat(acquire(fenced(rig)).fence()).isEqualTo(START_MICROS);
    assertThat(rig.store.asked()).containsExactly("add", "get", "count", "get");
  }

  @Test
  void aCounterThatIsNoNumberIsNamed() {
    rig.memory
        .set(COUNTER, "no number".getBytes(StandardCharsets.US_ASCII), Ttl.NEVER)
        .join();

    assertThatThrownBy(() -> fenced(rig).tryAcquire())
        .isInstanceOf(RejectedException.class)
        .hasMessageContainingAll("lock:report", COUNTER.toString(), "NOT_NUMERIC");
    assertThat(rig.lock().owner().isFound()).isFalse();
  }

  @Test
  void withoutNumbersThereIsNoneToTell() {
    assertThatThrownBy(() -> acquire(rig.lock()).fence())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("LockOptions.fenced");
  }

  @Test
  void aWaiterDrawsOnlyWhenItHasTheLock() throws Exception {
    Hold other = acquire(fenced(rig));
    rig.onPause = number -> {
      if (number == 5) {
        other.close();
      }
    };

    Hold hold = hold(fenced(rig).tryAcquire(Duration.ofSeconds(10)));

    assertThat(hold.fence()).isEqualTo(other.fence() + 1);
  }

  /** Each of these locks counts for itself, so each starts at its own time. */
  @Test
  void everyLockHasACounterOfItsOwn() {
    byte[] odd = {0, 1, 2};
    List<Key> keys = List.of(
        Key.raw("a"),
        Key.raw("b".repeat(250)),
        Key.raw("b".repeat(249) + "c"),
        Key.binary(odd),
        Key.raw(Base64.getEncoder().encodeToString(odd)));
    try (MemoryStore store = MemoryStore.create()) {
      for (int i = 0; i < keys.size(); i++) {
        int seconds = i;
        Lock lock = Lock.on(
            store,
            keys.get(i),
            options -> options.fenced(true).clock(() -> LockRig.START.plusSeconds(seconds)));
        assertThat(acquire(lock).fence()).isEqualTo(START_MICROS + 1_000_000L * seconds);
      }
    }
  }
}
