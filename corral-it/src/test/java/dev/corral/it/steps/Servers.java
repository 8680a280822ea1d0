package dev.corral.it.steps;

import dev.corral.codec.Codec;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.memcached.MemcachedClient;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Three memcached servers. They are cache1, cache2 and cache3 on the ring whatever their ports are,
 * so that each key has the same server in every run.
 */
public final class Servers implements AutoCloseable {
  private final List<Memcached> three = List.of(started(), started(), started());

  private static Memcached started() {
    return Memcached.with().start();
  }

  /** Where they are. */
  public ServerList list() {
    return ServerList.of(IntStream.range(0, three.size())
        .mapToObj(i -> three.get(i).server().withName("cache" + (i + 1)))
        .toList());
  }

  /** A store on them that waits longer than a busy machine needs. */
  MemcachedStore open() {
    MemcachedStore store =
        MemcachedStore.open(list(), o -> o.deadline(Nodes.PATIENCE).connectTimeout(Nodes.PATIENCE));
    Nodes.awaitConnected(store);
    return store;
  }

  /** Returns when items that live for that long, in whole seconds, are gone from each of them. */
  public void pass(Duration time) {
    try (MemcachedStore store = open()) {
      MemcachedClient<String> client = store.client(Codec.strings());
      // So many that each server has some.
      List<String> sand = IntStream.range(0, 100).mapToObj(i -> "sand" + i).toList();
      sand.forEach(grain -> client.set(grain, "", time));
      Memcached.awaitUntil("time to pass", () -> client.getAll(sand).isEmpty());
    }
  }

  /** Ends cache2, as {@code kill -9} does. */
  public void killOne() {
    three.get(1).kill();
  }

  @Override
  public void close() {
    three.forEach(Memcached::close);
  }
}
