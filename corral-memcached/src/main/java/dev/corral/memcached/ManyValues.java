package dev.corral.memcached;

import dev.corral.key.Key;
import dev.corral.memcached.connection.Node;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.SharedValueRequest;
import dev.corral.memcached.request.ValuesRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values of many keys on their way, in as few commands as their servers allow.
 *
 * @param <V> what the values are
 */
final class ManyValues<V> implements GetBatches.Sender<Integer> {
  private final Cluster cluster;
  private final long timeout;
  private final boolean isAwaited;
  private final FoundValues<V> found;
  private final Key[] keys;
  private final List<Part<?>> parts = new ArrayList<>(1);

  /** A request, and the places of the keys that it reads. */
  private record Part<R extends @Nullable Object>(List<Integer> places, Request<R> request) {}

  /**
   * Prepares to ask.
   *
   * @param isAwaited whether the calling thread is going to wait for them at once
   */
  ManyValues(Cluster cluster, Collection<String> asked, long timeout, boolean isAwaited) {
    this.cluster = cluster;
    this.timeout = timeout;
    this.isAwaited = isAwaited;
    this.found = new FoundValues<>(asked);
    this.keys = new Key[found.asked()];
    for (int place = 0; place < keys.length; place++) {
      keys[place] = Key.raw(found.key(place));
    }
  }

  /** Asks for all of them. Keys that come twice are asked once. */
  static <V> ManyValues<V> ask(
      Cluster cluster, Collection<String> asked, long timeout, boolean isAwaited) {
    ManyValues<V> values = new ManyValues<>(cluster, asked, timeout, isAwaited);
    values.batches().sendAll();
    return values;
  }

  /** What is to be sent to each server. */
  GetBatches<Integer> batches() {
    GetBatches<Integer> batches = new GetBatches<>(cluster.topology(), place -> keys[place], this);
    for (int place = 0; place < keys.length; place++) {
      batches.add(place);
    }
    return batches;
  }

  @Override
  public boolean sendMany(Node node, List<Integer> places) {
    Key[] read = new Key[places.size()];
    for (int i = 0; i < read.length; i++) {
      read[i] = keys[places.get(i)];
    }
    Request<byte @Nullable [][]> request = expected(new ValuesRequest(Arrays.asList(read)));
    boolean isSent = node.submit(request, read[0], timeout);
    if (isSent) {
      parts.add(new Part<>(places, request));
    }
    return isSent;
  }

  @Override
  public void sendOne(Integer place) {
    Request<byte @Nullable []> request = expected(new SharedValueRequest(keys[place]));
    parts.add(new Part<>(List.of(place), cluster.send(request, timeout)));
  }

  private <R extends Request<?>> R expected(R request) {
    if (isAwaited) {
      request.expect();
    }
    return request;
  }

  CompletableFuture<?> all() {
    return CompletableFuture.allOf(parts.stream()
        .map(part -> part.request().toCompletableFuture()) // so that it is known to be watched
        .toArray(CompletableFuture<?>[]::new));
  }

  /** Waits for all, and decodes those that are there, in the order in which they were asked for. */
  Map<String, V> join(Function<byte[], V> decoding) {
    for (Part<?> part : parts) {
      Object values = part.request().join();
      for (int i = 0; i < part.places().size(); i++) {
        byte[] value = values instanceof byte[][] many ? many[i] : (byte[]) values;
        if (value != null) {
          found.put(part.places().get(i), decoding.apply(value));
        }
      }
    }
    return found;
  }
}
