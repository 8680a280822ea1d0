package dev.corral.item;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.item.ItemTable.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ItemTableTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String KEY = "key";

  // So that a sum with it would overflow.
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final ItemTable<String> table = table(false, 1 << 20);

  @Test
  void aRuleSaysTheOutcomeAndWhatTakesThePlace() {
    String outcome = table.atomically(KEY, (found, birth) -> {
      assertThat(found).isNull();
      return new Change<>("stored", Entry.stored(bytes("a"), 0, 1, 100, birth));
    });
    assertThat(outcome).isEqualTo("stored");
    assertThat(value(table, KEY)).isEqualTo("a");
    table.atomically(KEY, (found, birth) -> new Change<>(true, null));
    assertThat(value(table, KEY)).isNull();
  }

  @Test
  void aNumberIsNeverGivenTwice() {
    assertThat(table.nextCas()).isEqualTo(1);
    assertThat(table.nextCas()).isEqualTo(2);
    store(table, KEY, Entry.NO_DEADLINE);
    table.clear();
    assertThat(table.nextCas()).isEqualTo(4);
  }

  @Test
  void anItemDiesWithItsDeadline() {
    store(table, KEY, 100);
    nanos.addAndGet(99);
    assertThat(value(table, KEY)).isNotNull();
    nanos.addAndGet(1);
    assertThat(value(table, KEY)).isNull();
    boolean found = table.atomically(KEY, (entry, birth) -> new Change<>(entry != null, null));
    assertThat(found).isFalse();
  }

  @Test
  void anItemWithoutADeadlineLives() {
    store(table, KEY, Entry.NO_DEADLINE);
    nanos.addAndGet(Duration.ofDays(10_000).toNanos());
    assertThat(value(table, KEY)).isNotNull();
  }

  @Test
  void inWholeSecondsTimeStandsStillBetweenTicks() {
    ItemTable<String> ticking = table(true, 1 << 20);
    nanos.addAndGet(SECOND - 1);
    assertThat(ticking.now()).isZero();
    nanos.addAndGet(1);
    assertThat(ticking.now()).isEqualTo(SECOND);
    store(ticking, KEY, ticking.now() + ticking.ticks(1));
    nanos.addAndGet(SECOND - 1);
    assertThat(value(ticking, KEY)).isNotNull();
    nanos.addAndGet(1);
    assertThat(value(ticking, KEY)).isNull();
  }

  @Test
  void lengthsOfTimeAreRoundedUpToTicks() {
    ItemTable<String> ticking = table(true, 1 << 20);
    assertThat(ticking.ticks(0)).isZero();
    assertThat(ticking.ticks(1)).isEqualTo(SECOND);
    assertThat(ticking.ticks(SECOND)).isEqualTo(SECOND);
    assertThat(ticking.ticks(SECOND + 1)).isEqualTo(2 * SECOND);
    assertThat(table.ticks(SECOND + 1)).isEqualTo(SECOND + 1);
  }

  @Test
  void aClearedTableIsEmpty() {
    store(table, KEY, Entry.NO_DEADLINE);
    table.clear();
    assertThat(value(table, KEY)).isNull();
    store(table, KEY, Entry.NO_DEADLINE);
    assertThat(value(table, KEY)).isNotNull();
  }

  @Test
  @Timeout(10)
  void aClearInTheMidstOfARuleComesAfterAllThatItDoes() throws InterruptedException {
    store(table, KEY, 100);
    store(table, "other", 100);
    // On a thread of its own: its sweep waits for the rule.
    Thread clearing = new Thread(table::clear);
    boolean found = table.atomically(KEY, (entry, birth) -> {
      clearing.start();
      while (table.find("other") != null) {
        Thread.onSpinWait();
      }
      return new Change<>(entry != null, entry == null ? null : entry.until(200));
    });
    clearing.join();
    assertThat(found).isTrue();
    assertThat(value(table, KEY)).isNull();
  }

  @Test
  void whatARuleStoresBelongsToTheLifeThatItWasToldOf() {
    boolean stored = table.atomically(KEY, (found, birth) -> {
      table.clear();
      return new Change<>(true, Entry.stored(bytes("a"), 0, 1, 100, birth));
    });
    assertThat(stored).isTrue();
    assertThat(value(table, KEY)).isNull();
    List<String> seen = new ArrayList<>();
    table.forEach((key, entry) -> seen.add(key));
    assertThat(seen).isEmpty();
  }

  @Test
  void aFlushStrikesWhatIsThereAndNothingLater() {
    store(table, "old", Entry.NO_DEADLINE);
    table.flush(table.now(), table.nextCas());
    assertThat(value(table, "old")).isNull();
    nanos.incrementAndGet();
    store(table, "new", Entry.NO_DEADLINE);
    assertThat(value(table, "new")).isNotNull();
  }

  @Test
  void aFlushOfTheSameMomentSparesHigherNumbersIfItSparesThatMoment() {
    store(table, "old", Entry.NO_DEADLINE);
    long bound = table.nextCas();
    table.flush(table.now() - 1, bound);
    store(table, "new", Entry.NO_DEADLINE);
    assertThat(value(table, "old")).isNull();
    assertThat(value(table, "new")).isNotNull();
    assertThat(table.flushedBelow()).isEqualTo(bound);
  }

  @Test
  void aFlushWithoutANumberGoesByTheMomentAlone() {
    nanos.incrementAndGet();
    store(table, KEY, Entry.NO_DEADLINE);
    table.flush(table.now() - 1, 0);
    assertThat(value(table, KEY)).isNotNull();
    table.flush(table.now(), 0);
    assertThat(value(table, KEY)).isNull();
    assertThat(table.flushedBelow()).isZero();
  }

  @Test
  void aFlushAheadStrikesWhenItsMomentHasCome() {
    store(table, "old", Entry.NO_DEADLINE);
    table.flush(table.now() + 10, 0);
    nanos.addAndGet(9);
    store(table, "meanwhile", Entry.NO_DEADLINE);
    assertThat(value(table, "old")).isNotNull();
    nanos.addAndGet(1);
    assertThat(value(table, "old")).isNull();
    assertThat(value(table, "meanwhile")).isNull();
    nanos.addAndGet(1);
    store(table, "new", Entry.NO_DEADLINE);
    assertThat(value(table, "new")).isNotNull();
  }

  @Test
  void aUseSinceTheMomentSparesAnItem() {
    store(table, KEY, Entry.NO_DEADLINE);
    table.flush(table.now() + 10, 0);
    table.atomically(KEY, (found, birth) -> {
      if (found != null) {
        found.use(birth.moment() + 11);
      }
      return new Change<>(true, found);
    });
    nanos.addAndGet(11);
    assertThat(value(table, KEY)).isNotNull();
  }

  @Test
  void aLaterFlushTakesThePlaceOfAnEarlierAndRevivesWhatNobodyAskedFor() {
    store(table, "unseen", Entry.NO_DEADLINE);
    store(table, "asked", Entry.NO_DEADLINE);
    store(table, "changed", Entry.NO_DEADLINE);
    table.flush(table.now(), table.nextCas());
    assertThat(value(table, "asked")).isNull();
    boolean found =
        table.atomically("changed", (entry, birth) -> new Change<>(entry != null, null));
    assertThat(found).isFalse();
    table.flush(table.now() + 10, table.flushedBelow());
    assertThat(value(table, "unseen")).isNotNull();
    assertThat(value(table, "asked")).isNull();
    assertThat(value(table, "changed")).isNull();
    nanos.addAndGet(10);
    assertThat(value(table, "unseen")).isNull();
  }

  @Test
  void whatAFlushHasStruckLeavesRoomForNewItems() {
    ItemTable<String> full = table(false, 100 * 1000);
    for (int i = 0; i < 1000; i++) {
      store(full, "old" + i, Entry.NO_DEADLINE);
    }
    for (int i = 0; i < 10_000; i++) {
      full.find("old" + i % 1000); // often used: they would not make way for others
    }
    full.flush(full.now(), full.nextCas());
    nanos.incrementAndGet();
    for (int i = 0; i < 1000; i++) {
      store(full, "new" + i, Entry.NO_DEADLINE);
    }
    List<String> seen = new ArrayList<>();
    full.forEach((key, entry) -> seen.add(key));
    assertThat(seen).hasSizeGreaterThanOrEqualTo(999); // one may go before there is room
  }

  @Test
  void onlyWhatIsAliveIsSeen() {
    store(table, "dead", 5);
    store(table, "flushed", Entry.NO_DEADLINE);
    table.flush(table.now() - 1, table.nextCas());
    store(table, "alive", Entry.NO_DEADLINE);
    nanos.addAndGet(5);
    List<String> seen = new ArrayList<>();
    table.forEach((key, entry) -> seen.add(key));
    assertThat(seen).containsExactly("alive");
  }

  @Test
  void evictionsAreCountedAndOnlyThese() {
    ItemTable<String> small = table(false, 1000);
    store(small, "dying", 1);
    nanos.incrementAndGet();
    store(small, KEY, Entry.NO_DEADLINE);
    store(small, KEY, Entry.NO_DEADLINE);
    small.atomically(KEY, (found, birth) -> new Change<>(true, null));
    assertThat(small.evictions()).isZero();
    for (int i = 0; i < 100; i++) {
      store(small, "key" + i, Entry.NO_DEADLINE);
    }
    List<String> left = new ArrayList<>();
    small.forEach((key, entry) -> left.add(key));
    assertThat(left).hasSizeBetween(1, 1000 / Entry.sizeOf(4, 1, 0));
    assertThat(small.evictions()).isEqualTo(100 - left.size());
  }

  private ItemTable<String> table(boolean wholeSeconds, long maxBytes) {
    return new ItemTable<>(nanos::get, wholeSeconds, maxBytes, String::length);
  }

  private static void store(ItemTable<String> table, String key, long deadline) {
    table.atomically(
        key,
        (found, birth) ->
            new Change<>(true, Entry.stored(bytes("a"), 0, table.nextCas(), deadline, birth)));
  }

  private static @Nullable String value(ItemTable<String> table, String key) {
    Entry entry = table.find(key);
    return entry == null ? null : new String(entry.value(), US_ASCII);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }
}
