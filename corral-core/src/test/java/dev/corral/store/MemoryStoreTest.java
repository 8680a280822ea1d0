package dev.corral.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.store.ArithmeticOutcome.Counted;
import dev.corral.time.Ticker;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What the memory store does beyond the contract, which runs in the testkit. */
class MemoryStoreTest {
  private static final Key KEY = Key.raw("key");
  private static final byte[] VALUE = {1, 2, 3};

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final Ticker ticker = nanos::get;

  @Test
  void aTtlIsMetToTheNanosecond() {
    MemoryStore store = MemoryStore.create(options -> options.ticker(ticker));
    run(store, Put.set(KEY, VALUE, Ttl.of(Duration.ofNanos(10))));
    nanos.addAndGet(9);
    Item item = (Item) run(store, Get.of(KEY).withDetails());
    assertThat(item.remaining()).isEqualTo(Duration.ofNanos(1));
    nanos.addAndGet(1);
    assertThat(run(store, Get.of(KEY))).isEqualTo(Miss.MISS);
  }

  @Test
  void inWholeSecondsAnItemDiesWithTheTick() {
    MemoryStore store = MemoryStore.create(options -> options.ticker(ticker).wholeSeconds(true));
    nanos.addAndGet(Duration.ofMillis(1900).toNanos());
    run(store, Put.set(KEY, VALUE, Ttl.of(Duration.ofMillis(1100))));
    Item item = (Item) run(store, Get.of(KEY).withDetails());
    assertThat(item.remaining()).isEqualTo(Duration.ofSeconds(2));
    nanos.addAndGet(Duration.ofMillis(1099).toNanos());
    assertThat(run(store, Get.of(KEY))).isInstanceOf(Item.class);
    nanos.addAndGet(Duration.ofMillis(1).toNanos());
    assertThat(run(store, Get.of(KEY))).isEqualTo(Miss.MISS);
  }

  @Test
  void theRefreshAheadWindowIsStrict() {
    MemoryStore store = MemoryStore.create(options -> options.ticker(ticker).wholeSeconds(true));
    run(store, Put.set(KEY, VALUE, Ttl.seconds(10)));
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    Get nine = Get.of(KEY).withRefreshAhead(Duration.ofSeconds(9));
    Get ten = Get.of(KEY).withRefreshAhead(Duration.ofMillis(9001));
    assertThat(((Item) run(store, nine)).lease()).isEqualTo(Lease.NONE);
    assertThat(((Item) run(store, ten)).lease()).isEqualTo(Lease.WON);
    assertThat(((Item) run(store, ten)).lease()).isEqualTo(Lease.LOST);
  }

  @Test
  void aTtlThatIsIgnoredNeverEnds() {
    MemoryStore store = MemoryStore.create(
        options -> options.ticker(ticker).ignoringTtlsOf(key -> key.toString().startsWith("lock")));
    Key lock = Key.raw("lock:1");
    run(store, Put.add(lock, VALUE, Ttl.seconds(1)));
    run(store, Put.add(KEY, VALUE, Ttl.seconds(1)));
    nanos.addAndGet(Duration.ofDays(1).toNanos());
    assertThat(((Item) run(store, Get.of(lock).withDetails())).expires()).isFalse();
    assertThat(run(store, Get.of(KEY))).isEqualTo(Miss.MISS);
  }

  @Test
  void countingKeepsAStaleMarkUntilTheDigitsGrow() {
    MemoryStore store = MemoryStore.create();
    run(store, Put.set(KEY, new byte[] {'8'}, Ttl.NEVER));
    run(store, Delete.of(KEY).markingStale());
    run(store, Arithmetic.add(KEY, 1));
    Item stale = (Item) run(store, Get.of(KEY));
    assertThat(stale.isStale()).isTrue();
    assertThat(stale.lease()).isEqualTo(Lease.WON);
    run(store, Arithmetic.add(KEY, 1));
    Item grown = (Item) run(store, Get.of(KEY));
    assertThat(grown.isStale()).isFalse();
    assertThat(grown.lease()).isEqualTo(Lease.NONE);
    run(store, Arithmetic.subtract(KEY, 1));
    assertThat(((Item) run(store, Get.of(KEY))).value()).isEqualTo(new byte[] {'9', ' '});
  }

