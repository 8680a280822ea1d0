package dev.corral.metric;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a corral had counted in this process at a moment. Immutable.
 *
 * @param caches of its caches, by name: those of one name together
 * @param atomicCaches of all its atomic caches together
 * @param namespaces of its namespaces
 */
public record CorralStats(
    Map<String, CacheStats> caches, AtomicCacheStats atomicCaches, NamespaceStats namespaces) {
  /** Nothing was counted. */
  public static final CorralStats NONE = new CorralStats(
      Map.of(),
      AtomicCacheStats.of(Map.of(), Latencies.none(), Latencies.none()),
      NamespaceStats.NONE);

  /**
   * Statistics, in the order of the caches' names.
   *
   * @param caches of the caches, by name
   * @param atomicCaches of all atomic caches together
   * @param namespaces of the namespaces
   */
  public CorralStats {
    caches = Collections.unmodifiableMap(new TreeMap<>(caches));
  }

  /**
   * These and those of others together, such as of another process.
   *
   * @param others the others
   * @return all of them
   */
  public CorralStats plus(CorralStats others) {
    Map<String, CacheStats> sums = new TreeMap<>(caches);
    others.caches.forEach((name, there) -> sums.merge(name, there, CacheStats::plus));
    return new CorralStats(
        sums, atomicCaches.plus(others.atomicCaches), namespaces.plus(others.namespaces));
  }

  /**
   * What happened after an earlier moment.
   *
   * @param earlier what the same corral had counted then
   * @return these without those; all that there is of a cache that was not there yet
   */
  public CorralStats since(CorralStats earlier) {
    Map<String, CacheStats> differences = new TreeMap<>(caches);
    differences.replaceAll((name, now) -> {
      CacheStats then = earlier.caches.get(name);
      return then == null ? now : now.since(then);
    });
    return new CorralStats(
        differences,
        atomicCaches.since(earlier.atomicCaches),
        namespaces.since(earlier.namespaces));
  }
}
