package dev.corral.benchmarks.piece;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * What a hit costs that is answered by a copy in this process, beside the limit: Caffeine alone,
 * with the same expiry. A hit that goes to a store in memory shows what the copy spares before any
 * wire.
 */
@SuppressWarnings("NullAway.Init") // JMH calls setUp before all else.
public class NearCacheBenchmark extends Piece {
  private static final Duration TTL = Duration.ofHours(1);

  private final String[] names = new String[KEYS];
  private Cache<String, byte[]> near;
  private Cache<String, byte[]> far;
  private com.github.benmanes.caffeine.cache.Cache<String, byte[]> caffeine;

  /** Fills the caches. */
  @Setup
  public void setUp() {
    Site site = Site.on(MemoryStore.create());
    near =
        Cache.on(site, "near", Keys.strings(), Codec.bytes(), o -> o.ttl(TTL).near(2 * KEYS, TTL));
    far = Cache.on(site, "far", Keys.strings(), Codec.bytes(), o -> o.ttl(TTL));
    caffeine = Caffeine.newBuilder().maximumSize(2 * KEYS).expireAfterWrite(TTL).build();
    for (int i = 0; i < KEYS; i++) {
      names[i] = name(i);
      byte[] value = new byte[100];
      for (Cache<String, byte[]> each : List.of(near, far)) {
        each.get(names[i], key -> value);
      }
      caffeine.put(names[i], value);
    }
  }

  private static byte[] refuse(String key) {
    throw new IllegalStateException("no hit: " + key);
  }

  /** A hit on a copy in this process. */
  @Benchmark
  public byte @Nullable [] near() {
    return near.get(names[next()], NearCacheBenchmark::refuse);
  }

  /** A hit on the store, in memory. */
  @Benchmark
  public byte @Nullable [] far() {
    return far.get(names[next()], NearCacheBenchmark::refuse);
  }

  /** Caffeine alone. */
  @Benchmark
  public byte @Nullable [] caffeine() {
    return caffeine.getIfPresent(names[next()]);
  }
}
