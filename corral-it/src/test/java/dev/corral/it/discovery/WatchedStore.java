package dev.corral.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Samples;
import dev.corral.key.Key;
import dev.corral.memcached.Discovery;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.ring.Server;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A store whose servers are looked for every 20 ms, and which counts how often they change. */
final class WatchedStore implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(20);
  private static final List<Key> KEYS = Samples.keys("watched", 20);

  private final MemcachedStore store;
  private final AtomicInteger changes = new AtomicInteger();

  WatchedStore(MemcachedStore store) {
    this.store = store;
    store.membership().addListener((before, after) -> changes.incrementAndGet());
  }

  static WatchedStore open(ScriptedDns dns, Discovery discovery) {
    return open(dns, discovery, options -> options);
  }

  static WatchedStore open(
      ScriptedDns dns, Discovery discovery, UnaryOperator<MemcachedOptions> more) {
    return new WatchedStore(MemcachedStore.open(
        discovery,
        options -> more.apply(options
            .nameServer(dns.server())
            .deadline(Nodes.PATIENCE)
            .connectTimeout(Nodes.PATIENCE)
            .discoveryInterval(INTERVAL))));
  }

  MemcachedStore store() {
    return store;
  }

  /** How often the ring has changed. */
  int changes() {
    return changes.get();
  }

  /** The servers that there are connections to. */
  Set<String> servers() {
    return store.nodes().stream()
        .map(NodeStatus::server)
        .map(Server::address)
        .collect(Collectors.toSet());
  }

  void awaitServers(String... addresses) {
    Set<String> wanted = Set.of(addresses);
    Memcached.awaitUntil("the ring to have " + wanted, () -> servers().equals(wanted));
  }

  /** All is as it was at first, and the servers answer. */
  void assertUnchanged(String... addresses) {
    assertThat(servers()).containsExactlyInAnyOrder(addresses);
    assertThat(changes()).as("changes of the ring").isZero();
    assertServes();
  }

  void assertServes() {
    for (Key key : KEYS) {
      store.set(key, Samples.value(key), Ttl.NEVER).join();
      Nodes.assertAnswered(store, key);
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
