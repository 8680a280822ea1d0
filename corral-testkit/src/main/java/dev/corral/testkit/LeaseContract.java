package dev.corral.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Miss;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome.Refused;
import dev.corral.store.PutOutcome.Stored;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The contract's part on who computes: leases, stale marks, refresh-ahead. */
abstract class LeaseContract extends ReadingContract {
  private static final Ttl LEASE = Ttl.seconds(30);

  private Item lease(Key key) {
    return item(run(Get.of(key).withLease(LEASE)));
  }

  private Item readAhead(Key key, int seconds) {
    return item(run(Get.of(key).withRefreshAhead(Duration.ofSeconds(seconds))));
  }

  @Test
  void aMissIsWonOnceAndLeavesAPlaceholder() {
    Key key = freshKey();
    Item won = lease(key);
    assertThat(won.lease()).isEqualTo(Lease.WON);
    assertThat(won.value()).isEmpty();
    assertThat(won.flags()).isZero();
    assertThat(won.remaining()).isBetween(Duration.ofSeconds(25), Duration.ofSeconds(30));
    Item lost = lease(key);
    assertThat(lost.lease()).isEqualTo(Lease.LOST);
    assertThat(lost.cas()).isEqualTo(won.cas());
    assertThat(item(run(Get.of(key))).lease()).isEqualTo(Lease.LOST);
  }

  @Test
  void theWinIsNotGivenAgainBeforeThePlaceholderEnds() {
    Key key = freshKey();
    Cas first = item(run(Get.of(key).withLease(Ttl.seconds(5)))).cas();
    pass(Duration.ofSeconds(1));
    assertThat(lease(key).lease()).isEqualTo(Lease.LOST);
    pass(Duration.ofSeconds(4));
    assertThat(run(Get.of(key))).isEqualTo(Miss.MISS);
    Item second = lease(key);
    assertThat(second.lease()).isEqualTo(Lease.WON);
    assertThat(run(Put.set(key, bytes("late"), Ttl.NEVER).ifCas(first))).isEqualTo(Refused.EXISTS);
  }

  @Test
  void theWinnerStoresByItsCasAndTheLeaseIsOver() {
    Key key = freshKey();
    Cas cas = lease(key).cas();
    assertThat(run(Put.set(key, bytes("one"), Ttl.NEVER).withFlags(FLAGS).ifCas(cas)))
        .isEqualTo(Stored.STORED);
    Item item = lease(key);
    assertThat(item.lease()).isEqualTo(Lease.NONE);
    assertThat(text(item)).isEqualTo("one");
  }

  @Test
  void aDeleteDuringTheLoadRefusesTheWinner() {
    Key key = freshKey();
    Cas cas = lease(key).cas();
    run(Delete.of(key));
    assertThat(run(Put.set(key, bytes("old"), Ttl.NEVER).ifCas(cas))).isEqualTo(Refused.NOT_FOUND);
    assertThat(lease(key).lease()).isEqualTo(Lease.WON);
    assertThat(run(Put.set(key, bytes("old"), Ttl.NEVER).ifCas(cas))).isEqualTo(Refused.EXISTS);
  }

  @Test
  void aLeaseLeavesALiveItemAlone() {
    Key key = stored("one");
    Cas cas = casOf(key);
    Item item = lease(key);
    assertThat(item.lease()).isEqualTo(Lease.NONE);
    assertThat(item.cas()).isEqualTo(cas);
    assertThat(item.expires()).isFalse();
  }

  @Test
  void aPlaceholderIsAnItemToEveryOtherOperation() {
    Key key = freshKey();
    lease(key);
    assertThat(run(Put.add(key, bytes("one"), Ttl.NEVER))).isEqualTo(Refused.NOT_STORED);
    assertThat(run(Arithmetic.add(key, 1))).isEqualTo(ArithmeticOutcome.Refused.NOT_NUMERIC);
    assertThat(run(Put.append(key, bytes("one")))).isEqualTo(Stored.STORED);
    Item item = look(key);
    assertThat(text(item)).isEqualTo("one");
    assertThat(item.flags()).isZero();
    assertThat(item.lease()).isEqualTo(Lease.NONE);
  }

