package dev.corral.lease;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.key.Key;
import dev.corral.lock.UnreliableStore;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Put;
import dev.corral.time.SteppedTimer;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** An item with an origin, readers of it, and loads that run when a test says so. */
final class LeaseRig {
  static final Key KEY = Key.of("item");
  static final Duration LOAD_TIME = Duration.ofSeconds(10);
  static final int FLAGS = 7;

  final SteppedTimer time = new SteppedTimer();
  final MemoryStore memory = MemoryStore.create(o -> o.ticker(time).wholeSeconds(true));
  final UnreliableStore store;
  private final Deque<Runnable> loads = new ArrayDeque<>();
  private final Random random = new Random(42);

  LeaseRig() {
    this(true);
  }

  LeaseRig(boolean keepsCas) {
    store = new UnreliableStore(memory, keepsCas);
  }

  LeasedReads reads() {
    return readsOn(loads::add);
  }

  LeasedReads readsOn(Executor executor) {
    Site site = Site.on(store).ticker(time).timer(time).random(() -> random).executor(executor);
    return new LeasedReads(site, store, LOAD_TIME);
  }

  CompletableFuture<String> read(Content<String> words) {
    return reads().read(KEY, words);
  }

  /** Runs the load that has waited longest. */
  void runLoad() {
    loads.remove().run();
  }

  int waitingLoads() {
    return loads.size();
  }

  void delete() {
    memory.execute(Delete.of(KEY)).join();
  }

  void append(String text) {
    memory.execute(Put.append(KEY, bytes(text))).join();
  }

  void prepend(String text) {
    memory.execute(Put.prepend(KEY, bytes(text))).join();
  }

  void set(String text, int flags) {
    memory.execute(Put.set(KEY, bytes(text), Ttl.NEVER).withFlags(flags)).join();
  }

  /** What is there: the value of content, "placeholder" for anything that is none, or "nothing". */
  String there() {
    return memory.execute(Get.of(KEY)).join() instanceof Item item
        ? item.flags() == FLAGS ? new String(item.value(), US_ASCII) : "placeholder"
        : "nothing";
  }

  static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }
}
