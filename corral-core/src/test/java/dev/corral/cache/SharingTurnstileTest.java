package dev.corral.cache;

import static dev.corral.cache.ScriptedStore.gets;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.cache.TurnstileRig.TestScope;
import dev.corral.metric.CacheEvent.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What callers of one process may share: nothing that is older than their call. */
class SharingTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final Peer one = rig.peer();
  private final Peer other = rig.peer();

  @Test
  void whoSeesTheLeaseOfItsOwnProcessJoinsTheLoad() {
    CompletableFuture<String> first = one.get("a");
    CompletableFuture<String> second = one.get("a");
    rig.advance(1);
    assertThat(one.wire.count(gets("a"))).isEqualTo(2); // no polls
    one.load();
    assertThat(first).isCompletedWithValue("a1");
    assertThat(second).isCompletedWithValue("a1");
    assertThat(rig.loaded).hasSize(1);
  }

  @Test
  void whoComesAfterAnInvalidationHasReturnedNeverGetsTheOldValue() {
    List<CompletableFuture<String>> late = new ArrayList<>();
    String got = one.cache.get("a", key -> {
      one.cache.invalidate("a");
      late.add(one.get("a"));
      return "old";
    });
    assertThat(got).isEqualTo("old");
    one.load();
    assertThat(late.get(0)).isCompletedWithValue("a1");
    assertThat(one.cache.peek("a").orElse("")).isEqualTo("a1");
  }

  @Test
  void whoSeesTheLeaseOfAnotherProcessDoesNotJoinAnOldLoadOfItsOwn() {
    List<CompletableFuture<String>> late = new ArrayList<>();
    one.cache.get("a", key -> {
      other.cache.invalidate("a");
      other.begin("a");
      late.add(one.get("a"));
      return "old";
    });
    assertThat(late.get(0)).isNotDone();
    other.load();
    rig.advance(0.1);
    assertThat(late.get(0)).isCompletedWithValue("a1");
  }

  @Test
  void theResultOfARefusedCommitIsForThoseWhoHadJoined() {
    List<CompletableFuture<String>> joined = new ArrayList<>();
    one.cache.get("a", key -> {
      joined.add(one.get("a"));
      other.cache.invalidate("a");
      joined.add(one.get("a"));
      return "old";
    });
    assertThat(joined.get(0)).isCompletedWithValue("old");
    assertThat(joined.get(1)).isNotDone();
    one.load();
    assertThat(joined.get(1)).isCompletedWithValue("a1");
  }

  @Test
  void aLoadForAnotherStampIsNotJoined() {
    TestScope scope = new TestScope();
    Cache<String, String> scoped = one.cache.in(scope);
    CompletableFuture<String> first = scoped.async().get("a", rig::load);
    scope.change();
    CompletableFuture<String> second = scoped.async().get("a", rig::load);
    one.load();
    assertThat(first).isCompletedWithValue("a1");
    assertThat(second).isNotDone();
    rig.advance(0.1);
    one.load();
    assertThat(second).isCompletedWithValue("a2");
  }

  @Test
  void aWaiterTakesOnlyPollsThatWereSentAfterItCame() {
    other.begin("a");
    CompletableFuture<String> early = one.get("a");
    other.load();
    Runnable reply = one.wire.delayReply(gets("a"));
    rig.advance(0.02); // a poll has seen a1, but is not answered yet
    other.cache.invalidate("a");
    Peer third = rig.peer();
    third.begin("a");
    CompletableFuture<String> late = one.get("a");
    reply.run();
    assertThat(early).isCompletedWithValue("a1");
    assertThat(late).isNotDone();
    third.load();
    rig.advance(0.5);
    assertThat(late).isCompletedWithValue("a2");
  }

  @Test
  void aPollThatWinsLoadsForAllWhoWait() {
    Peer brisk = rig.peer(o -> o.retryAfter(Duration.ZERO));
    CompletableFuture<String> unused = brisk.cache.async().get("a", key -> {
      throw new IllegalStateException("no");
    });
    List<CompletableFuture<String>> waiting = List.of(one.get("a"), one.get("a"));
    brisk.load();
    rig.advance(0.1);
    one.load();
    assertThat(waiting).allSatisfy(answer -> assertThat(answer).isCompletedWithValue("a1"));
    assertThat(one.count(Kind.WON)).isEqualTo(1);
    assertThat(rig.loaded).hasSize(1);
  }
}
