package dev.corral.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Keys;
import dev.corral.load.LoadException;
import dev.corral.site.Site;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.time.Ttl;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterTest {
  private final CounterRig rig = new CounterRig();
  private final Counter<Long> counter = rig.counter();

  private long get() {
    return counter.get(1L, rig::count);
  }

  private void insert(long count) {
    counter.update(1L, count, () -> rig.insert(count));
  }

  @Test
  void rowsAreCountedOnceAndThenTheNumberIsRead() {
    rig.rows = 41;
    assertThat(get()).isEqualTo(41);
    assertThat(get()).isEqualTo(41);
    assertThat(rig.counts).isOne();
    assertThat(rig.store.asked()).containsExactly("get", "set", "get");
  }

  @Test
  void aTransactionIsAddedToTheNumberThatIsThere() {
    rig.rows = 8;
    rig.counted();
    insert(1);
    insert(3);
    insert(-2);

    assertThat(rig.store.asked()).containsExactly("get", "count", "get", "count", "get", "count");
    assertThat(get()).isEqualTo(10);
    assertThat(rig.counts).isZero();
  }

  @Test
  void anAdditionKeepsTheFlagsAndTheLifeOfTheNumber() {
    rig.rows = 9;
    rig.counted();
    Item before = rig.item();
    rig.time.advance(Duration.ofSeconds(5));
    insert(1);
    insert(-3);

    assertThat(rig.item().flags()).isEqualTo(before.flags()).isNotZero();
    assertThat(rig.item().remaining()).isEqualTo(before.remaining().minusSeconds(5));
    assertThat(get()).isEqualTo(7);
  }

  @Test
  void withoutANumberTheKeyIsDeletedForSomebodyMayBeginToCount() {
    insert(1);
    assertThat(rig.store.asked()).containsExactly("get", "delete");
    assertThat(get()).isOne();
  }

  @Test
  void aCountThatWasUnderWayIsNotStored() {
    Item placeholder = rig.beginCount();
    insert(1);

    PutOutcome late = rig.memory
        .execute(Put.set(CounterRig.KEY, new byte[] {'0'}, Ttl.NEVER).ifCas(placeholder.cas()))
        .join();
    assertThat(late.isStored()).isFalse();
    assertThat(get()).isOne();
  }

  @Test
  void aCountThatBeginsAndEndsDuringTheTransactionIsDeleted() {
    rig.rows = 5;
    rig.counted();
    counter.update(1L, 1, () -> {
      rig.insert(1);
      rig.evict();
      assertThat(get()).isEqualTo(6); // it has the transaction already
    });

    assertThat(rig.there()).isEqualTo("nothing");
    assertThat(get()).isEqualTo(6);
  }

  @Test
  void aCountThatBeginsDuringTheTransactionIsNotStored() {
    rig.counted();
    counter.update(1L, 1, () -> {
      rig.evict();
      rig.beginCount();
      rig.insert(1);
    });

    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void aNumberThatIsGoneAfterTheTransactionNeedsNoDelete() {
    rig.counted();
    counter.update(1L, 1, () -> {
      rig.insert(1);
      rig.evict();
    });

    assertThat(rig.store.asked()).containsExactly("get", "count");
    assertThat(get()).isOne();
  }

  @Test
  void whatOthersAddDuringTheTransactionStays() {
    rig.counted();
    counter.update(1L, 1, () -> {
      rig.addByAnother(10);
      rig.insert(1);
    });

    assertThat(rig.store.asked()).containsExactly("get", "count", "get", "count");
    assertThat(rig.there()).isEqualTo("11");
  }

  @Test
  void aNumberThatOthersChangeAllTheTimeIsDeletedInTheEnd() {
    rig.counted();
    for (int i = 0; i < 100; i++) {
      rig.store.before("count", () -> rig.addByAnother(1));
    }
    insert(1);

    assertThat(rig.store.asked()).endsWith("count", "get", "delete").hasSize(34);
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void anAdditionWithoutAnAnswerIsNotSentAgain() {
    rig.counted();
    rig.store.loseReply("count");
    insert(1);
    assertThat(rig.store.asked()).containsExactly("get", "count", "delete");
    assertThat(get()).isOne();

    rig.store.asked();
    rig.store.loseRequest("count");
    insert(1);
    assertThat(rig.store.asked()).containsExactly("get", "count", "delete");
    assertThat(get()).isEqualTo(2);
  }

  @Test
  void anAdditionThatCantLookAgainDeletes() {
    rig.counted();
    rig.store.before("count", () -> rig.addByAnother(1));
    rig.store.before("get", () -> {});
    rig.store.loseRequest("get");
    insert(1);

    assertThat(rig.store.asked()).containsExactly("get", "count", "get", "delete");
    assertThat(get()).isEqualTo(2);
  }

  @Test
  void aTransactionRunsThoughTheStoreIsDown() {
    rig.counted();
    rig.store.loseRequest("get");
    insert(1);

    assertThat(rig.store.asked()).containsExactly("get", "delete");
    assertThat(get()).isOne();
  }

  @Test
  void aTransactionDoesNotRunIfTheStoreIsSetUpWrong() {
    rig.store.next(
        "get", usual -> CompletableFuture.failedFuture(new ConfigurationException("wrong")));

    assertThatThrownBy(() -> insert(1)).isInstanceOf(ConfigurationException.class);
    assertThat(rig.rows).isZero();
  }

  /** A removal that is added before the insertion that it followed. */
  @Test
  void noSubtractionStopsAtZero() {
    rig.counted();
    counter.update(1L, 1, () -> {
      rig.insert(1);
      insert(-1);
      assertThat(rig.there()).isEqualTo("nothing");
    });

    assertThat(get()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE, -6})
  void whatLeadsOutOfTheRangeDeletes(long delta) {
    rig.rows = 5;
    rig.counted();
    counter.update(1L, delta, () -> {});

    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void numbersGoUpToTheLargestLong() {
    rig.rows = Long.MAX_VALUE - 1;
    rig.counted();
    insert(1);

    assertThat(get()).isEqualTo(Long.MAX_VALUE);
    assertThat(rig.counts).isZero();
  }

  @Test
  void aTransactionThatChangesNothingCostsOneLook() {
    rig.rows = 5;
    rig.counted();
    assertThat(counter.updateBy(1L, () -> 0)).isZero();

    assertThat(rig.store.asked()).containsExactly("get");
    assertThat(rig.there()).isEqualTo("5");
  }

  @Test
  void whatATransactionThrowsComesAsItIsAndTheNumberIsDeleted() {
    rig.counted();
    IOException fault = new IOException("committed or not?");

    assertThatThrownBy(() -> counter.update(1L, 1, () -> {
          rig.insert(1);
          throw fault;
        }))
        .isSameAs(fault);
    assertThat(rig.there()).isEqualTo("nothing");
    assertThat(get()).isOne();
  }

  @Test
  void whatATransactionThrowsComesAsItIsThoughTheStoreIsDown() {
    rig.counted();
    rig.store.loseRequest("delete");

    assertThatThrownBy(() -> counter.updateBy(1L, () -> {
          throw new IllegalStateException("broken");
        }))
        .hasMessage("broken")
        .hasNoSuppressedExceptions();
    assertThat(counter.overdue()).isOne();
  }

  @Test
  void aTransactionsResultIsReturned() {
    rig.counted();

    String id = counter.call(1L, 1, () -> "id");
    assertThat(id).isEqualTo("id");
    assertThat(counter.updateBy(1L, () -> 4)).isEqualTo(4);
    assertThat(rig.there()).isEqualTo("5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "many", "-1", "+1", "1 2", "9223372036854775808"})
  void anItemThatIsNoNumberIsCountedAnew(String value) {
    rig.rows = 5;
    rig.set(value, 7);
    assertThat(get()).isEqualTo(5);
    rig.set(value, 7);
    insert(1);
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void aNumberWithoutFlagsIsAnothersAndCountedAnew() {
    rig.rows = 5;
    rig.set("99", 0);
    assertThat(get()).isEqualTo(5);
  }

  @Test
  void lessThanNothingIsRefused() {
    rig.rows = -1;
    assertThatThrownBy(this::get)
        .isInstanceOf(LoadException.class)
        .hasMessage("counting corral-count:rows:#B yielded -1");
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void rowsThatCantBeCountedAreTold() {
    assertThatThrownBy(() -> counter.get(1L, key -> {
          throw new IOException("no database");
        }))
        .isInstanceOf(LoadException.class)
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void aNumberIsCountedAnewAfterItsTtlAndATenthAtMost() {
    Counter<Long> brief = rig.counter(o -> o.ttl(Duration.ofSeconds(100)));
    assertThat(brief.get(1L, rig::count)).isZero();
    assertThat(rig.item().remaining()).isBetween(Duration.ofSeconds(100), Duration.ofSeconds(110));
    rig.rows = 3; // without the counter
    rig.time.advance(Duration.ofSeconds(99));
    assertThat(brief.get(1L, rig::count)).isZero();
    rig.time.advance(Duration.ofSeconds(12));
    assertThat(brief.get(1L, rig::count)).isEqualTo(3);
  }

  @Test
  void afterAnInvalidationRowsAreCountedAnew() {
    rig.counted();
    rig.rows = 3;
    counter.invalidate(1L);
    assertThat(get()).isEqualTo(3);
  }

  @Test
  void anInvalidationThatWasNotConfirmedIsTold() {
    rig.store.loseRequest("delete");
    assertThatThrownBy(() -> counter.invalidate(1L)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void withoutCasEachCallCounts() {
    CounterRig bare = new CounterRig(false);
    Counter<Long> counting = bare.counter();
    counting.update(1L, 2, () -> bare.insert(2));

    assertThat(counting.get(1L, bare::count)).isEqualTo(2);
    counting.update(1L, 1, () -> bare.insert(1));
    assertThat(counting.get(1L, bare::count)).isEqualTo(3);
    assertThat(bare.counts).isEqualTo(2);
  }

  @Test
  void aBasicStoreIsNotEnough() {
    assertThatThrownBy(() -> Counter.on(Site.on(rig.store.basic()), "rows", Keys.longs(), o -> o))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("counter rows needs a store that has CAS, which FourOperations has not");
  }

  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  @Test
  void badArgumentsAreNamedBeforeAnythingIsSent() {
    assertNamed("key", () -> counter.get(null, rig::count));
    assertNamed("loader", () -> counter.get(1L, null));
    assertNamed("key", () -> counter.update(null, 1, () -> {}));
    assertNamed("action", () -> counter.update(1L, 1, null));
    assertNamed("work", () -> counter.call(1L, 1, null));
    assertNamed("change", () -> counter.updateBy(1L, null));
    assertNamed("key", () -> counter.invalidate(null));
    assertNamed("name", () -> Counter.on(Site.on(rig.store), null, Keys.longs(), o -> o));
    assertNamed("name", () -> Counter.on(Site.on(rig.store), "", Keys.longs(), o -> o));
    assertNamed("site", () -> Counter.on(null, "rows", Keys.longs(), o -> o));
    assertNamed("keys", () -> Counter.on(Site.on(rig.store), "rows", null, o -> o));
    assertNamed("options", () -> Counter.on(Site.on(rig.store), "rows", Keys.longs(), null));
    assertThat(rig.store.asked()).isEmpty();
  }

  private static void assertNamed(String name, Runnable call) {
    assertThatIllegalArgumentException().isThrownBy(call::run).withMessageStartingWith(name);
  }

  @Test
  void countersOfDifferentNamesAndKeysAreApart() {
    Counter<Long> other = Counter.on(Site.on(rig.store), "columns", Keys.longs(), o -> o);
    AtomicInteger counts = new AtomicInteger();
    rig.counted();

    assertThat(other.get(1L, key -> counts.incrementAndGet())).isOne();
    assertThat(other.get(2L, key -> counts.incrementAndGet())).isEqualTo(2);
  }
}
