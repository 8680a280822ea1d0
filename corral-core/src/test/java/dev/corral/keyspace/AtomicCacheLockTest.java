package dev.corral.keyspace;

import static dev.corral.keyspace.KeyspaceRig.IDS;
import static dev.corral.keyspace.KeyspaceRig.LMT;
import static dev.corral.keyspace.KeyspaceRig.number;
import static dev.corral.keyspace.KeyspaceRig.text;
import static dev.corral.keyspace.KeyspaceRig.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.keyspace.KeyspaceRig.Kind;
import dev.corral.keyspace.KeyspaceRig.Member;
import dev.corral.load.StillLoadingException;
import dev.corral.lock.Hold;
import dev.corral.metric.AtomicCacheEvent;
import dev.corral.metric.AtomicCacheStats;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who generates, who waits, and for how long. */
class AtomicCacheLockTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private KeyspaceRig rig = new KeyspaceRig();

  @Test
  void whereNoLastValueIsKnownALoserWaitsForTheNewOne() {
    Hold hold = rig.lock();
    Member winner = rig.process();
    rig.onPause = number -> {
      if (number == 3) {
        hold.release();
        winner.fetch("1, 2");
      }
    };
    Member loser = rig.process();
    assertThat(loser.read()).isEqualTo("1, 2");
    assertThat(rig.pauses).hasSize(3);
    AtomicCacheStats stats = loser.cache().stats();
    assertThat(stats.count(AtomicCacheEvent.Kind.WAIT_RUN)).isOne();
    assertThat(stats.count(AtomicCacheEvent.Kind.WAIT_GIVE_UP)).isZero();
    assertThat(stats.count(AtomicCacheEvent.Kind.LAST_KNOWN_NOT_PRESENT)).isOne();
    assertThat(stats.waits().max()).isGreaterThanOrEqualTo(Duration.ofMillis(300));
  }

  @Test
  void pausesGrowByAStepAndHaveARandomPart() {
    rig.lock();
    rig.process().read();
    assertThat(rig.pauses).hasSize(5);
    for (int attempt = 1; attempt <= 5; attempt++) {
      assertThat(rig.pauses.get(attempt - 1))
          .isBetween(Duration.ofMillis(50L * attempt), Duration.ofMillis(50L * attempt + 15));
    }
    assertThat(rig.pauses).anyMatch(pause -> pause.toNanosPart() % 50_000_000 != 0);
  }

  @Test
  void aLoserThatHasWaitedLongEnoughIsGivenNothing() {
    rig.lock();
    Member loser = rig.process();
    assertThat(loser.read()).isNull();
    AtomicCacheStats stats = loser.cache().stats();
    assertThat(stats.count(AtomicCacheEvent.Kind.WAIT_GIVE_UP)).isOne();
    assertThat(stats.count(AtomicCacheEvent.Kind.LAST_KNOWN_NOT_PRESENT)).isEqualTo(2);
  }

  @Test
  void aLoserThatHasWaitedLongEnoughIsGivenTheFallback() {
    rig.lock();
    Member loser =
        rig.process(o -> o.maxRetries(2).backoff(SECOND, Duration.ZERO).fallback(() -> "none yet"));
    assertThat(loser.read()).isEqualTo("none yet");
    assertThat(rig.pauses).containsExactly(SECOND, SECOND.multipliedBy(2));
  }

  @Test
  void withoutRetriesALoserDoesNotWait() {
    rig.lock();
    assertThat(rig.process(o -> o.maxRetries(0)).read()).isNull();
    assertThat(rig.pauses).isEmpty();
  }

  @Test
  void aLoserReadsTheLastModifiedTimeEachTime() {
    Hold hold = rig.lock();
    Member winner = rig.process();
    rig.onPause = number -> {
      if (number == 1) {
        winner.expire();
      } else if (number == 2) {
        hold.release();
        winner.fetch("new");
      }
    };
    assertThat(rig.process().read()).isEqualTo("new");
    assertThat(rig.pauses).hasSize(2);
  }

  @Test
  void aValueThatCameAndExpiredWhileALoserWaitedIsBetterThanNone() {
    Hold hold = rig.lock();
    Member winner = rig.process();
    rig.onPause = number -> {
      if (number == 2) {
        hold.release();
        winner.fetch("expired again");
        winner.expire();
        rig.lock();
      }
    };
    Member loser = rig.process();
    assertThat(loser.read()).isEqualTo("expired again");
    AtomicCacheStats stats = loser.cache().stats();
    assertThat(stats.count(AtomicCacheEvent.Kind.WAIT_GIVE_UP)).isZero();
    assertThat(stats.count(AtomicCacheEvent.Kind.LAST_KNOWN_NOT_PRESENT)).isOne();
    assertThat(stats.count(AtomicCacheEvent.Kind.LAST_KNOWN_PRESENT)).isOne();
  }

  @Test
  void anInterruptedLoserStopsWaiting() {
    rig.lock();
    rig.timerIsStuck = true;
    rig.onPause = number -> Thread.currentThread().interrupt();
    Member loser = rig.process();
    assertThatThrownBy(loser::read)
        .isInstanceOf(StillLoadingException.class)
        .hasMessageMatching(
            "interrupted after \\d+ ms of waiting for another's generation of company:foo:v5:"
                + "activeids");
    assertThat(Thread.interrupted()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whoDiesWhileItGeneratesIsReplacedWhenTheLockEnds(Kind kind) {
    rig = new KeyspaceRig(kind);
    Member process = rig.process();
    process.fetch("old");
    process.expire();
    rig.lock(); // and is never heard of again
    rig.pass(Duration.ofSeconds(29));
    assertThat(process.read()).isEqualTo("old");
    rig.pass(SECOND);
    assertThat(process.fetch("new")).isEqualTo("new");
  }

  @Test
  void howLongAGenerationMayTakeCanBeGiven() {
    Member one = rig.process(o -> o.generateTtl(MINUTE.multipliedBy(10)));
    one.fetch("old");
    one.expire();
    one.cache().fetch(one.ids(), () -> {
      rig.pass(MINUTE.multipliedBy(9));
      assertThat(rig.process().read()).isEqualTo("old");
      return "new";
    });
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whoIsTooLateReleasesNobodyElsesLock(Kind kind) {
    rig = new KeyspaceRig(kind);
    Member one = rig.process();
    one.cache().fetch(one.ids(), () -> {
      rig.pass(Duration.ofSeconds(30));
      rig.lock();
      return "late";
    });
    assertThat(rig.isLocked()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theLastKnownKeyMovesForwardsOnly(Kind kind) {
    rig = new KeyspaceRig(kind);
    Member slow = rig.process();
    Member quick = rig.process();
    slow.cache().fetch(slow.ids(), () -> {
      rig.pass(Duration.ofSeconds(30)); // the lock ends
      quick.expire();
      quick.fetch("new");
      return "old";
    });
    assertThat(number(rig.keys, IDS + "lkk")).isEqualTo(number(rig.keys, LMT));
    quick.expire();
    rig.lock();
    assertThat(slow.read()).isEqualTo("new");
  }

  @Test
  void aLastKnownKeyThatIsMovedAtTheSameTimeStaysAtTheHigher() {
    Member process = rig.process();
    process.fetch("old");
    process.expire();
    long later = number(rig.keys, LMT) + 1_000_000;
    rig.keys.before("set " + IDS + "lkk", () -> write(rig.keys, IDS + "lkk", later));
    process.fetch("new");
    assertThat(number(rig.keys, IDS + "lkk")).isEqualTo(later);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void nobodyRegeneratesWithinTheLeastInterval(Kind kind) {
    rig = new KeyspaceRig(kind);
    Member process = rig.process(o -> o.minRegenerateInterval(MINUTE));
    Member other = rig.process();
    process.fetch("first");
    process.expire();
    rig.pass(MINUTE.minusMillis(1));
    assertThat(process.read()).isEqualTo("first");
    assertThat(other.read()).isEqualTo("first");
    rig.pass(Duration.ofMillis(1));
    assertThat(other.fetch("second")).isEqualTo("second");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theLeastIntervalCanBeShorterThanAGenerationMayTake(Kind kind) {
    rig = new KeyspaceRig(kind);
    Member process = rig.process(o -> o.minRegenerateInterval(Duration.ofMillis(500)));
    process.fetch("first");
    process.expire();
    assertThat(process.read()).isEqualTo("first");
    rig.pass(Duration.ofMillis(500));
    assertThat(process.fetch("second")).isEqualTo("second");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theLeastIntervalIsNotPutOnAnothersLock(Kind kind) {
    rig = new KeyspaceRig(kind);
    Member process = rig.process(o -> o.minRegenerateInterval(MINUTE));
    process.cache().fetch(process.ids(), () -> {
      rig.pass(Duration.ofSeconds(30));
      Hold other = rig.lock();
      assertThat(other.token()).isEqualTo(text(rig.keys, IDS + "lock"));
      return "late";
    });
    rig.pass(Duration.ofSeconds(30));
    assertThat(rig.isLocked()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"WITHOUT_CAS", "BASIC"})
  void withoutCasALockThatMayPassToAnotherJustNowIsLeftAsItIs(Kind kind) {
    rig = new KeyspaceRig(kind);
    Member process = rig.process(o -> o.minRegenerateInterval(MINUTE));
    process.cache().fetch(process.ids(), () -> {
      rig.pass(Duration.ofMillis(29_500));
      return "just in time";
    });
    rig.pass(Duration.ofMillis(500));
    assertThat(rig.isLocked()).isFalse();
  }

  @Test
  void aGenerationThatFailsIsNotFollowedByTheLeastInterval() {
    Member process = rig.process(o -> o.minRegenerateInterval(MINUTE));
    assertThatThrownBy(() -> process.cache().fetch(process.ids(), () -> {
          throw new IllegalStateException("no");
        }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(process.fetch("at once")).isEqualTo("at once");
  }
}
