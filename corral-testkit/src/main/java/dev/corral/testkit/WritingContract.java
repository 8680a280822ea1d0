package dev.corral.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.store.Cas;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome.Refused;
import dev.corral.store.PutOutcome.Stored;
import dev.corral.store.ValueTooLargeException;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract's part on writing. */
abstract class WritingContract extends LeaseContract {
  @Test
  void replaceStoresOnlyWhereThereIsAnItem() {
    Key key = freshKey();
    Put replace = Put.replace(key, bytes("two"), Ttl.NEVER);
    assertThat(run(replace)).isEqualTo(Refused.NOT_STORED);
    assertThat(run(Get.of(key))).isEqualTo(Miss.MISS);
    run(Put.set(key, bytes("one"), Ttl.NEVER));
    assertThat(run(replace)).isEqualTo(Stored.STORED);
    assertThat(textOf(key)).isEqualTo("two");
  }

  @Test
  void appendAndPrependKeepFlagsAndLifeAndChangeTheCas() {
    Key key = freshKey();
    run(Put.set(key, bytes("b"), Ttl.seconds(60)).withFlags(FLAGS));
    Cas cas = casOf(key);
    assertThat(run(Put.append(key, bytes("c")))).isEqualTo(Stored.STORED);
    assertThat(run(Put.prepend(key, bytes("a")))).isEqualTo(Stored.STORED);
    Item item = look(key);
    assertThat(text(item)).isEqualTo("abc");
    assertThat(item.flags()).isEqualTo(FLAGS);
    assertThat(item.remaining()).isBetween(Duration.ofSeconds(55), Duration.ofSeconds(60));
    assertThat(item.cas()).isNotEqualTo(cas);
  }

  @Test
  void appendAndPrependMakeNoItem() {
    Key key = freshKey();
    assertThat(run(Put.append(key, bytes("c")))).isEqualTo(Refused.NOT_STORED);
    assertThat(run(Put.prepend(key, bytes("a")))).isEqualTo(Refused.NOT_STORED);
    assertThat(run(Get.of(key))).isEqualTo(Miss.MISS);
  }

  @Test
  void aPutByCasStoresWhileNothingHasChanged() {
    Key key = stored("one");
    Cas cas = casOf(key);
    assertThat(run(Put.set(key, bytes("two"), Ttl.NEVER).ifCas(cas))).isEqualTo(Stored.STORED);
    assertThat(run(Put.set(key, bytes("three"), Ttl.NEVER).ifCas(cas))).isEqualTo(Refused.EXISTS);
    assertThat(textOf(key)).isEqualTo("two");
  }

  @Test
  void everyModeRefusesAnOutdatedCas() {
    Key key = stored("one");
    Cas cas = outdatedCasOf(key);
    assertThat(run(Put.set(key, bytes("x"), Ttl.NEVER).ifCas(cas))).isEqualTo(Refused.EXISTS);
    assertThat(run(Put.replace(key, bytes("x"), Ttl.NEVER).ifCas(cas))).isEqualTo(Refused.EXISTS);
    assertThat(run(Put.append(key, bytes("x")).ifCas(cas))).isEqualTo(Refused.EXISTS);
    assertThat(run(Put.prepend(key, bytes("x")).ifCas(cas))).isEqualTo(Refused.EXISTS);
    assertThat(textOf(key)).isEqualTo("one");
  }

  @Test
  void aCasOfAnItemThatIsGoneIsRefused() {
    Key gone = freshKey();
    run(Put.set(gone, bytes("one"), Ttl.seconds(3)));
    Cas cas = casOf(gone);
    pass(Duration.ofSeconds(3));
    assertThat(run(Put.set(gone, bytes("x"), Ttl.NEVER).ifCas(cas))).isEqualTo(Refused.NOT_FOUND);
    assertThat(run(Put.replace(gone, bytes("x"), Ttl.NEVER).ifCas(cas)))
        .isEqualTo(Refused.NOT_FOUND);
    assertThat(run(Put.append(gone, bytes("x")).ifCas(cas))).isEqualTo(Refused.NOT_STORED);
    assertThat(run(Get.of(gone))).isEqualTo(Miss.MISS);
  }

  @Test
  void aCasOfAnotherIncarnationMatchesNothing() {
    Key key = stored("one");
    Cas foreign = new Cas(casOf(key).number(), new Object());
    assertThat(run(Put.set(key, bytes("x"), Ttl.NEVER).ifCas(foreign))).isEqualTo(Refused.EXISTS);
    assertThat(textOf(key)).isEqualTo("one");
    Key missing = freshKey();
    for (Put put : List.of(
        Put.set(missing, bytes("x"), Ttl.NEVER),
        Put.replace(missing, bytes("x"), Ttl.NEVER),
        Put.append(missing, bytes("x")))) {
      assertThat(run(put.ifCas(foreign))).isEqualTo(Refused.EXISTS);
    }
    assertThat(run(Get.of(missing))).isEqualTo(Miss.MISS);
  }

  @Test
  void aPutReturnsTheCasThatItLeft() {
    Key key = freshKey();
    Stored added = (Stored) run(Put.add(key, bytes("one"), Ttl.NEVER).returningCas());
    assertThat(added.cas()).isEqualTo(casOf(key));
    Stored appended = (Stored) run(Put.append(key, bytes("+")).returningCas());
    assertThat(appended.cas()).isEqualTo(casOf(key)).isNotEqualTo(added.cas());
  }

  @Test
  void aValueThatIsTooLargeIsRefusedAndTheOldOneStays() {
    Key key = stored("one");
    for (Put put : new Put[] {
      Put.set(key, new byte[1 << 20], Ttl.NEVER),
      Put.append(key, new byte[1 << 20]),
      Put.add(freshKey(), new byte[2 << 20], Ttl.NEVER)
    }) {
      assertThatThrownBy(() -> run(put))
          .isInstanceOf(ValueTooLargeException.class)
          .hasMessageContaining(put.key().toString())
          .hasMessageContaining(String.valueOf(put.value().length));
    }
    assertThat(textOf(key)).isEqualTo("one");
  }

  @Test
  void aValueJustBelowTheLimitIsStored() {
    Key key = freshKey();
    byte[] large = new byte[(1 << 20) - 512];
    large[large.length - 1] = 7;
    assertThat(run(Put.set(key, large, Ttl.NEVER))).isEqualTo(Stored.STORED);
    assertThat(look(key).value()).isEqualTo(large);
  }

  @Test
  void anAppendPastTheLimitIsNotStoredAndTheOldValueStays() {
    Key key = freshKey();
    byte[] half = new byte[600_000];
    run(Put.set(key, half, Ttl.NEVER));
    assertThat(run(Put.append(key, half))).isEqualTo(Refused.NOT_STORED);
    assertThat(look(key).value()).hasSize(half.length);
  }
}
