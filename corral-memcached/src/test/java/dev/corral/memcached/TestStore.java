package dev.corral.memcached;

import dev.corral.key.Key;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.memcached.connection.LocalTransport;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.ring.Membership;
import dev.corral.ring.Server;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A store on servers within this JVM, and what it is made of. */
record TestStore(
    MemcachedStore store, Cluster cluster, LocalTransport transport, Queue<NodeEvent> events)
    implements AutoCloseable {

  /** On all of the servers. */
  static TestStore open(LocalServers servers, UnaryOperator<MemcachedOptions> change) {
    return open(
        servers, new Membership(servers.list(), MemcachedOptions.DEFAULTS.dialect()), change);
  }

  /** On some of them. */
  static TestStore open(
      LocalServers servers, Membership membership, UnaryOperator<MemcachedOptions> change) {
    Queue<NodeEvent> events = new ConcurrentLinkedQueue<>();
    // Patient with a machine that is busy otherwise, but quick to find a server again.
    MemcachedOptions options = change
        .apply(MemcachedOptions.DEFAULTS
            .deadline(Duration.ofSeconds(10))
            .connectTimeout(Duration.ofSeconds(10))
            .drainTimeout(Duration.ofSeconds(10))
            .reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(5))
            .listener(events::add))
        .validated();
    LocalTransport transport = servers.transport();
    Cluster cluster =
        new Cluster(membership, options, Cluster.settings(options), transport, () -> {});
    return new TestStore(MemcachedStore.open(cluster, options), cluster, transport, events);
  }

  NodeStatus status(String address) {
    return store.nodes().stream()
        .filter(status -> status.server().address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until all servers have greeted. */
  TestStore awaitConnected() {
    LocalServers.await(
        "all connections", () -> store.nodes().stream().allMatch(NodeStatus::isConnected));
    return this;
  }

  /** Waits until a server counts as down. */
  void awaitEjected(String address) {
    LocalServers.await(address + " to be ejected", () -> status(address).isEjected());
  }

  /** Waits until a server has its keys back. */
  void awaitReadmitted(String address) {
    LocalServers.await(address + " to be back", () -> {
      NodeStatus status = status(address);
      return status.isConnected() && !status.isEjected();
    });
  }

  /** A key that belongs to a server. */
  String keyOf(String address) {
    return keysOf(address, 1).get(0);
  }

  /** Keys that belong to a server. */
  List<String> keysOf(String address, int count) {
    Server server = store.membership().ring().servers().find(address).orElseThrow();
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "key-" + i)
        .filter(key -> store.membership().ring().locate(Key.raw(key)).equals(server))
        .limit(count)
        .toList();
  }

  @Override
  public void close() {
    store.close();
  }
}