  @Test
  void countersWrapAtTheTopAndStopAtZero() {
    MemoryStore store = MemoryStore.create();
    run(store, Arithmetic.add(KEY, 1).orCreate(-1, Ttl.NEVER));
    assertThat(run(store, Arithmetic.subtract(KEY, 1))).isEqualTo(new Counted(-2));
    assertThat(run(store, Arithmetic.add(KEY, 3))).isEqualTo(new Counted(1));
    assertThat(run(store, Arithmetic.subtract(KEY, -1))).isEqualTo(new Counted(0));
  }

  @Test
  void withoutDigitsTheCasIsNotAskedFor() {
    MemoryStore store = MemoryStore.create();
    run(store, Put.set(KEY, new byte[0], Ttl.NEVER));
    Cas outdated = ((Item) run(store, Get.of(KEY).withDetails())).cas();
    run(store, Put.set(KEY, new byte[0], Ttl.NEVER));
    assertThat(run(store, Arithmetic.add(KEY, 1).ifCas(outdated)))
        .isEqualTo(ArithmeticOutcome.Refused.NOT_NUMERIC);
  }

  @Test
  void whatTheStoreHoldsIsBoundedInBytes() {
    MemoryStore store =
        MemoryStore.create(options -> options.maxBytes(1_000_000).maxItemBytes(100_000));
    byte[] value = new byte[10_000];
    for (int i = 0; i < 1_000; i++) {
      run(store, Put.set(Key.raw("key" + i), value, Ttl.NEVER));
    }
    int held = 0;
    for (int i = 0; i < 1_000; i++) {
      held += run(store, Get.of(Key.raw("key" + i))) instanceof Item ? 1 : 0;
    }
    assertThat(held).isBetween(50, 99);
  }

  @Test
  void aStoreFullOfUnreadItemsTakesANewOneOfUpToAHundredthOfItsBytes() {
    MemoryStore store =
        MemoryStore.create(options -> options.maxBytes(1_000_000).maxItemBytes(100_000));
    byte[] value = new byte[9_000];
    for (int i = 0; i < 1_000; i++) {
      Key key = Key.raw("key" + i);
      run(store, Put.set(key, value, Ttl.NEVER));
      assertThat(run(store, Get.of(key))).as("item %s", i).isInstanceOf(Item.class);
    }
  }

  @Test
  void aPauseInTheMidstOfAWriteShortensNoLife() {
    // Each reading of the clock takes a second: whoever reads it anew comes to another deadline.
    AtomicLong slow = new AtomicLong();
    AtomicLong step = new AtomicLong();
    MemoryStore store =
        MemoryStore.create(options -> options.ticker(() -> slow.addAndGet(step.get())));
    step.set(Duration.ofSeconds(1).toNanos());
    run(store, Put.set(KEY, VALUE, Ttl.seconds(60)));
    step.set(0);
    Item item = (Item) run(store, Get.of(KEY).withDetails());
    slow.addAndGet(item.remaining().toNanos() - 1);
    assertThat(run(store, Get.of(KEY))).isInstanceOf(Item.class);
    slow.addAndGet(1);
    assertThat(run(store, Get.of(KEY))).isEqualTo(Miss.MISS);
  }

  @Test
  void whatIsReadOftenSurvivesWhatIsReadNever() {
    MemoryStore store =
        MemoryStore.create(options -> options.maxBytes(200_000).maxItemBytes(10_000));
    run(store, Put.set(KEY, VALUE, Ttl.NEVER));
    for (int i = 0; i < 2_000; i++) {
      run(store, Put.set(Key.raw("cold" + i), new byte[1_000], Ttl.NEVER));
      assertThat(run(store, Get.of(KEY))).as("after %s others", i).isInstanceOf(Item.class);
    }
  }

