package dev.corral.embedded.stats;

import java.nio.file.Path;

/**
 * {@code stats settings}: what the server was told, and otherwise what the real one has by default.
 */
public final class SettingsReport {
  private static final String DEFAULTS = """
      maxbytes
      maxconns
      tcpport
      udpport
      inter
      verbosity
      oldest
      evictions on
      domain_socket NULL
      umask 700
      shutdown_command no
      growth_factor 1.25
      chunk_size 48
      num_threads
      num_threads_per_udp
      stat_key_prefix :
      detail_enabled no
      reqs_per_event 20
      cas_enabled yes
      tcp_backlog 1024
      binding_protocol auto-negotiate
      auth_enabled_sasl no
      auth_enabled_ascii no
      item_size_max
      maxconns_fast yes
      hashpower_init
      slab_reassign yes
      slab_automove 1
      slab_automove_ratio 0.80
      slab_automove_window 30
      slab_chunk_max
      lru_crawler yes
      lru_crawler_sleep 100
      lru_crawler_tocrawl
      tail_repair_time
      flush_enabled yes
      dump_enabled yes
      hash_algorithm murmur3
      lru_maintainer_thread yes
      lru_segmented yes
      hot_lru_pct 20
      warm_lru_pct 40
      hot_max_factor 0.20
      warm_max_factor 2.00
      temp_lru no
      temporary_ttl 61
      idle_timeout
      watcher_logbuf_size 262144
      worker_logbuf_size 65536
      read_buf_mem_limit
      track_sizes no
      inline_ascii_response no
      ext_item_size 512
      ext_item_age 4294967295
      ext_low_ttl
      ext_recache_rate 2000
      ext_wbuf_size 4194304
      ext_compact_under
      ext_drop_under
      ext_max_sleep 1000000
      ext_max_frag 0.80
      slab_automove_freeratio 0.010
      ext_drop_unread no
      ssl_enabled no
      ssl_chain_cert (null)
      ssl_key (null)
      ssl_verify_mode
      ssl_keyformat 1
      ssl_ciphers NULL
      ssl_ca_cert NULL
      ssl_wbuf_size 16384
      ssl_session_cache no
      ssl_kernel_tls no
      ssl_min_version tlsv1.2
      num_napi_ids (null)
      memory_file (null)
      """;

  private SettingsReport() {}

  /**
   * The settings as they were at the beginning.
   *
   * @param settings what the server was told
   * @param classes how it tells items apart
   * @return the report
   */
  public static Report of(Settings settings, SlabClasses classes) {
    Report report = new Report(DEFAULTS)
        .put("maxbytes", settings.maxBytes())
        .put("maxconns", settings.maxConnections())
        .put("tcpport", settings.port().getAsInt())
        .put("inter", settings.host())
        .put("num_threads", settings.threads())
        .put("num_threads_per_udp", settings.threads())
        .put("item_size_max", settings.maxItemBytes())
        .put("slab_chunk_max", classes.largestChunk());
    Path passwordFile = settings.passwordFile();
    return passwordFile == null
        ? report
        : report.put("auth_enabled_ascii", passwordFile.toString());
  }
}
