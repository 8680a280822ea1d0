package dev.corral.benchmarks.piece;

import dev.corral.key.Key;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * What the memory store's operations cost, with values of 100 bytes, one thread, and nothing
 * evicted. It is what tests run on, and the floor below any pattern's cost.
 */
public class MemoryStoreBenchmark extends Piece {
  private static final Ttl TTL = Ttl.of(Duration.ofHours(1));
  private static final Ttl LEASE = Ttl.of(Duration.ofSeconds(21));

  private final MemoryStore store = MemoryStore.create();
  private final Get[] gets = new Get[KEYS];
  private final Put[] puts = new Put[KEYS];
  private final Get[] leases = new Get[KEYS];

  /** Fills the store. */
  @Setup
  public void setUp() {
    for (int i = 0; i < KEYS; i++) {
      Key key = Key.raw(name(i));
      gets[i] = Get.of(key);
      puts[i] = Put.set(key, new byte[100], TTL);
      leases[i] = Get.of(Key.of("cold", i)).withLease(LEASE);
      store.execute(puts[i]).join();
    }
  }

  /** A plain get that hits. */
  @Benchmark
  public CompletableFuture<GetOutcome> get() {
    return store.execute(gets[next()]);
  }

  /** A put in the place of an older one. */
  @Benchmark
  public CompletableFuture<PutOutcome> put() {
    return store.execute(puts[next()]);
  }

  /** The life of a cold key: a lease is won, the value stored under it, and deleted. */
  @Benchmark
  public CompletableFuture<DeleteOutcome> lease() {
    int i = next();
    Key key = leases[i].key();
    Item won = (Item) store.execute(leases[i]).join();
    store.execute(Put.set(key, puts[i].value(), TTL).ifCas(won.cas())).join();
    return store.execute(Delete.of(key));
  }
}
