package dev.corral.dashboard.sample;

import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.metric.Latencies;
import dev.corral.ring.Server;
import dev.corral.time.Ticker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Watches the servers of a store, each by itself: those on the ring, and spare ones. */
final class ServerWatch {
  private final Ticker ticker;

  /** By address: a server's name and weight may change while it stays. */
  private final Map<String, WatchedServer> watched = new HashMap<>();

  ServerWatch(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Sends each server a probe. */
  void ask(MemcachedStore store, Executor threads) {
    MemcachedStore hurried = store.within(Patience.LENGTH);
    for (NodeStatus status : store.nodes()) {
      watched(status).ask(() -> hurried.stats(status.server()), threads);
    }
  }

  /** Forgets what the servers told, since nobody looks. */
  void rest() {
    watched.values().forEach(WatchedServer::rest);
  }

  private WatchedServer watched(NodeStatus status) {
    return watched.computeIfAbsent(
        status.server().address(), unused -> new WatchedServer(status, ticker));
  }

  /** A row for each server that is there now: first the ring's in its order, then spare ones. */
  List<Map<String, @Nullable Object>> rows(MemcachedStore store, Span span, long now) {
    Map<String, NodeStatus> spare = new HashMap<>();
    store.nodes().forEach(status -> spare.put(status.server().address(), status));
    watched.keySet().retainAll(spare.keySet());
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (Server server : store.membership().ring().servers().servers()) {
      NodeStatus status = spare.remove(server.address());
      if (status != null) { // it may be joining just now
        rows.add(row(server, false, status, span, now));
      }
    }
    spare.values().stream()
        .sorted(Comparator.comparing(status -> status.server().name()))
        .forEach(status -> rows.add(row(status.server(), true, status, span, now)));
    return rows;
  }

  private Map<String, @Nullable Object> row(
      Server server, boolean spare, NodeStatus status, Span span, long now) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("name", server.name());
    row.put("address", server.address());
    row.put("spare", spare);
    row.putAll(watched(status).row(status, span, now));
    return row;
  }

  /** How long all requests took that ended in the last span. */
  Latencies trips() {
    return watched.values().stream()
        .map(WatchedServer::trips)
        .reduce(Latencies.none(), Latencies::plus);
  }
}
