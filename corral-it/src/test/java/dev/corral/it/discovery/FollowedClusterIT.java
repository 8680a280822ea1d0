package dev.corral.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import dev.corral.it.Table;
import dev.corral.it.discovery.ConfiguredCluster.Member;
import dev.corral.it.discovery.ScriptedDns.RecordType;
import dev.corral.memcached.Discovery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Clusters grow and shrink under load, as each kind of discovery tells it, and no request fails, is
 * lost or goes astray.
 */
class FollowedClusterIT {
  private static final Duration INTERVAL = Duration.ofMillis(50);
  private static final String NAME = "cache.test";
  private static final String SERVICE = "_memcache._tcp." + NAME;

  private static final Table TABLE = Table.of(
      "a cluster that grows and shrinks, looked at every 50 ms",
      "kind",
      "changes",
      "requests",
      "failed",
      "lost",
      "astray",
      "longest until followed");

  /** One port on four addresses. */
  private static final Memcached FIRST = Memcached.with().start();

  private static final Memcached SECOND = Memcached.beside(FIRST, "127.0.0.2");
  private static final Memcached THIRD = Memcached.beside(FIRST, "127.0.0.3");
  private static final Memcached FOURTH = Memcached.beside(FIRST, lastAddress());
  private static final List<Memcached> ALL = List.of(FIRST, SECOND, THIRD, FOURTH);

  /** What there is after the first two. */
  private static final List<List<Memcached>> CHANGES = Collections.nCopies(
          Boolean.getBoolean("corral.long") ? 20 : 1,
          List.of(
              List.of(FIRST, SECOND, THIRD),
              ALL,
              List.of(FOURTH),
              List.of(THIRD, SECOND),
              List.of(FIRST, FOURTH),
              ALL,
              List.of(SECOND, FIRST)))
      .stream()
      .flatMap(List::stream)
      .toList();

  private final ScriptedDns dns = new ScriptedDns();

  private static String lastAddress() {
    try {
      return NetworkInterface.networkInterfaces()
              .flatMap(NetworkInterface::inetAddresses)
              .anyMatch(address -> address instanceof Inet6Address && address.isLoopbackAddress())
          ? "::1"
          : "127.0.0.4";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  static void start() {
    Stream.of(SECOND, THIRD, FOURTH).forEach(Memcached::start);
  }

  @AfterEach
  void closeNames() {
    dns.close();
  }

  @AfterAll
  static void stop() {
    ALL.forEach(Memcached::close);
    TABLE.show();
  }

  @Test
  void addressesOfAHostAreFollowed() {
    Consumer<List<Memcached>> source = servers -> {
      dns.put(NAME, RecordType.A, hosts(servers, false));
      dns.put(NAME, RecordType.AAAA, hosts(servers, true));
    };
    follow(
        "dns",
        source,
        Discovery.dns(NAME + ":" + FIRST.server().port()),
        memcached -> memcached.server().address());
  }

  @Test
  void recordsOfAServiceAreFollowed() {
    ALL.forEach(memcached -> dns.put(
        name(memcached),
        isLong(memcached) ? RecordType.AAAA : RecordType.A,
        memcached.server().host()));
    Consumer<List<Memcached>> source = servers -> dns.put(
        SERVICE,
        RecordType.SRV,
        servers.stream()
            .map(memcached -> "0 1 " + memcached.server().port() + " " + name(memcached))
            .toArray(String[]::new));
    follow("srv", source, Discovery.srv(SERVICE), FollowedClusterIT::namedAddress);
  }

  @Test
  void whatAClusterSaysOfItselfIsFollowed() {
    try (ConfiguredCluster cluster = new ConfiguredCluster()) {
      long[] number = {10};
      Consumer<List<Memcached>> source = servers -> cluster.show(
          number[0]++,
          servers.stream()
              .map(memcached ->
                  new Member("", memcached.server().host(), memcached.server().port()))
              .toList());
      Discovery discovery = Discovery.cluster(cluster.server().address());
      follow("cluster", source, discovery, memcached -> memcached.server().address());
    }
  }

  private void follow(
      String kind,
      Consumer<List<Memcached>> source,
      Discovery discovery,
      Function<Memcached, String> address) {
    source.accept(List.of(FIRST, SECOND));
    long longest = 0;
    RoutedLoad load;
    try (WatchedStore store =
        WatchedStore.open(dns, discovery, options -> options.discoveryInterval(INTERVAL))) {
      load = new RoutedLoad(store.store(), kind, 8);
      try (load) {
        load.awaitMore(400);
        for (List<Memcached> servers : CHANGES) {
          String[] wanted = servers.stream().map(address).toArray(String[]::new);
          load.changing();
          long told = System.nanoTime();
          source.accept(servers);
          store.awaitServers(wanted);
          longest = Math.max(longest, System.nanoTime() - told);
          load.changed();
          load.awaitMore(400);
        }
      }
    }
    long astray = load.astray(ALL, address);
    TABLE.row(
        kind,
        CHANGES.size(),
        load.requests(),
        load.failed(),
        load.lost(),
        astray,
        Duration.ofNanos(longest));
    assertThat(load.failed()).as("requests that failed: %s", load.faults()).isZero();
    assertThat(load.lost()).as("items not found where they were just written").isZero();
    assertThat(astray).as("items on a server that they don't belong to").isZero();
    assertThat(load.requests()).isGreaterThan(400L * CHANGES.size());
  }

  private static String[] hosts(List<Memcached> servers, boolean isLong) {
    return servers.stream()
        .filter(memcached -> isLong(memcached) == isLong)
        .map(memcached -> memcached.server().host())
        .toArray(String[]::new);
  }

  /** Whether its address is one of IPv6. */
  private static boolean isLong(Memcached memcached) {
    return memcached.server().host().contains(":");
  }

  private static String name(Memcached memcached) {
    return "cache" + ALL.indexOf(memcached) + ".test";
  }

  private static String namedAddress(Memcached memcached) {
    return name(memcached) + ":" + memcached.server().port();
  }
}
