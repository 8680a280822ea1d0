package dev.corral.counter;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.lock.UnreliableStore;
import dev.corral.site.Site;
import dev.corral.store.Arithmetic;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Put;
import dev.corral.time.SteppedTimer;
import dev.corral.time.Ttl;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** Rows, a counter of them, and a store that does not always answer. */
final class CounterRig {
  static final Key KEY = Key.of("corral-count", "rows", 1);

  final SteppedTimer time = new SteppedTimer();
  final MemoryStore memory = MemoryStore.create(o -> o.ticker(time).wholeSeconds(true));
  final UnreliableStore store;
  private final Random random = new Random(42);
  long rows;
  int counts;

  CounterRig() {
    this(true);
  }

  CounterRig(boolean keepsCas) {
    store = new UnreliableStore(memory, keepsCas);
  }

  Counter<Long> counter() {
    return counter(options -> options);
  }

  Counter<Long> counter(UnaryOperator<CounterOptions> options) {
    return counterOn(Runnable::run, options);
  }

  Counter<Long> counterOn(Executor executor, UnaryOperator<CounterOptions> options) {
    Site site = Site.on(store).ticker(time).timer(time).random(() -> random).executor(executor);
    return Counter.on(site, "rows", Keys.longs(), options);
  }

  /** What the database says. */
  long count(long key) {
    counts++;
    return rows;
  }

  /** A transaction. */
  void insert(long count) {
    rows += count;
  }

  /** Has a number in the store that was counted. */
  void counted() {
    long unused = counter().get(1L, this::count);
    store.asked();
    counts = 0;
  }

  void evict() {
    memory.execute(Delete.of(KEY)).join();
  }

  /** Another process's addition. */
  void addByAnother(long delta) {
    rows += delta;
    memory.execute(Arithmetic.add(KEY, delta)).join();
  }

  void set(String value, int flags) {
    memory
        .execute(Put.set(KEY, value.getBytes(US_ASCII), Ttl.NEVER).withFlags(flags))
        .join();
  }

  /** Leaves a placeholder, as one does who begins to count. */
  Item beginCount() {
    return (Item) memory.execute(Get.of(KEY).withLease(Ttl.seconds(10))).join();
  }

  /** The value in the store, or "nothing". */
  String there() {
    return memory.execute(Get.of(KEY)).join() instanceof Item item
        ? new String(item.value(), US_ASCII).strip()
        : "nothing";
  }

  Item item() {
    return (Item) memory.execute(Get.of(KEY).withDetails()).join();
  }
}
