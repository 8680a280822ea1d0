package dev.corral.benchmarks.cost;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.cli.bench.Loop;
import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Calls of {@code cache.get} in turns over caches and keys that hit, each after the other. */
final class Hits implements Loop {
  private static final byte[] VALUE = new byte[100];

  private final List<Cache<Integer, byte[]>> caches;
  private final int keys;
  private int next;

  /**
   * Loads all values.
   *
   * @param keys how many each cache has
   */
  Hits(List<Cache<Integer, byte[]>> caches, int keys) {
    this.caches = caches;
    this.keys = keys;
    for (Cache<Integer, byte[]> cache : caches) {
      IntStream.range(0, keys).forEach(key -> cache.get(key, unused -> VALUE));
    }
  }

  /** A cache of 100 bytes, without copies in this process. */
  static Cache<Integer, byte[]> cache(Corral corral) {
    return corral.cache("hits", Keys.ints(), Codec.bytes(), o -> o.ttl(Duration.ofHours(1)));
  }

  @Override
  public int step() {
    int at = next++ & Integer.MAX_VALUE;
    caches.get(at % caches.size()).get(at / caches.size() % keys, key -> {
      throw new IllegalStateException("no hit: " + key);
    });
    return 1;
  }
}
