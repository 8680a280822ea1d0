package dev.corral.metric;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;

/**
 * The meters of all that a corral consists of. It keeps none of them alive: who makes a cache for
 * each call loses what it has counted, but no memory. Any thread may add and take snapshots at any
 * time.
 */
public final class Meters {
  private final Set<CacheMeter> caches = weakSet();
  private final Set<AtomicCacheMeter> atomicCaches = weakSet();
  private final Set<NamespaceMeter> namespaces = weakSet();

  /** Creates a collection without meters. */
  public Meters() {}

  private static <M> Set<M> weakSet() {
    return Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  }

  /**
   * Adds the meter of a cache.
   *
   * @param meter the meter
   * @return the same
   */
  public CacheMeter add(CacheMeter meter) {
    caches.add(meter);
    return meter;
  }

  /**
   * Adds the meter of an atomic cache.
   *
   * @param meter the meter
   * @return the same
   */
  public AtomicCacheMeter add(AtomicCacheMeter meter) {
    atomicCaches.add(meter);
    return meter;
  }

  /**
   * Adds the meter of namespaces.
   *
   * @param meter the meter
   * @return the same
   */
  public NamespaceMeter add(NamespaceMeter meter) {
    namespaces.add(meter);
    return meter;
  }

  /**
   * What all of them have counted so far.
   *
   * @return what those have counted that are still in use
   */
  public CorralStats snapshot() {
    Map<String, CacheStats> byName = new TreeMap<>();
    for (CacheMeter meter : copy(caches, new CacheMeter[0])) {
      byName.merge(meter.cache(), meter.snapshot(), CacheStats::plus);
    }
    AtomicCacheStats atomic = CorralStats.NONE.atomicCaches();
    for (AtomicCacheMeter meter : copy(atomicCaches, new AtomicCacheMeter[0])) {
      atomic = atomic.plus(meter.snapshot());
    }
    NamespaceStats spaces = NamespaceStats.NONE;
    for (NamespaceMeter meter : copy(namespaces, new NamespaceMeter[0])) {
      spaces = spaces.plus(meter.snapshot());
    }
    return new CorralStats(byName, atomic, spaces);
  }

  /** So that no lock is held while they are read. */
  private static <M> M[] copy(Set<M> meters, M[] none) {
    return meters.toArray(none);
  }
}