  @Test
  void theLargestItemIsMeasuredAsTheServerDoes() {
    MemoryStore store = MemoryStore.create();
    Key oneByte = Key.raw("k");
    assertThat(run(store, Put.set(oneByte, new byte[1_048_516], Ttl.NEVER)).isStored())
        .isTrue();
    assertThat(run(store, Put.set(oneByte, new byte[1_048_512], Ttl.NEVER).withFlags(7))
            .isStored())
        .isTrue();
    assertThatThrownBy(() -> run(store, Put.set(oneByte, new byte[1_048_517], Ttl.NEVER)))
        .hasMessage("the value of k has 1048517 bytes, but at most 1048516 fit");
    assertThatThrownBy(
            () -> run(store, Put.set(oneByte, new byte[1_048_513], Ttl.NEVER).withFlags(7)))
        .isInstanceOf(ValueTooLargeException.class);
    assertThat(((Item) run(store, Get.of(oneByte))).value()).hasSize(1_048_512);
  }

  @Test
  void clearDropsAllAndOutdatesEveryCas() {
    MemoryStore store = MemoryStore.create();
    Cas before = ((Item) run(store, Get.of(KEY).withLease(Ttl.seconds(60)))).cas();
    store.clear();
    assertThat(run(store, Get.of(KEY))).isEqualTo(Miss.MISS);
    assertThat(run(store, Put.set(KEY, VALUE, Ttl.NEVER).ifCas(before)))
        .isEqualTo(PutOutcome.Refused.EXISTS);
    run(store, Put.set(KEY, VALUE, Ttl.NEVER));
    assertThat(run(store, Put.set(KEY, VALUE, Ttl.NEVER).ifCas(before)))
        .isEqualTo(PutOutcome.Refused.EXISTS);
  }

  @Test
  void storesOfOnesOwnShareNothing() {
    MemoryStore store = MemoryStore.create();
    run(store, Put.set(KEY, VALUE, Ttl.NEVER));
    assertThat(run(MemoryStore.create(), Get.of(KEY))).isEqualTo(Miss.MISS);
  }

  @Test
  void aSharedStoreLivesUntilTheLastWhoOpenedItHasClosedIt() {
    MemoryStore first = MemoryStore.shared("MemoryStoreTest");
    MemoryStore second = MemoryStore.shared("MemoryStoreTest");
    run(first, Put.set(KEY, VALUE, Ttl.NEVER));
    assertThat(((Item) run(second, Get.of(KEY))).value()).isEqualTo(VALUE);
    first.close();
    first.close();
    assertThat(((Item) run(second, Get.of(KEY))).value()).isEqualTo(VALUE);
    assertThatThrownBy(() -> run(first, Get.of(KEY))).isInstanceOf(UnavailableException.class);
    second.close();
    try (MemoryStore third = MemoryStore.shared("MemoryStoreTest")) {
      assertThat(run(third, Get.of(KEY))).isEqualTo(Miss.MISS);
    }
  }

  @Test
  void aSharedStoreIsNotOpenedTwiceWithDifferentOptions() {
    try (MemoryStore store = MemoryStore.shared("different")) {
      assertThatThrownBy(() -> MemoryStore.shared("different", o -> o.maxBytes(9_000_000)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessage("memory store 'different' is open already with maxBytes=134217728, "
              + "maxItemBytes=1048576, not with maxBytes=9000000, maxItemBytes=1048576");
      assertThatThrownBy(() -> MemoryStore.shared("different", o -> o.ticker(ticker)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageEndingWith("maxItemBytes=1048576, ticker " + ticker);
      run(store, Put.set(KEY, VALUE, Ttl.NEVER));
    }
  }

  @Test
  void allThatIsWrongWithTheOptionsIsToldAtOnce() {
    assertThatThrownBy(() -> MemoryStore.create(o -> o.maxBytes(-1).maxItemBytes(7)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("memory store: maxItemBytes must be at least 1024, but is 7; "
            + "maxBytes must hold at least one item of 7 bytes, but is -1");
  }

  @Test
  void noDescriptionHoldsTheValue() {
    byte[] secret = "secret".getBytes(StandardCharsets.UTF_8);
    MemoryStore store = MemoryStore.create();
    Put put = Put.set(KEY, secret, Ttl.NEVER);
    run(store, put);
    Item item = (Item) run(store, Get.of(KEY).withDetails());
    assertThat(put + "" + item).doesNotContain("secret").contains("6 bytes");
  }

  private static <R> R run(Store store, Operation<R> operation) {
    try {
      return store.execute(operation).join();
    } catch (CompletionException e) {
      throw (RuntimeException) e.getCause();
    }
  }
}
