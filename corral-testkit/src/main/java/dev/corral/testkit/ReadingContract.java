package dev.corral.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.store.Cas;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Miss;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The contract's part on reading and touching. */
abstract class ReadingContract extends StoreSubject {
  @Test
  void aPlainGetBringsValueAndFlagsAndNothingElse() {
    Item item = item(run(Get.of(stored("one"))));
    assertThat(text(item)).isEqualTo("one");
    assertThat(item.flags()).isEqualTo(FLAGS);
    assertThat(item.lease()).isEqualTo(Lease.NONE);
    assertThat(item.isStale()).isFalse();
    assertThat(item.hasCas()).isFalse();
    assertThatThrownBy(item::cas).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(item::expires).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aDetailedGetBringsCasAndRemainingLife() {
    Key key = freshKey();
    run(Put.set(key, bytes("one"), Ttl.seconds(60)));
    Item item = look(key);
    assertThat(item.hasCas()).isTrue();
    assertThat(item.expires()).isTrue();
    assertThat(item.remaining()).isBetween(Duration.ofSeconds(55), Duration.ofSeconds(60));
    assertThat(look(stored("one")).expires()).isFalse();
  }

  @Test
  void aGetWithoutValueStillTellsTheRest() {
    Item item = item(run(Get.of(stored("one")).withoutValue().withDetails()));
    assertThat(item.value()).isEmpty();
    assertThat(item.flags()).isEqualTo(FLAGS);
    assertThat(item.hasCas()).isTrue();
  }

  @Test
  void aReadLeavesTheCasAsItIs() {
    Key key = stored("one");
    Cas cas = casOf(key);
    assertThat(casOf(key)).isEqualTo(cas);
  }

  @Test
  void everyWriteChangesTheCas() {
    Key key = stored("one");
    Cas cas = casOf(key);
    run(Put.set(key, bytes("one"), Ttl.NEVER));
    assertThat(casOf(key)).isNotEqualTo(cas);
  }

  @Test
  void flagsAreThirtyTwoBits() {
    Key key = freshKey();
    run(Put.set(key, bytes("one"), Ttl.NEVER).withFlags(-1));
    assertThat(look(key).flags()).isEqualTo(-1);
  }

  @Test
  void touchGivesANewLifeAndKeepsTheCas() {
    Key key = stored("one");
    Cas cas = casOf(key);
    Item touched = item(run(Get.of(key).withTouch(Ttl.seconds(100)).withDetails()));
    assertThat(text(touched)).isEqualTo("one");
    assertThat(look(key).remaining()).isBetween(Duration.ofSeconds(95), Duration.ofSeconds(100));
    assertThat(casOf(key)).isEqualTo(cas);
    run(Get.of(key).withTouch(Ttl.NEVER));
    assertThat(look(key).expires()).isFalse();
  }

  @Test
  void anItemThatIsTouchedOutlivesItsFirstTtl() {
    Key key = freshKey();
    run(Put.set(key, bytes("one"), Ttl.seconds(2)));
    run(Get.of(key).withTouch(Ttl.seconds(60)).withoutValue());
    pass(Duration.ofSeconds(2));
    assertThat(textOf(key)).isEqualTo("one");
  }

  @Test
  void touchMakesNoItem() {
    Key key = freshKey();
    assertThat(run(Get.of(key).withTouch(Ttl.NEVER))).isEqualTo(Miss.MISS);
    assertThat(run(Get.of(key))).isEqualTo(Miss.MISS);
  }
}
