package dev.corral.dashboard.sample;

import dev.corral.metric.AtomicCacheEvent;
import dev.corral.metric.AtomicCacheStats;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.metric.CacheStats;
import dev.corral.metric.CorralStats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the caches did in a span: a row for each, and one for all atomic caches. */
final class CacheRows {
  private final Span span;

  private CacheRows(Span span) {
    this.span = span;
  }

  /**
   * The rows.
   *
   * @param now what was counted so far
   * @param since what of it was counted in the span
   */
  static List<Map<String, Object>> of(CorralStats now, CorralStats since, Span span) {
    CacheRows rows = new CacheRows(span);
    List<Map<String, Object>> all = new ArrayList<>();
    since.caches().forEach((name, stats) -> all.add(rows.row(name, stats)));
    if (hasCounted(now.atomicCaches())) {
      all.add(rows.row(since.atomicCaches()));
    }
    return all;
  }

  private static boolean hasCounted(AtomicCacheStats stats) {
    return Arrays.stream(AtomicCacheEvent.Kind.values()).anyMatch(kind -> stats.count(kind) > 0);
  }

  private Map<String, Object> row(String name, CacheStats stats) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", name);
    row.put("hit", span.rate(stats.count(Kind.HIT)));
    row.put("near", span.rate(stats.count(Kind.NEAR_HIT)));
    row.put("stale", span.rate(stats.count(Kind.STALE)));
    row.put("miss", span.rate(stats.count(Kind.MISS)));
    row.put("wait", span.rate(stats.count(Kind.WAITED)));
    row.put("stolen", span.rate(stats.count(Kind.STOLEN)));
    row.put("load", span.rate(stats.count(Kind.LOADED)));
    row.put("loadFailed", span.rate(stats.count(Kind.LOAD_FAILED)));
    row.put("fenced", span.rate(stats.count(Kind.FENCED)));
    row.put("fellBack", span.rate(stats.count(Kind.FELL_BACK)));
    row.put("storeError", span.rate(stats.count(Kind.STORE_ERROR)));
    row.put("loads", Span.latencies(stats.loads()));
    row.put("waits", Span.latencies(stats.waits()));
    return row;
  }

  /** In the words of caches; who was given the last known value has missed, and is no miss here. */
  private Map<String, Object> row(AtomicCacheStats stats) {
    long stale = stats.count(AtomicCacheEvent.Kind.LAST_KNOWN_PRESENT);
    long missed = stats.count(AtomicCacheEvent.Kind.READ_NOT_PRESENT);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", "keyspaces");
    row.put("hit", span.rate(stats.count(AtomicCacheEvent.Kind.READ_PRESENT)));
    row.put("near", 0);
    row.put("stale", span.rate(stale));
    row.put("miss", span.rate(Math.max(0, missed - stale)));
    row.put("wait", span.rate(stats.count(AtomicCacheEvent.Kind.WAIT_RUN)));
    row.put("stolen", 0);
    row.put("load", span.rate(stats.count(AtomicCacheEvent.Kind.GENERATED_BY_ME)));
    row.put("loadFailed", 0);
    row.put("fenced", 0);
    row.put("fellBack", span.rate(stats.count(AtomicCacheEvent.Kind.WAIT_GIVE_UP)));
    row.put("storeError", span.rate(stats.count(AtomicCacheEvent.Kind.STORE_ERROR)));
    row.put("loads", Span.latencies(stats.generations()));
    row.put("waits", Span.latencies(stats.waits()));
    return row;
  }
}
