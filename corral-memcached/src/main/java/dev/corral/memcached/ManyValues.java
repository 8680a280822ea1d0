package dev.corral.memcached;

import dev.corral.key.Key;
import dev.corral.memcached.connection.Node;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.memcached.request.ValuesRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of many keys on their way, in as few commands as their servers allow. */
final class ManyValues implements GetBatches.Sender<Key> {
  private final Cluster cluster;
  private final List<Key> keys;
  private final long timeout;
  private final List<Part<?>> parts = new ArrayList<>();

  /** A request, and the keys that it reads. */
  private record Part<R extends @Nullable Object>(List<Key> keys, Request<R> request) {}

  ManyValues(Cluster cluster, List<Key> keys, long timeout) {
    this.cluster = cluster;
    this.keys = keys;
    this.timeout = timeout;
  }

  /** Asks for all of them. Keys that come twice are asked once. */
  static ManyValues ask(Cluster cluster, Collection<String> keys, long timeout) {
    List<Key> valid = new LinkedHashSet<>(keys).stream().map(Key::raw).toList();
    ManyValues values = new ManyValues(cluster, valid, timeout);
    GetBatches<Key> batches = new GetBatches<>(cluster.topology(), key -> key, values);
    valid.forEach(batches::add);
    batches.sendAll();
    return values;
  }

  @Override
  public boolean sendMany(Node node, List<Key> keys) {
    Request<byte @Nullable [][]> request = new ValuesRequest(keys);
    boolean isSent = node.submit(request, keys.get(0), timeout);
    if (isSent) {
      parts.add(new Part<>(keys, request));
    }
    return isSent;
  }

  @Override
  public void sendOne(Key key) {
    parts.add(new Part<>(List.of(key), cluster.send(new ValueRequest(key), timeout)));
  }

  CompletableFuture<?> all() {
    return CompletableFuture.allOf(parts.stream()
        .map(part -> part.request().toCompletableFuture()) // so that it is known to be watched
        .toArray(CompletableFuture<?>[]::new));
  }

  /** Waits for all, and decodes those that are there, in the order in which they were asked for. */
  <V> Map<String, V> join(Function<byte[], V> decoding) {
    Map<Key, byte[]> found = new HashMap<>();
    for (Part<?> part : parts) {
      Object values = part.request().join();
      for (int i = 0; i < part.keys().size(); i++) {
        byte[] value = values instanceof byte[][] many ? many[i] : (byte[]) values;
        if (value != null) {
          found.put(part.keys().get(i), value);
        }
      }
    }
    Map<String, V> decoded = new LinkedHashMap<>();
    for (Key key : keys) {
      byte[] value = found.get(key);
      if (value != null) {
        decoded.put(key.toString(), decoding.apply(value));
      }
    }
    return decoded;
  }
}
