package dev.corral.keyspace;

import static dev.corral.keyspace.KeyspaceRig.IDS;
import static dev.corral.keyspace.KeyspaceRig.LMT;
import static dev.corral.keyspace.KeyspaceRig.number;
import static dev.corral.keyspace.KeyspaceRig.text;
import static dev.corral.keyspace.KeyspaceRig.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.keyspace.KeyspaceRig.Kind;
import dev.corral.keyspace.KeyspaceRig.Member;
import dev.corral.load.LoadException;
import dev.corral.metric.AtomicCacheEvent;
import dev.corral.store.Item;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AtomicCacheTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private KeyspaceRig rig = new KeyspaceRig();

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aValueIsGeneratedOnceForAllProcesses(Kind kind) {
    rig = new KeyspaceRig(kind);
    assertThat(rig.process().fetch("1, 2")).isEqualTo("1, 2");
    assertThat(rig.process().read()).isEqualTo("1, 2");
  }

  @Test
  void valuesAreInOneStoreAndAllElseInTheOther() {
    Member process = rig.process();
    String value = process.cache().fetch(process.ids(), () -> {
      assertThat(text(rig.keys, IDS + "lock")).isNotNull();
      return "1, 2";
    });
    long lmt = number(rig.keys, LMT);
    assertThat(value).isEqualTo("1, 2");
    assertThat(text(rig.values, IDS + lmt)).endsWith("1, 2");
    assertThat(number(rig.keys, IDS + "lkk")).isEqualTo(lmt);
    assertThat(text(rig.keys, IDS + "lock")).isNull();
    assertThat(rig.values.asked).allMatch(asked -> asked.endsWith(IDS + lmt));
  }

  @Test
  void aHitIsOneFlight() {
    Member process = rig.process();
    process.fetch("1, 2");
    long lmt = number(rig.keys, LMT);
    rig.values.asked.clear();
    CompletableFuture<?> gate = rig.keys.withhold("get " + LMT);
    // The last modified time is only told once the value has been asked for.
    rig.values.before("get " + IDS + lmt, () -> gate.complete(null));
    assertThat(process.read()).isEqualTo("1, 2");
    assertThat(rig.values.asked).containsExactly("get " + IDS + lmt);
  }

  @Test
  void anExpirySeenByAProcessCostsItOneReadMore() {
    Member process = rig.process();
    Member other = rig.process();
    process.fetch("old");
    other.expire();
    other.fetch("new");
    rig.values.asked.clear();
    assertThat(process.read()).isEqualTo("new");
    assertThat(rig.values.asked).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void eachExpiryIsFollowedByOneGeneration(Kind kind) {
    rig = new KeyspaceRig(kind);
    List<Member> processes = List.of(rig.process(), rig.process(), rig.process());
    AtomicInteger generations = new AtomicInteger();
    for (int round = 1; round <= 10; round++) {
      for (Member process : processes) {
        assertThat(process.cache().fetch(process.ids(), () -> "" + generations.incrementAndGet()))
            .isEqualTo("" + round);
      }
      processes.get(round % 3).expire();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whileOneGeneratesTheOthersAreGivenTheLastKnownValue(Kind kind) {
    rig = new KeyspaceRig(kind);
    Member one = rig.process();
    Member other = rig.process();
    one.fetch("old");
    one.expire();
    String value = one.cache().fetch(one.ids(), () -> {
      assertThat(other.read()).isEqualTo("old");
      return "new";
    });
    assertThat(value).isEqualTo("new");
    assertThat(other.read()).isEqualTo("new");
    assertThat(rig.pauses).isEmpty();
  }

  @Test
  void whoeverGetsTheLockReadsAgainFirst() {
    Member one = rig.process();
    Member other = rig.process();
    rig.keys.before("add " + IDS + "lock", () -> one.fetch("theirs"));
    assertThat(other.read()).isEqualTo("theirs");
    assertThat(rig.isLocked()).isFalse();
    assertThat(other.cache().stats().count(AtomicCacheEvent.Kind.GENERATED_BY_OTHER))
        .isOne();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anExpiryDuringAGenerationIsNotLost(Kind kind) {
    rig = new KeyspaceRig(kind);
    Member one = rig.process();
    Member other = rig.process();
    String value = one.cache().fetch(one.ids(), () -> {
      other.expire();
      return "read before the change";
    });
    assertThat(value).isEqualTo("read before the change");
    assertThat(other.fetch("read after it")).isEqualTo("read after it");
    assertThat(one.read()).isEqualTo("read after it");
  }

  @Test
  void anExpiryBeforeTheLockIsAcquiredIsGeneratedFor() {
    Member one = rig.process();
    Member other = rig.process();
    rig.keys.before("add " + IDS + "lock", other::expire);
    one.fetch("1, 2");
    assertThat(other.read()).isEqualTo("1, 2");
  }

  @Test
  void siblingsDoNotExpireOneAnother() {
    Member process = rig.process();
    Keyspace inactive = process.foos().child("inactiveids");
    AtomicInteger generations = new AtomicInteger();
    for (int i = 0; i < 10; i++) {
      process.cache().fetch(process.ids(), () -> "" + generations.incrementAndGet());
      process.cache().fetch(inactive, () -> "" + generations.incrementAndGet());
      rig.pass(SECOND);
    }
    assertThat(generations).hasValue(2);
    process.expire();
    assertThat(process.fetch("a")).isEqualTo("a");
    assertThat(process.cache().fetch(inactive, () -> "b")).isEqualTo("b");
  }

  @Test
  void theParentTooCanHaveAValue() {
    Member process = rig.process();
    assertThat(process.cache().fetch(process.foos(), () -> "all")).isEqualTo("all");
    assertThat(process.fetch("ids")).isEqualTo("ids");
    assertThat(number(rig.keys, "company:foo:v5:lkk")).isEqualTo(number(rig.keys, LMT));
  }

  @Test
  void aLostLastModifiedTimeExpiresTheClass() {
    Member one = rig.process();
    one.fetch("old");
    rig.keys.memory.delete(Key.raw(LMT)).join();
    rig.pass(SECOND);
    assertThat(rig.process().fetch("new")).isEqualTo("new");
    assertThat(one.read()).isEqualTo("new");
  }

  @Test
  void anOldLastModifiedTimeBringsNoOldValueBack() {
    Member process = rig.process();
    process.fetch("old");
    long old = number(rig.keys, LMT);
    process.expire();
    process.fetch("new");
    write(rig.keys, LMT, old);
    assertThat(process.fetch("newest")).isEqualTo("newest");
    assertThat(rig.process().read()).isEqualTo("newest");
  }

  @Test
  void aGeneratorsExceptionReachesTheCallerAndTheLockIsFree() {
    Member process = rig.process();
    IllegalStateException unchecked = new IllegalStateException("no");
    assertThatThrownBy(() -> process.cache().fetch(process.ids(), () -> {
          throw unchecked;
        }))
        .isSameAs(unchecked);
    assertThat(rig.isLocked()).isFalse();
    IOException checked = new IOException("no");
    assertThatThrownBy(() -> process.cache().fetch(process.ids(), () -> {
          throw checked;
        }))
        .isInstanceOf(LoadException.class)
        .hasMessage("generating company:foo:v5:activeids failed: java.io.IOException")
        .hasCause(checked);
    assertThat(process.fetch("1, 2")).isEqualTo("1, 2");
    assertThat(process.cache().stats().generations().count()).isEqualTo(3);
  }

  @Test
  void anInterruptedGeneratorLeavesTheThreadInterrupted() {
    Member process = rig.process();
    assertThatThrownBy(() -> process.cache().fetch(process.ids(), () -> {
          throw new InterruptedException();
        }))
        .isInstanceOf(LoadException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aKeyspaceOfAnotherCorralIsRefused() {
    Keyspace ids = rig.process().ids();
    AtomicCache<String> cache = rig.process().cache();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cache.fetch(ids, () -> "1, 2"))
        .withMessage("keyspace must be of the same corral as the cache, but "
            + "company:foo:v5:activeids is not");
  }

  @Test
  void thatThereIsNoneIsRemembered() {
    Member process = rig.process();
    AtomicInteger generations = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      assertThat(process.cache().fetch(process.ids(), () -> {
            generations.incrementAndGet();
            return null;
          }))
          .isNull();
    }
    assertThat(generations).hasValue(1);
    assertThat(rig.process().read()).isNull();
  }

  @Test
  void thatThereIsNoneIsGeneratedOncePerCallIfItIsNotRemembered() {
    Member process = rig.process(o -> o.cacheAbsent(false));
    AtomicInteger generations = new AtomicInteger();
    for (int i = 1; i <= 3; i++) {
      assertThat(process.cache().fetch(process.ids(), () -> {
            generations.incrementAndGet();
            return null;
          }))
          .isNull();
      assertThat(generations).hasValue(i);
    }
    assertThat(rig.pauses).isEmpty();
    assertThat(rig.isLocked()).isFalse();
    assertThat(process.fetch("1, 2")).isEqualTo("1, 2");
  }

  @Test
  void emptyIsAnOrdinaryValue() {
    rig.process().fetch("");
    assertThat(rig.process(o -> o.cacheAbsent(false)).read()).isEmpty();
  }

  @Test
  void aValueLivesForItsTtlAndIsGeneratedAnewUnderTheSameTime() {
    Member process = rig.process(o -> o.ttl(SECOND));
    process.fetch("old");
    long lmt = number(rig.keys, LMT);
    rig.pass(SECOND.minusMillis(1));
    assertThat(process.read()).isEqualTo("old");
    rig.pass(Duration.ofMillis(1));
    assertThat(process.fetch("new")).isEqualTo("new");
    assertThat(number(rig.keys, LMT)).isEqualTo(lmt);
    assertThat(process.read()).isEqualTo("new");
  }

  @Test
  void withoutATtlAValueStays() {
    Member process = rig.process();
    process.fetch("1, 2");
    rig.pass(Duration.ofDays(1000));
    assertThat(process.read()).isEqualTo("1, 2");
  }

  @Test
  void bytesThatAreNoValueAreRemovedAndGeneratedAnew() {
    Member process = rig.process();
    process.fetch("old");
    write(rig.values, IDS + number(rig.keys, LMT), "not an envelope");
    assertThat(process.fetch("new")).isEqualTo("new");
    assertThat(process.read()).isEqualTo("new");
  }

  @Test
  void aCallsOwnOptionsAreForThatCall() {
    Member process = rig.process();
    process.cache().with(o -> o.ttl(SECOND)).fetch(process.ids(), () -> "short");
    rig.pass(SECOND);
    process.fetch("long");
    rig.pass(SECOND);
    assertThat(process.read()).isEqualTo("long");
    assertThat(process.cache().stats().count(AtomicCacheEvent.Kind.GENERATED_BY_ME))
        .isEqualTo(2);
  }

  @Test
  void aResetFreesTheLockForgetsTheLastKnownValueAndExpires() {
    Member process = rig.process(o -> o.maxRetries(0));
    process.fetch("old");
    rig.lock();
    process.cache().reset(process.ids());
    assertThat(text(rig.keys, IDS + "lkk")).isNull();
    assertThat(process.fetch("new")).isEqualTo("new");
    process.cache().reset(process.ids());
    rig.lock();
    assertThat(process.read()).isNull();
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller does that does not know of null-marked packages
  void whatIsNotGivenIsNamed() {
    Member process = rig.process();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> process.cache().fetch(null, () -> ""))
        .withMessage("keyspace must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> process.cache().fetch(process.ids(), null))
        .withMessage("generator must not be null");
  }

  @Test
  void aListenerIsToldWhatHappens() {
    List<AtomicCacheEvent> events = new ArrayList<>();
    Member process = rig.process(o -> o.listener(events::add));
    process.cache().fetch(process.ids(), () -> {
      rig.pass(SECOND);
      return "1, 2";
    });
    process.read();
    String keyspace = "company:foo:v5:activeids";
    assertThat(events)
        .containsExactly(
            new AtomicCacheEvent(AtomicCacheEvent.Kind.READ_NOT_PRESENT, keyspace, Duration.ZERO),
            new AtomicCacheEvent(AtomicCacheEvent.Kind.GENERATED_BY_ME, keyspace, SECOND),
            new AtomicCacheEvent(AtomicCacheEvent.Kind.READ_PRESENT, keyspace, Duration.ZERO));
  }

  @Test
  void aValueIsNeverWrittenOver() {
    Member one = rig.process();
    one.cache().fetch(one.ids(), () -> {
      rig.pass(Duration.ofSeconds(30)); // the lock ends
      assertThat(rig.process().fetch("who took over")).isEqualTo("who took over");
      return "too late";
    });
    assertThat(one.read()).isEqualTo("who took over");
    assertThat(rig.values.memory.get(Key.raw(IDS + number(rig.keys, LMT))).join())
        .isInstanceOf(Item.class);
  }
}
