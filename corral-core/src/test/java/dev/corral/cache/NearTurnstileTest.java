package dev.corral.cache;

import static dev.corral.cache.ScriptedStore.deletes;
import static dev.corral.cache.ScriptedStore.gets;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.metric.CacheEvent.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Copies in the process: how old they get, and what keeps them from being taken. */
class NearTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final Peer near = rig.peer(o -> o.near(100, Duration.ofSeconds(3)));
  private final Peer other = rig.peer();

  @Test
  void aCopyIsServedUntilItIsTooOld() {
    other.cache.put("a", "x");
    assertThat(near.cache.get("a", rig::load)).isEqualTo("x");
    other.cache.put("a", "y");
    rig.advance(2.9);
    assertThat(near.cache.get("a", rig::load)).isEqualTo("x");
    assertThat(near.count(Kind.NEAR_HIT)).isEqualTo(1);
    rig.advance(0.2);
    assertThat(near.cache.get("a", rig::load)).isEqualTo("y");
  }

  @Test
  void aCopyIsNotServedLongerThanTheValueIsFresh() {
    other.cache.put("a", "x");
    rig.advance(9);
    near.cache.get("a", rig::load);
    rig.advance(2);
    assertThat(near.get("a")).isCompletedWithValue("x");
    assertThat(near.count(Kind.STALE)).isEqualTo(1);
  }

  @Test
  void whatAProcessChangesItReadsAtOnce() {
    near.cache.put("a", "x");
    assertThat(near.cache.get("a", rig::load)).isEqualTo("x");
    near.cache.put("a", "y");
    assertThat(near.cache.get("a", rig::load)).isEqualTo("y");
    near.cache.invalidate("a");
    assertThat(near.cache.get("a", rig::load)).isEqualTo("a1");
  }

  @Test
  void aLookupThatAnInvalidationHasOvertakenLeavesNoCopy() {
    other.cache.put("a", "x");
    Runnable reply = near.wire.delayReply(gets("a"));
    CompletableFuture<String> early = near.get("a");
    near.cache.invalidate("a");
    reply.run();
    assertThat(early).isCompletedWithValue("x");
    assertThat(near.cache.get("a", rig::load)).isEqualTo("a1");
  }

  @Test
  void aLookupDuringAnInvalidationLeavesNoCopy() {
    other.cache.put("a", "x");
    near.wire.before(deletes("a"), () -> near.begin("a"));
    near.cache.invalidate("a");
    assertThat(near.cache.get("a", rig::load)).isEqualTo("a1");
  }

  @Test
  void aLoadDuringWhichTheProcessChangedTheKeyLeavesNoCopy() {
    near.cache.get("a", key -> {
      near.cache.put("a", "put");
      return "old";
    });
    assertThat(near.cache.get("a", rig::load)).isEqualTo("put");
  }

  @Test
  void aLoadThatWasRefusedLeavesNoCopy() {
    near.cache.get("a", key -> {
      other.cache.put("a", "put");
      return "old";
    });
    assertThat(near.cache.get("a", rig::load)).isEqualTo("put");
  }

  @Test
  void copiesServeManyKeysToo() {
    near.cache.put("a", "x");
    near.cache.get("a", rig::load);
    near.wire.sent.clear();
    assertThat(near.cache.getAll(List.of("a"), keys -> java.util.Map.of())).containsEntry("a", "x");
    assertThat(near.wire.sent).isEmpty();
  }
}
