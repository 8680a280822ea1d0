package dev.corral.metric;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens to namespaces. Never waits. */
public final class NamespaceMeter {
  private final LongAdder reads = new LongAdder();
  private final LongAdder lookUps = new LongAdder();
  private final LongAdder needless = new LongAdder();
  private final ConcurrentMap<String, LongAdder> invalidations = new ConcurrentHashMap<>();

  /** Creates a meter that has counted nothing. */
  public NamespaceMeter() {}

  /**
   * The generations of namespaces are wanted.
   *
   * @param namespaces how many
   */
  public void read(int namespaces) {
    reads.add(namespaces);
  }

  /** The generation of one is asked of a server. */
  public void lookedUp() {
    lookUps.increment();
  }

  /** There was none that counts. */
  public void lookedUpNeedlessly() {
    needless.increment();
  }

  /**
   * A namespace was invalidated.
   *
   * @param field its field
   */
  public void invalidated(String field) {
    invalidations.computeIfAbsent(field, unused -> new LongAdder()).increment();
  }

  /**
   * What has been counted so far.
   *
   * @return all that was counted before the call; of what is counted meanwhile, some may be there
   */
  public NamespaceStats snapshot() {
    Map<String, Long> byField = new HashMap<>();
    invalidations.forEach((field, count) -> byField.put(field, count.sum()));
    return new NamespaceStats(reads.sum(), lookUps.sum(), needless.sum(), byField);
  }
}
