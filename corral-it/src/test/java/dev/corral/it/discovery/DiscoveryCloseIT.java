package dev.corral.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.it.Footprint;
import dev.corral.it.Memcached;
import dev.corral.it.Table;
import dev.corral.it.Way;
import dev.corral.it.discovery.ConfiguredCluster.Member;
import dev.corral.it.discovery.ScriptedDns.Manner;
import dev.corral.it.discovery.ScriptedDns.RecordType;
import dev.corral.memcached.Discovery;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Dialect;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A store that looks for its servers closes at any moment, and leaves nothing behind. */
class DiscoveryCloseIT {
  private static final String NAME = "cache.test";
  private static final String SERVICE = "_memcache._tcp." + NAME;
  private static final int STORES = 50;

  /** A name server that is silent is waited for longer, and an endpoint much longer. */
  private static final Duration AT_ONCE = Duration.ofMillis(900);

  @RegisterExtension
  static final Memcached SERVER = Memcached.with();

  private final Footprint before = Footprint.afterTheFirstStore(Way.PLAIN);
  private final ScriptedDns dns = new ScriptedDns();
  private final ConfiguredCluster cluster = new ConfiguredCluster();
  private final Table table = Table.of("closed while a look is under way", "kind", "after");

  @BeforeEach
  void tell() {
    dns.put(NAME, RecordType.A, "127.0.0.1");
    dns.put(SERVICE, RecordType.SRV, "0 0 " + SERVER.server().port() + " " + NAME);
    cluster.show(1, List.of(Member.of(SERVER.server())));
  }

  @AfterEach
  void close() {
    dns.close();
    cluster.close();
  }

  @Test
  void aLookThatIsUnderWayHoldsNobodyUp() {
    closeDuringALook("dns", Discovery.dns(NAME + ":" + SERVER.server().port()), dns::questions);
    closeDuringALook("srv", Discovery.srv(SERVICE), dns::questions);
    closeDuringALook("cluster", Discovery.cluster(cluster.server().address()), cluster::questions);
    table.show();
    close();
    Footprint.awaitAtMost(before);
  }

  private void closeDuringALook(String kind, Discovery discovery, IntSupplier questions) {
    WatchedStore store = WatchedStore.open(dns, discovery);
    store.assertServes();
    dns.manner(Manner.SILENT);
    cluster.manner(ConfiguredCluster.Manner.STILL);
    int goal = questions.getAsInt() + 1;
    Memcached.awaitUntil("a look", () -> questions.getAsInt() >= goal);
    long began = System.nanoTime();
    store.close();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    table.row(kind, took);
    assertThat(took).isLessThan(AT_ONCE);
    dns.manner(Manner.TRUTHFUL);
    cluster.manner(ConfiguredCluster.Manner.TELLING);
  }

  /** That dialect has no names for sockets, nor for hosts. */
  @Test
  void aStoreThatCannotBeOpenedLeavesNothingBehind() {
    ServerList spares = ServerList.of(Server.parse("unix:/run/spare.sock"));
    for (Discovery kind : kinds()) {
      assertThatThrownBy(() -> MemcachedStore.open(
              kind,
              options -> options
                  .nameServer(dns.server())
                  .dialect(Dialect.SPYMEMCACHED)
                  .guttering(1, spares)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("needs a name");
    }
    assertThatThrownBy(() -> MemcachedStore.open(
            ServerList.of(SERVER.server()),
            options -> options.dialect(Dialect.SPYMEMCACHED).guttering(1, spares)))
        .isInstanceOf(ConfigurationException.class);
    close();
    Footprint.awaitAtMost(before);
  }

  @Test
  void manyStoresLeaveNothingBehind() {
    for (int i = 0; i < STORES; i++) {
      try (WatchedStore store = WatchedStore.open(dns, kinds().get(i % 3))) {
        store.assertServes();
      }
    }
    close();
    Footprint.awaitAtMost(before);
  }

  private List<Discovery> kinds() {
    return List.of(
        Discovery.dns(NAME + ":" + SERVER.server().port()),
        Discovery.srv(SERVICE),
        Discovery.cluster(cluster.server().address()));
  }
}
