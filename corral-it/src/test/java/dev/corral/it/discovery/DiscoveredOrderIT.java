package dev.corral.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import dev.corral.it.Samples;
import dev.corral.it.discovery.ConfiguredCluster.Member;
import dev.corral.it.discovery.ScriptedDns.RecordType;
import dev.corral.memcached.Discovery;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Priorities, weights and the order of what is told. */
class DiscoveredOrderIT {
  private static final String NAME = "cache.test";
  private static final String SERVICE = "_memcache._tcp." + NAME;

  @RegisterExtension
  static final Memcached FIRST = Memcached.with();

  @RegisterExtension
  static final Memcached SECOND = Memcached.with();

  private final ScriptedDns dns = new ScriptedDns();
  private final AtomicInteger connections = new AtomicInteger();

  @BeforeEach
  void name() {
    dns.put("cache1.test", RecordType.A, "127.0.0.1");
    dns.put("cache2.test", RecordType.A, "127.0.0.1");
  }

  @AfterEach
  void close() {
    dns.close();
  }

  @Test
  void theFirstPriorityCountsForAsLongAsThereIsOne() {
    dns.put(SERVICE, RecordType.SRV, record(20, 1, SECOND), record(10, 1, FIRST));
    try (WatchedStore store = open(Discovery.srv(SERVICE))) {
      assertThat(store.servers()).containsExactly(address(FIRST));
      dns.put(SERVICE, RecordType.SRV, record(20, 1, SECOND));
      store.awaitServers(address(SECOND));
      dns.put(SERVICE, RecordType.SRV, record(20, 1, SECOND), record(10, 1, FIRST));
      store.awaitServers(address(FIRST));
      store.assertServes();
    }
  }

  @Test
  void weightsAreThoseOfTheRing() {
    dns.put(SERVICE, RecordType.SRV, record(0, 0, FIRST), record(0, 4, SECOND));
    try (WatchedStore store = open(Discovery.srv(SERVICE))) {
      assertThat(weights(store)).containsExactlyInAnyOrder(1, 4);
      assertThat(share(store, SECOND)).isBetween(0.7, 0.9);
      awaitConnections(2);
      dns.put(SERVICE, RecordType.SRV, record(0, 3, FIRST), record(0, 1, SECOND));
      Memcached.awaitUntil("other weights", () -> weights(store).equals(List.of(3, 1)));
      assertThat(share(store, SECOND)).isBetween(0.15, 0.35);
      store.assertServes();
      assertThat(connections).as("connections made").hasValue(2);
    }
  }

  @Test
  void addressesInAnotherOrderChangeNothing() {
    try (Memcached beside = Memcached.beside(FIRST, "127.0.0.2").start()) {
      dns.put(NAME, RecordType.A, "127.0.0.1", "127.0.0.2");
      try (WatchedStore store = open(Discovery.dns(NAME + ":" + FIRST.server().port()))) {
        assertSteady(
            store,
            2,
            dns::questions,
            () -> dns.put(NAME, RecordType.A, "127.0.0.2", "127.0.0.1"),
            () -> dns.put(NAME, RecordType.A, "127.0.0.1", "127.0.0.2", "127.0.0.1"));
        assertThat(store.servers())
            .containsExactlyInAnyOrder(FIRST.server().address(), beside.server().address());
      }
    }
  }

  @Test
  void recordsInAnotherOrderChangeNothing() {
    dns.put(SERVICE, RecordType.SRV, record(0, 1, FIRST), record(0, 1, SECOND));
    try (WatchedStore store = open(Discovery.srv(SERVICE))) {
      assertSteady(
          store,
          2,
          dns::questions,
          () -> dns.put(SERVICE, RecordType.SRV, record(0, 1, SECOND), record(0, 1, FIRST)),
          () -> dns.put(SERVICE, RecordType.SRV, record(0, 1, FIRST), record(0, 1, SECOND)));
    }
  }

  @Test
  void aClusterInAnotherOrderChangesNothing() {
    List<Member> members = List.of(Member.of(FIRST.server()), Member.of(SECOND.server()));
    List<Member> others = List.of(members.get(1), members.get(0));
    try (ConfiguredCluster cluster = new ConfiguredCluster()) {
      cluster.show(1, members);
      try (WatchedStore store = open(Discovery.cluster(cluster.server().address()))) {
        assertSteady(
            store,
            3, // one of them to the endpoint
            cluster::questions,
            () -> cluster.show(2, others),
            () -> cluster.show(3, members));
        assertThat(cluster.connections()).isEqualTo(1);
      }
    }
  }

  /** Each of these is looked at often, and neither the ring nor one of the connections changes. */
  private void assertSteady(
      WatchedStore store, int count, IntSupplier questions, Runnable... shuffles) {
    Ring ring = store.store().membership().ring();
    store.assertServes();
    awaitConnections(count);
    for (Runnable shuffle : shuffles) {
      shuffle.run();
      int goal = questions.getAsInt() + 8;
      Memcached.awaitUntil("more questions", () -> questions.getAsInt() >= goal);
    }
    assertThat(store.changes()).isZero();
    assertThat(store.store().membership().ring()).isSameAs(ring);
    store.assertServes();
    assertThat(connections).as("connections made").hasValue(count);
  }

  /** Waits for what is told a moment after a connection is made. */
  private void awaitConnections(int count) {
    Memcached.awaitUntil("connections", () -> connections.get() == count);
  }

  private WatchedStore open(Discovery discovery) {
    return WatchedStore.open(
        dns,
        discovery,
        options -> options.listener(event -> {
          if (event instanceof NodeEvent.Connected) {
            connections.incrementAndGet();
          }
        }));
  }

  private static List<Integer> weights(WatchedStore store) {
    return store.store().membership().ring().servers().servers().stream()
        .map(Server::weight)
        .toList();
  }

  private static double share(WatchedStore store, Memcached server) {
    Ring ring = store.store().membership().ring();
    return Samples.keys("share", 2000).stream()
            .filter(key -> ring.locate(key).address().equals(address(server)))
            .count()
        / 2000.0;
  }

  private static String record(int priority, int weight, Memcached server) {
    return priority + " " + weight + " " + server.server().port() + " " + host(server);
  }

  private static String address(Memcached server) {
    return host(server) + ":" + server.server().port();
  }

  private static String host(Memcached server) {
    return server == FIRST ? "cache1.test" : "cache2.test";
  }
}
