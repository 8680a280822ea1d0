package dev.corral.embedded.stats;

/** {@code stats}: what the server is and has done. */
/* design
 *
 * All names are told that monitoring may look for. True here are the process, the time, what was
 * asked and found, the connections and their bytes, the items that are alive, and evictions. The
 * rest is always 0, for there is no such thing here:
 *
 *   libevent, rusage_*, response_obj_*, read_buf_*, reserved_fds, conn_yields, hash_*,
 *   slab_reassign_*, slabs_moved, slab_global_page_pool, lru_*, crawler_*, lrutail_*, moves_*,
 *   malloc_fails, log_*, listen_disabled_*, store_no_memory, direct_reclaims, unexpected_napi_ids,
 *   round_robin_fallback
 *
 * or because the table drops what is dead without a word, so that it can't be told from what never
 * was: get_expired, get_flushed, expired_unfetched, reclaimed, evicted_unfetched, evicted_active. For
 * the same reason bytes and curr_items tell of items that are alive only; the real server counts
 * those too that are dead and that nobody has asked for since.
 */
public final class GeneralReport {
  private static final String NAMES = """
      pid
      uptime
      time
      version
      libevent
      pointer_size 64
      rusage_user 0.000000
      rusage_system 0.000000
      max_connections
      curr_connections
      total_connections
      rejected_connections
      connection_structures
      response_obj_oom
      response_obj_count
      response_obj_bytes
      read_buf_count
      read_buf_bytes
      read_buf_bytes_free
      read_buf_oom
      reserved_fds
      cmd_get
      cmd_set
      cmd_flush
      cmd_touch
      cmd_meta
      get_hits
      get_misses
      get_expired
      get_flushed
      delete_misses
      delete_hits
      incr_misses
      incr_hits
      decr_misses
      decr_hits
      cas_misses
      cas_hits
      cas_badval
      touch_hits
      touch_misses
      store_too_large
      store_no_memory
      auth_cmds
      auth_errors
      bytes_read
      bytes_written
      limit_maxbytes
      accepting_conns 1
      listen_disabled_num
      time_in_listen_disabled_us
      threads
      conn_yields
      hash_power_level
      hash_bytes
      hash_is_expanding
      slab_reassign_rescues
      slab_reassign_chunk_rescues
      slab_reassign_evictions_nomem
      slab_reassign_inline_reclaim
      slab_reassign_busy_items
      slab_reassign_busy_deletes
      slab_reassign_running
      slabs_moved
      lru_crawler_running
      lru_crawler_starts
      lru_maintainer_juggles
      malloc_fails
      log_worker_dropped
      log_worker_written
      log_watcher_skipped
      log_watcher_sent
      log_watchers
      unexpected_napi_ids
      round_robin_fallback
      bytes
      curr_items
      total_items
      slab_global_page_pool
      expired_unfetched
      evicted_unfetched
      evicted_active
      evictions
      reclaimed
      crawler_reclaimed
      crawler_items_checked
      lrutail_reflocked
      moves_to_cold
      moves_to_warm
      moves_within_lru
      direct_reclaims
      lru_bumps_dropped
      """;

  private GeneralReport() {}

  /**
   * All but what the process and the clock know.
   *
   * @param settings what the server was told
   * @param figures what it counted
   * @param traffic its connections
   * @param inventory its items
   * @return the report
   */
  public static Report of(
      Settings settings, Figures figures, Traffic traffic, Inventory inventory) {
    Report report = new Report(NAMES)
        .put("max_connections", settings.maxConnections())
        .put("curr_connections", traffic.open())
        // As on the real server, the socket that listens has one too.
        .put("connection_structures", traffic.mostOpen() + 1)
        .put("limit_maxbytes", settings.maxBytes())
        .put("threads", settings.threads())
        .put("bytes", inventory.bytes())
        .put("curr_items", inventory.items());
    for (Figure figure : Figure.values()) {
      report.put(figure.stat(), figures.counted(figure));
    }
    for (ClassFigure figure : ClassFigure.values()) {
      report.put(figure.stat(), figures.counted(figure));
    }
    return report;
  }
}
