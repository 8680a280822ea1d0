package dev.corral.dashboard.sample;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server told of itself at a moment.
 *
 * @param told its statistics by name
 * @param at the moment, in nanoseconds of a ticker
 */
record ServerFigures(Map<String, String> told, long at) {
  /**
   * What there is to tell of it.
   *
   * @param before what it told before; null if it did not, so that there are no rates
   */
  Map<String, @Nullable Object> since(@Nullable ServerFigures before) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("gets", rate("cmd_get", before));
    row.put("sets", rate("cmd_set", before));
    row.put("hitRate", hitRate(before));
    row.put("bytesIn", rate("bytes_read", before));
    row.put("bytesOut", rate("bytes_written", before));
    row.put("items", number("curr_items"));
    row.put("bytes", number("bytes"));
    row.put("limit", number("limit_maxbytes"));
    row.put("evictions", rate("evictions", before));
    row.put("connections", number("curr_connections"));
    row.put("uptime", number("uptime"));
    return row;
  }

  private @Nullable Double rate(String name, @Nullable ServerFigures before) {
    Long difference = difference(name, before);
    return difference == null || before == null || at - before.at <= 0
        ? null
        : Span.rounded(difference * 1e9 / (at - before.at));
  }

  /** Null if there was nothing to be hit. */
  private @Nullable Double hitRate(@Nullable ServerFigures before) {
    Long hits = difference("get_hits", before);
    Long misses = difference("get_misses", before);
    return hits == null || misses == null || hits + misses == 0
        ? null
        : (double) hits / (hits + misses);
  }

  /** By how much something has grown: by nothing if the server was started anew meanwhile. */
  private @Nullable Long difference(String name, @Nullable ServerFigures before) {
    Long now = number(name);
    Long then = before == null ? null : before.number(name);
    return now == null || then == null ? null : Math.max(0, now - then);
  }

  private @Nullable Long number(String name) {
    String text = told.get(name);
    return text != null && text.matches("[0-9]{1,18}") ? Long.valueOf(text) : null;
  }
}
