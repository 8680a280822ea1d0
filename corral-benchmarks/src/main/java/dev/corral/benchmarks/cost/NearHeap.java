package dev.corral.benchmarks.cost;

import dev.corral.benchmarks.table.Figures;
import dev.corral.benchmarks.table.Table;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import java.lang.ref.Reference;
import java.time.Duration;

/**
 * The heap that copies in this process take, beyond the keys and values themselves, which are the
 * caller's objects, by one measurement: it is exact. The store that they come from is one in memory
 * that keeps next to nothing.
 */
final class NearHeap {
  /** Of a sample's time, which nothing here takes: a million for a second. */
  private static final int ENTRIES_PER_MILLI = 1000;

  private static final Duration HOUR = Duration.ofHours(1);

  private NearHeap() {}

  static Table table(Pace pace) {
    Table table = new Table(
        "entries",
        "keys of 32 characters and values of 100 bytes, bytes per entry",
        "what the copies add, bytes per entry");
    int entries = Math.toIntExact(ENTRIES_PER_MILLI * pace.sample().toMillis());
    String[] keys = new String[entries];
    byte[][] values = new byte[entries][];
    MemoryStore store = MemoryStore.create(o -> o.maxBytes(1 << 20));
    try (Site site = Site.on(store)) {
      Cache<String, byte[]> cache = Cache.on(
          site, "near", Keys.strings(), Codec.bytes(), o -> o.ttl(HOUR).near(entries, HOUR));
      try {
        long nothing = Heap.live();
        for (int i = 0; i < entries; i++) {
          keys[i] = "user:shopping-basket:v2:" + (10_000_000 + i);
          values[i] = new byte[100];
        }
        long alone = Heap.live();
        for (int i = 0; i < entries; i++) {
          byte[] value = values[i];
          cache.get(keys[i], key -> value);
        }
        long copied = Heap.live();
        store.clear();
        requireCopies(cache, keys);
        table.row(
            String.valueOf(entries),
            perEntry(alone - nothing, entries),
            perEntry(copied - alone, entries));
      } finally {
        Reference.reachabilityFence(keys);
        Reference.reachabilityFence(values);
        Reference.reachabilityFence(cache);
      }
    }
    return table;
  }

  /** Refused copies would take no heap. */
  private static void requireCopies(Cache<String, byte[]> cache, String[] keys) {
    for (String each : keys) {
      cache.get(each, key -> {
        throw new IllegalStateException("no copy of " + key);
      });
    }
  }

  private static String perEntry(long bytes, int entries) {
    return Figures.of((double) bytes / entries).medians("%.1f");
  }
}
