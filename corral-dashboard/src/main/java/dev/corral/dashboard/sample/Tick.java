package dev.corral.dashboard.sample;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was seen at a moment.
 *
 * @param at the moment, in milliseconds since 1970
 * @param seconds how long the span was that ended then
 * @param caches a row for each cache; null if none are counted
 * @param servers a row for each server
 * @param trips how long requests took
 * @param namespaces what is known of namespaces; null if there are none
 */
record Tick(
    long at,
    double seconds,
    @Nullable List<Map<String, Object>> caches,
    List<Map<String, @Nullable Object>> servers,
    Map<String, Object> trips,
    @Nullable Map<String, @Nullable Object> namespaces) {

  /** All of it, for the page. */
  Map<String, @Nullable Object> told() {
    Map<String, @Nullable Object> told = new LinkedHashMap<>();
    told.put("at", at);
    told.put("seconds", seconds);
    told.put("caches", caches);
    told.put("servers", servers);
    told.put("trips", trips);
    told.put("namespaces", namespaces);
    return told;
  }
}
