package dev.corral.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome.Counted;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.PutOutcome.Refused;
import dev.corral.store.PutOutcome.Stored;
import dev.corral.store.Store;
import dev.corral.store.ValueTooLargeException;
import dev.corral.time.Ttl;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Store} must do, with the rules of a memcached server to the letter. A store's
 * test extends this class.
 */
public abstract class StoreContract extends CountingContract {
  /** Creates the test; JUnit does. */
  protected StoreContract() {}

  @Test
  void aBatchHoldsOperationsOfAnyKind() {
    Key key = stored("one");
    Key counter = freshKey();
    List<Operation<?>> operations = List.of(
        Get.of(key),
        Put.set(key, bytes("two"), Ttl.NEVER),
        Get.of(key),
        Arithmetic.add(counter, 1).orCreate(7, Ttl.NEVER),
        Delete.of(key),
        Get.of(key));
    List<Object> outcomes = new ArrayList<>();
    for (CompletableFuture<Object> outcome : store().executeAll(operations)) {
      outcomes.add(await(outcome));
    }
    assertThat(text(item((GetOutcome) outcomes.get(0)))).isEqualTo("one");
    assertThat(outcomes.get(1)).isEqualTo(Stored.STORED);
    assertThat(text(item((GetOutcome) outcomes.get(2)))).isEqualTo("two");
    assertThat(outcomes.get(3)).isEqualTo(new Counted(7));
    assertThat(outcomes.get(4)).isEqualTo(DeleteOutcome.DELETED);
    assertThat(outcomes.get(5)).isEqualTo(Miss.MISS);
  }

  @Test
  void whatIsAwaitedHasTheSameOutcomeInTheSameOrder() {
    Key key = freshKey();
    CompletableFuture<PutOutcome> before = store().execute(Put.set(key, bytes("one"), Ttl.NEVER));
    assertThat(text(item(await(store().executeAwaited(Get.of(key)))))).isEqualTo("one");
    assertThat(await(before)).isEqualTo(Stored.STORED);
    assertThat(await(store().executeAwaited(Put.set(key, bytes("two"), Ttl.NEVER))))
        .isEqualTo(Stored.STORED);
    assertThat(text(item(await(store().execute(Get.of(key)))))).isEqualTo("two");
    assertThat(await(store().executeAwaited(Delete.of(key)))).isEqualTo(DeleteOutcome.DELETED);
    assertThat(await(store().executeAwaited(Get.of(key)))).isEqualTo(Miss.MISS);
  }

  @Test
  void aBatchOfManyKeysAnswersInItsOrder() {
    List<Get> gets = new ArrayList<>();
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Key key = freshKey();
      gets.add(Get.of(key));
      if (i % 3 != 0) {
        puts.add(Put.set(key, bytes("value " + i), Ttl.NEVER));
      }
    }
    store().executeAll(puts).forEach(future -> await(future));
    List<CompletableFuture<GetOutcome>> outcomes = store().executeAll(gets);
    assertThat(outcomes).hasSize(500);
    for (int i = 0; i < 500; i++) {
      GetOutcome outcome = await(outcomes.get(i));
      if (i % 3 == 0) {
        assertThat(outcome).isEqualTo(Miss.MISS);
      } else {
        assertThat(text(item(outcome))).isEqualTo("value " + i);
      }
    }
  }

  @Test
  void anOperationThatFailsSpoilsNoOtherOfItsBatch() {
    Key key = stored("one");
    List<Operation<?>> operations =
        List.of(Get.of(key), Put.set(key, new byte[2 << 20], Ttl.NEVER), Get.of(key));
    List<CompletableFuture<Object>> outcomes = store().executeAll(operations);
    assertThat(text(item((GetOutcome) await(outcomes.get(0))))).isEqualTo("one");
    assertThatThrownBy(() -> await(outcomes.get(1))).isInstanceOf(ValueTooLargeException.class);
    assertThat(text(item((GetOutcome) await(outcomes.get(2))))).isEqualTo("one");
  }

  @Test
  void anEmptyBatchHasNoOutcomes() {
    assertThat(store().executeAll(List.<Get>of())).isEmpty();
  }

  @Test
  void operationsOfOneThreadOnOneKeyTakeEffectInTheirOrder() {
    Key key = freshKey();
    List<CompletableFuture<PutOutcome>> written = new ArrayList<>();
    List<CompletableFuture<GetOutcome>> read = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      written.add(store().execute(Put.set(key, bytes("value " + i), Ttl.NEVER)));
      read.add(store().execute(Get.of(key)));
    }
    for (int i = 0; i < 200; i++) {
      assertThat(await(written.get(i)).isStored()).isTrue();
      assertThat(text(item(await(read.get(i))))).isEqualTo("value " + i);
    }
  }

  @Test
  void aPlacementCarriesOutOperationsAsTheStoreDoes() {
    Key key = freshKey();
    Placement placement = store().placement();
    assertThat(await(placement.execute(Put.add(key, bytes("one"), Ttl.NEVER))))
        .isEqualTo(Stored.STORED);
    assertThat(textOf(key)).isEqualTo("one");
    Item item = item(await(placement.execute(Get.of(key).withDetails())));
    assertThat(await(placement.execute(Put.set(key, bytes("two"), Ttl.NEVER).ifCas(item.cas()))))
        .isEqualTo(Stored.STORED);
    assertThat(await(placement.execute(Put.set(key, bytes("x"), Ttl.NEVER).ifCas(item.cas()))))
        .isEqualTo(Refused.EXISTS);
    assertThat(textOf(key)).isEqualTo("two");
    assertThat(await(placement.execute(Delete.of(key)))).isEqualTo(DeleteOutcome.DELETED);
    assertThat(run(Get.of(key))).isEqualTo(Miss.MISS);
  }

  @Test
  void aPlacementIsTheSameWhileNoServerJoinsOrLeaves() {
    Placement placement = store().placement();
    assertThat(store().placement()).isEqualTo(placement);
    assertThat(store().placement().fingerprint()).isEqualTo(placement.fingerprint());
    assertThat(store().placement().moves(freshKey(), placement)).isFalse();
  }
}
