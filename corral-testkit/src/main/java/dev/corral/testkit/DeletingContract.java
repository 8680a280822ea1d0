package dev.corral.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The contract's part on deleting and marking stale. */
abstract class DeletingContract extends WritingContract {
  @Test
  void deletingAnItemThatIsNotThereFindsNothing() {
    Key key = freshKey();
    assertThat(run(Delete.of(key))).isEqualTo(DeleteOutcome.NOT_FOUND);
    assertThat(run(Delete.of(key).markingStale())).isEqualTo(DeleteOutcome.NOT_FOUND);
    assertThat(run(Get.of(key))).isEqualTo(Miss.MISS);
  }

  @Test
  void aDeleteByCasNeedsTheItemUnchanged() {
    Key key = stored("one");
    Cas outdated = outdatedCasOf(key);
    assertThat(run(Delete.of(key).ifCas(outdated))).isEqualTo(DeleteOutcome.EXISTS);
    assertThat(textOf(key)).isEqualTo("one");
    assertThat(run(Delete.of(key).ifCas(casOf(key)))).isEqualTo(DeleteOutcome.DELETED);
    assertThat(run(Get.of(key))).isEqualTo(Miss.MISS);
  }

  @Test
  void aStaleMarkByCasNeedsTheItemUnchanged() {
    Key key = stored("one");
    Cas outdated = outdatedCasOf(key);
    assertThat(run(Delete.of(key).markingStale().ifCas(outdated))).isEqualTo(DeleteOutcome.EXISTS);
    assertThat(look(key).isStale()).isFalse();
    assertThat(run(Delete.of(key).markingStale().ifCas(casOf(key))))
        .isEqualTo(DeleteOutcome.DELETED);
    assertThat(look(key).isStale()).isTrue();
  }

  @Test
  void aDeleteByACasOfAnotherIncarnationIsRefused() {
    Key key = stored("one");
    Cas foreign = new Cas(casOf(key).number(), new Object());
    assertThat(run(Delete.of(key).ifCas(foreign))).isEqualTo(DeleteOutcome.EXISTS);
    assertThat(run(Delete.of(freshKey()).ifCas(foreign))).isEqualTo(DeleteOutcome.EXISTS);
    assertThat(textOf(key)).isEqualTo("one");
  }

  @Test
  void aStaleMarkKeepsValueFlagsAndLifeAndChangesTheCas() {
    Key key = freshKey();
    run(Put.set(key, bytes("one"), Ttl.seconds(60)).withFlags(FLAGS));
    Cas cas = casOf(key);
    run(Delete.of(key).markingStale());
    Item item = look(key);
    assertThat(text(item)).isEqualTo("one");
    assertThat(item.flags()).isEqualTo(FLAGS);
    assertThat(item.remaining()).isBetween(Duration.ofSeconds(55), Duration.ofSeconds(60));
    assertThat(item.cas()).isNotEqualTo(cas);
  }

  @Test
  void aStaleMarkMayShortenTheLife() {
    Key key = stored("one");
    run(Delete.of(key).markingStale(Ttl.seconds(1)));
    pass(Duration.ofSeconds(1));
    assertThat(run(Get.of(key))).isEqualTo(Miss.MISS);
  }

  @Test
  void aNewPutEndsTheStaleMark() {
    Key key = stored("one");
    run(Delete.of(key).markingStale());
    run(Put.set(key, bytes("two"), Ttl.NEVER));
    assertThat(look(key).isStale()).isFalse();
  }
}