  @Test
  void aStaleItemIsWonByWhoeverReadsItFirst() {
    Key key = stored("one");
    run(Delete.of(key).markingStale());
    Item won = item(run(Get.of(key)));
    assertThat(won.lease()).isEqualTo(Lease.WON);
    assertThat(won.isStale()).isTrue();
    assertThat(text(won)).isEqualTo("one");
    Item lost = lease(key);
    assertThat(lost.lease()).isEqualTo(Lease.LOST);
    assertThat(lost.isStale()).isTrue();
  }

  @Test
  void aTouchTakesTheWinOfAStaleItemToo() {
    Key key = stored("one");
    run(Delete.of(key).markingStale());
    Item touched = item(run(Get.of(key).withTouch(Ttl.seconds(60)).withoutValue()));
    assertThat(touched.lease()).isEqualTo(Lease.WON);
    Item after = look(key);
    assertThat(after.lease()).isEqualTo(Lease.LOST);
    assertThat(after.isStale()).isTrue();
  }

  @Test
  void markingStaleAgainLetsItBeWonAgainAndShutsOutTheFirstWinner() {
    Key key = freshKey();
    Cas first = lease(key).cas();
    run(Delete.of(key).markingStale().ifCas(first));
    Item second = lease(key);
    assertThat(second.lease()).isEqualTo(Lease.WON);
    assertThat(second.isStale()).isTrue();
    assertThat(run(Put.set(key, bytes("late"), Ttl.NEVER).ifCas(first))).isEqualTo(Refused.EXISTS);
    assertThat(run(Put.set(key, bytes("next"), Ttl.NEVER).ifCas(second.cas())))
        .isEqualTo(Stored.STORED);
    assertThat(look(key).isStale()).isFalse();
  }

  @Test
  void winningChangesNoCas() {
    Key key = stored("one");
    run(Delete.of(key).markingStale());
    Cas won = casOf(key);
    assertThat(casOf(key)).isEqualTo(won);
  }

  @Test
  void anItemNearItsEndIsWonOnce() {
    Key key = freshKey();
    run(Put.set(key, bytes("one"), Ttl.seconds(60)));
    assertThat(readAhead(key, 30).lease()).isEqualTo(Lease.NONE);
    Item won = readAhead(key, 90);
    assertThat(won.lease()).isEqualTo(Lease.WON);
    assertThat(won.isStale()).isFalse();
    assertThat(readAhead(key, 90).lease()).isEqualTo(Lease.LOST);
    assertThat(look(key).lease()).isEqualTo(Lease.LOST);
    run(Put.set(key, bytes("two"), Ttl.seconds(60)).ifCas(won.cas()));
    assertThat(readAhead(key, 90).lease()).isEqualTo(Lease.WON);
  }

  @Test
  void anItemWithoutEndIsNeverWonAhead() {
    assertThat(readAhead(stored("one"), 2_592_000).lease()).isEqualTo(Lease.NONE);
  }

  @Test
  void anAppendEndsLeaseAndStaleMark() {
    Key key = stored("one");
    run(Delete.of(key).markingStale());
    lease(key);
    run(Put.append(key, bytes("+")));
    Item item = look(key);
    assertThat(item.isStale()).isFalse();
    assertThat(item.lease()).isEqualTo(Lease.NONE);
  }

  @Test
  void ofManyWhoAskAtOnceOneWins() {
    for (int round = 0; round < 20; round++) {
      Key key = freshKey();
      List<CompletableFuture<Lease>> leases = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        leases.add(CompletableFuture.supplyAsync(() -> lease(key).lease()));
      }
      int winners = 0;
      for (CompletableFuture<Lease> outcome : leases) {
        winners += await(outcome) == Lease.WON ? 1 : 0;
      }
      assertThat(winners).isEqualTo(1);
    }
  }
}
