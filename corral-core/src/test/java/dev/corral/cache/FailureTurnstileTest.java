package dev.corral.cache;

import static dev.corral.cache.ScriptedStore.marks;
import static dev.corral.cache.ScriptedStore.puts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.load.LoadException;
import dev.corral.load.LoadTimeoutException;
import dev.corral.metric.CacheEvent.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What becomes of a load that fails or takes too long, and of those who wait for it. */
class FailureTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final Peer one = rig.peer();
  private final Peer other = rig.peer();

  private static String fail(String key) {
    throw new IllegalStateException("no " + key);
  }

  private static void assertFails(Peer peer) {
    assertThatThrownBy(() -> peer.cache.get("a", FailureTurnstileTest::fail))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no a");
  }

  @Test
  void notEveryProcessRetriesInTurn() {
    assertFails(one);
    CompletableFuture<String> waiting = other.get("a");
    rig.advance(0.9);
    assertThat(other.tasks).isEmpty();
    rig.advance(0.4);
    other.load();
    assertThat(waiting).isCompletedWithValue("a1");
    assertThat(other.count(Kind.STOLEN)).isZero();
  }

  @Test
  void aFailedLoadGivesSignsOfLifeWhileItKeepsItsLease() {
    Peer patient = rig.peer(o -> o.retryAfter(Duration.ofSeconds(6)));
    assertFails(patient);
    CompletableFuture<String> waiting = other.get("a");
    rig.advance(5.9);
    assertThat(other.tasks).isEmpty();
    assertThat(patient.wire.notes()).hasSize(5);
    rig.advance(0.5);
    other.load();
    assertThat(waiting).isCompletedWithValue("a1");
    rig.advance(10);
    assertThat(patient.wire.notes()).hasSize(5);
  }

  @Test
  void withoutRetryAfterTheLeaseIsFreedAtOnce() {
    assertFails(rig.peer(o -> o.retryAfter(Duration.ZERO)));
    assertThat(other.get("a")).isNotDone();
    assertThat(other.count(Kind.WON)).isEqualTo(1);
  }

  @Test
  void whoJoinedTheFailedLoadGetsItsFaultAtOnce() {
    CompletableFuture<String> first = one.cache.async().get("a", FailureTurnstileTest::fail);
    CompletableFuture<String> joined = one.get("a");
    one.load();
    assertThat(first).isCompletedExceptionally();
    assertThat(joined).isCompletedExceptionally();
    assertThat(rig.loaded).isEmpty();
  }

  @Test
  void whoHasAnOldValueGetsItWhenTheLoadFails() {
    Peer inline = rig.peer(o -> o.refresh(Refresh.INLINE));
    inline.cache.put("a", "old");
    rig.advance(11);
    assertThat(inline.cache.get("a", FailureTurnstileTest::fail)).isEqualTo("old");
    assertThat(inline.count(Kind.LOAD_FAILED)).isEqualTo(1);
    assertThat(other.get("a")).isCompletedWithValue("old");
    assertThat(other.count(Kind.WON)).isZero();
    rig.advance(1);
    assertThat(other.get("a")).isCompletedWithValue("old");
    assertThat(other.count(Kind.WON)).isEqualTo(1);
  }

  @Test
  void anEarlyRefreshThatFailsDoesNotMakeTheValueStale() {
    Peer early = rig.peer(o -> o.refreshAhead(Duration.ofSeconds(5)));
    early.cache.put("a", "x");
    rig.advance(7);
    assertThat(early.cache.async().get("a", FailureTurnstileTest::fail)).isCompletedWithValue("x");
    early.load();
    rig.advance(2);
    assertThat(early.wire.count(marks("a"))).isZero();
    assertThat(other.get("a")).isCompletedWithValue("x");
    assertThat(other.count(Kind.HIT)).isEqualTo(1);
  }

  @Test
  void aLoadIsGivenUpAtTheHardTimeoutAndItsLateResultDropped() {
    assertThatThrownBy(() -> one.cache.get("a", key -> {
          rig.advance(20.1);
          assertThat(other.get("a")).isNotDone();
          assertThat(other.count(Kind.WON)).isEqualTo(1); // the lease is free
          return "late";
        }))
        .isInstanceOf(LoadTimeoutException.class)
        .hasMessageContaining("c:a");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(one.wire.count(puts("a"))).isZero();
    other.load();
    assertThat(other.cache.peek("a").orElse("")).isEqualTo("a1");
    rig.advance(10);
    int signs = one.wire.notes().size();
    rig.advance(10);
    assertThat(one.wire.notes()).hasSize(signs);
  }

  @Test
  void aLoadThatTakesLongerThanTheSoftTimeoutGoesOnBehindTheOldValue() {
    Peer soft = rig.peer(o -> o.refresh(Refresh.INLINE).softLoadTimeout(Duration.ofMillis(500)));
    soft.cache.put("a", "old");
    rig.advance(11);
    CompletableFuture<String> first = soft.get("a");
    rig.advance(0.4);
    assertThat(first).isNotDone();
    rig.advance(0.1);
    assertThat(first).isCompletedWithValue("old");
    soft.load();
    assertThat(other.get("a")).isCompletedWithValue("a1");
  }

  @Test
  void withoutAnOldValueTheSoftTimeoutMeansNothing() {
    Peer soft = rig.peer(o -> o.softLoadTimeout(Duration.ofMillis(500)));
    CompletableFuture<String> first = soft.get("a");
    rig.advance(1);
    assertThat(first).isNotDone();
    soft.load();
    assertThat(first).isCompletedWithValue("a1");
  }

  @Test
  void nothingIsReturnedAndNotStoredUnlessAbsenceIsRemembered() {
    assertThat(one.cache.get("a", key -> null)).isNull();
    assertThat(other.cache.get("a", rig::load)).isEqualTo("a1");
    Peer remembering = rig.peer(o -> o.cacheAbsent(Duration.ofSeconds(3)));
    assertThat(remembering.cache.get("b", key -> null)).isNull();
    assertThat(other.cache.get("b", rig::load)).isNull();
    rig.advance(4);
    assertThat(other.get("b")).isCompletedWithValue(null);
    other.load();
    assertThat(other.cache.get("b", rig::load)).isEqualTo("b2");
  }

  @Test
  void onlySoManyLoadsRunAtATime() {
    Peer limited = rig.peer(o -> o.maxLoads(1));
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (String key : List.of("a", "b", "c")) {
      answers.add(limited.get(key));
    }
    assertThat(limited.tasks).hasSize(1);
    limited.tasks.remove().run();
    assertThat(limited.tasks).hasSize(1);
    limited.load();
    assertThat(answers).allMatch(CompletableFuture::isDone);
  }

  @Test
  void aLoadThatIsNotLetInIsGivenUpAtTheHardTimeout() {
    Peer limited = rig.peer(o -> o.maxLoads(1));
    limited.begin("a");
    CompletableFuture<String> second = limited.get("b");
    rig.advance(21);
    assertThat(second).isCompletedExceptionally();
    CompletableFuture<String> next = other.get("b");
    other.load();
    assertThat(next).isCompletedWithValue("b1");
    limited.load();
    assertThat(limited.get("c")).isNotDone();
    assertThat(limited.tasks).hasSize(1); // whoever was given up is in nobody's way
  }

  @Test
  void checkedExceptionsAreWrapped() {
    assertThatThrownBy(() -> one.cache.get("a", key -> {
          throw new java.io.IOException("no");
        }))
        .isInstanceOf(LoadException.class)
        .hasRootCauseMessage("no");
  }

  @Test
  void uncheckedExceptionsReachTheCallerAsTheyAre() {
    IllegalStateException fault = new IllegalStateException("no");
    assertThatThrownBy(() -> one.cache.get("a", key -> {
          throw fault;
        }))
        .isSameAs(fault);
  }
}
