package dev.corral.keyspace;

import static dev.corral.keyspace.KeyspaceRig.IDS;
import static dev.corral.keyspace.KeyspaceRig.LMT;
import static dev.corral.keyspace.KeyspaceRig.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.keyspace.KeyspaceRig.Kind;
import dev.corral.keyspace.KeyspaceRig.Member;
import dev.corral.load.StillLoadingException;
import dev.corral.metric.AtomicCacheEvent;
import dev.corral.site.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store that is down fails no fetch: there is a generator. */
class AtomicCacheFaultsTest {
  private KeyspaceRig rig = new KeyspaceRig();

  private static long errors(Member process) {
    return process.cache().stats().count(AtomicCacheEvent.Kind.STORE_ERROR);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void withBothStoresDownTheGeneratorAnswers(Kind kind) {
    rig = new KeyspaceRig(kind);
    rig.keys.isDown = true;
    rig.values.isDown = true;
    Member process = rig.process();
    assertThat(process.fetch("1")).isEqualTo("1");
    assertThat(process.fetch("2")).isEqualTo("2");
    assertThat(errors(process)).isEqualTo(2);
    assertThat(rig.pauses).isEmpty();
  }

  @Test
  void withOneStoreDownTheGeneratorAnswersAndNothingIsStored() {
    Member process = rig.process();
    process.fetch("old");
    rig.values.isDown = true;
    assertThat(process.fetch("1")).isEqualTo("1");
    rig.values.isDown = false;
    rig.keys.isDown = true;
    assertThat(process.fetch("2")).isEqualTo("2");
    rig.keys.isDown = false;
    assertThat(process.read()).isEqualTo("old");
    assertThat(rig.isLocked()).isFalse();
  }

  @Test
  void aLockThatNobodyCanTellOfIsNoReasonToWait() {
    Member process = rig.process();
    rig.keys.before("add " + IDS + "lock", () -> rig.keys.isDown = true);
    assertThat(process.fetch("1")).isEqualTo("1");
    assertThat(errors(process)).isOne();
    assertThat(rig.pauses).isEmpty();
  }

  @Test
  void aStoreThatFailsRightAfterTheLockLeavesItFree() {
    Member process = rig.process();
    process.foos().lastModified().time();
    rig.keys.before("add " + IDS + "lock", () -> rig.values.isDown = true);
    assertThat(process.fetch("1")).isEqualTo("1");
    assertThat(rig.isLocked()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aValueThatCannotBeStoredIsReturnedAndTheLockIsFree(Kind kind) {
    rig = new KeyspaceRig(kind);
    Member process = rig.process();
    assertThat(process.cache().fetch(process.ids(), () -> {
          rig.values.isDown = true;
          return "1";
        }))
        .isEqualTo("1");
    assertThat(errors(process)).isOne();
    assertThat(rig.isLocked()).isFalse();
    assertThat(number(rig.keys, IDS + "lkk")).isZero();
  }

  @Test
  void aLastKnownKeyThatCannotBeMovedIsNoFault() {
    Member process = rig.process();
    assertThat(process.cache().fetch(process.ids(), () -> {
          rig.keys.isDown = true;
          return "1";
        }))
        .isEqualTo("1");
    rig.keys.isDown = false;
    assertThat(process.read()).isEqualTo("1");
  }

  @Test
  void aLeastIntervalThatCannotBeKeptIsNoFault() {
    Member process = rig.process(o -> o.minRegenerateInterval(Duration.ofMinutes(1)));
    rig.keys.before(
        "add " + IDS + "lkk",
        () -> rig.keys.before("set " + IDS + "lock", () -> rig.keys.isDown = true));
    assertThat(process.fetch("1")).isEqualTo("1");
    assertThat(errors(process)).isOne();
  }

  @Test
  void aLoserWhoseStoreFailsGenerates() {
    rig.lock();
    Member process = rig.process();
    rig.onPause = number -> rig.keys.isDown = true;
    assertThat(process.fetch("1")).isEqualTo("1");
    assertThat(rig.pauses).hasSize(1);
    assertThat(process.cache().stats().count(AtomicCacheEvent.Kind.WAIT_RUN)).isOne();
  }

  @Test
  void whileTheStoreIsDownTooAWaitEndsWhenTheThreadIsInterrupted() throws Exception {
    rig.keys.isDown = true;
    Member process = rig.process();
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<String> end = new CompletableFuture<>();
    CompletableFuture<String> first =
        CompletableFuture.supplyAsync(() -> process.cache().fetch(process.ids(), () -> {
          begun.countDown();
          return end.join();
        }));
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();

    Thread.currentThread().interrupt();
    assertThatThrownBy(process::read)
        .isInstanceOf(StillLoadingException.class)
        .hasMessage("interrupted after 0 ms of waiting for another's generation of"
            + " company:foo:v5:activeids");
    assertThat(Thread.interrupted()).isTrue();

    end.complete("1");
    assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("1");
  }

  @Test
  void aStoreThatIsSetUpWrongIsTheCallersToMend() {
    ConfigurationException wrong = new ConfigurationException("not set up");
    Member process = rig.process();
    rig.keys.fault = wrong;
    assertThatThrownBy(process::read).isSameAs(wrong);
    rig.keys.fault = null;
    process.foos().lastModified().time();
    rig.values.fault = wrong;
    assertThatThrownBy(process::read).isSameAs(wrong);
    assertThat(errors(process)).isZero();
    assertThat(rig.isLocked()).isFalse();
  }

  @Test
  void aLoserWhoseStoreIsSetUpWrongDoesNotGenerate() {
    ConfigurationException wrong = new ConfigurationException("not set up");
    rig.lock();
    rig.onPause = number -> rig.keys.fault = wrong;
    assertThatThrownBy(rig.process()::read).isSameAs(wrong);
  }

  @Test
  void aValueThatASetUpForbidsToStoreIsNotGeneratedEachTimeInSilence() {
    ConfigurationException wrong = new ConfigurationException("not set up");
    Member process = rig.process();
    assertThatThrownBy(() -> process.cache().fetch(process.ids(), () -> {
          rig.values.fault = wrong;
          return "1";
        }))
        .isSameAs(wrong);
    assertThat(rig.isLocked()).isFalse();
  }

  @Test
  void aGeneratorsOwnStoreFaultIsTheGenerators() {
    UnavailableException own = new UnavailableException("another store");
    Member process = rig.process();
    assertThatThrownBy(() -> process.cache().fetch(process.ids(), () -> {
          throw own;
        }))
        .isSameAs(own);
    assertThat(errors(process)).isZero();
    assertThat(rig.isLocked()).isFalse();
  }

  @Test
  void aValueThatCannotBeWrittenIsTheCallersMistake() {
    Site site = rig.site();
    AtomicCache<String> broken = AtomicCache.on(
        site,
        Codec.of(
            value -> {
              throw new IOException("no");
            },
            (bytes, offset, length) -> ""),
        options -> options);
    Keyspace ids = Keyspace.on(site, KeyspaceRig.FOOS).child("activeids");
    assertThatThrownBy(() -> broken.fetch(ids, () -> "1")).isInstanceOf(RejectedException.class);
    assertThat(rig.isLocked()).isFalse();
    assertThat(number(rig.keys, LMT)).isPositive();
  }
}
