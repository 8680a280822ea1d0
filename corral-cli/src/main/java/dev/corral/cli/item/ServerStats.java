package dev.corral.cli.item;

import dev.corral.Corral;
import dev.corral.cli.option.StoreAddress;
import dev.corral.codec.Codec;
import dev.corral.fault.CorralException;
import dev.corral.fault.UnavailableException;
import dev.corral.memcached.MemcachedClient;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Server;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * What a server has told of itself.
 *
 * @param statistics by name, in the server's order
 * @param fault why there are none, if so
 */
record ServerStats(Map<String, String> statistics, Optional<String> fault) {
  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");

  /** Asks all servers at once, and each by itself if one of them does not answer. */
  static Map<Server, ServerStats> ofAll(MemcachedStore store, String uri, String group) {
    try {
      Map<Server, ServerStats> told = new LinkedHashMap<>();
      ask(store, group)
          .forEach((server, stats) -> told.put(server, new ServerStats(stats, Optional.empty())));
      return told;
    } catch (UnavailableException e) {
      return ofEach(uri, store.membership().ring().servers().servers(), group);
    }
  }

  /** Asks each of these servers by a store of its own: one that is down hides no other. */
  static Map<Server, ServerStats> ofEach(String uri, List<Server> servers, String group) {
    ExecutorService threads = Executors.newFixedThreadPool(servers.size());
    try {
      Map<Server, CompletableFuture<ServerStats>> asked = new LinkedHashMap<>();
      servers.forEach(server ->
          asked.put(server, CompletableFuture.supplyAsync(() -> of(uri, server, group), threads)));
      Map<Server, ServerStats> told = new LinkedHashMap<>();
      asked.forEach((server, stats) -> told.put(server, stats.join()));
      return told;
    } finally {
      threads.shutdown();
    }
  }

  private static ServerStats of(String uri, Server server, String group) {
    try (Corral corral = PatientStores.open(StoreAddress.parse(uri).of(server))) {
      MemcachedStore store = (MemcachedStore) corral.store();
      return new ServerStats(ask(store, group).values().iterator().next(), Optional.empty());
    } catch (CorralException e) {
      return new ServerStats(Map.of(), Optional.of(String.valueOf(e.getMessage())));
    }
  }

  private static Map<Server, Map<String, String>> ask(MemcachedStore store, String group) {
    MemcachedClient<byte[]> client = store.client(Codec.bytes());
    return group.isEmpty() ? client.stats() : client.stats(group);
  }

  /** For programs: numbers as such, or the fault. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fault.ifPresent(sentence -> fields.put("fault", sentence));
    statistics.forEach((name, value) ->
        fields.put(name, NUMBER.matcher(value).matches() ? new BigDecimal(value) : value));
    return fields;
  }
}
