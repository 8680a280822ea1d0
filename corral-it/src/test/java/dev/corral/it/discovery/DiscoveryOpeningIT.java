package dev.corral.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.CorralException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.it.Conversation;
import dev.corral.it.Footprint;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.ScriptedServer;
import dev.corral.it.ScriptedServer.Script;
import dev.corral.it.Table;
import dev.corral.it.Way;
import dev.corral.it.discovery.ConfiguredCluster.Member;
import dev.corral.it.discovery.ScriptedDns.Manner;
import dev.corral.it.discovery.ScriptedDns.RecordType;
import dev.corral.memcached.Discovery;
import dev.corral.memcached.MemcachedStore;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A store opens on the servers that are found, or says in time why there are none. */
class DiscoveryOpeningIT {
  private static final String NAME = "cache.test";
  private static final String SERVICE = "_memcache._tcp." + NAME;

  /** What two questions to a silent name server take, and some more. */
  private static final Duration IN_TIME = Duration.ofSeconds(6);

  @RegisterExtension
  static final Memcached SERVER = Memcached.with();

  private final ScriptedDns dns = new ScriptedDns();
  private final Table table = Table.of("no servers", "asked for", "after", "fault");

  @AfterEach
  void close() {
    dns.close();
  }

  @Test
  void aUriSaysWhereToLook() {
    dns.put(NAME, RecordType.A, "127.0.0.1");
    dns.put(SERVICE, RecordType.SRV, "0 0 " + SERVER.server().port() + " " + NAME);
    String names = "&nameServer=" + dns.server();
    assertOpens("memcached://?dns=" + NAME + ":" + SERVER.server().port() + names);
    assertOpens("memcached://?discoveryInterval=20ms&srv=" + SERVICE + names);
    try (ConfiguredCluster cluster = new ConfiguredCluster()) {
      cluster.show(1, List.of(Member.of(SERVER.server())));
      assertOpens("memcached://?cluster=" + cluster.server().address());
      dns.put("config." + NAME, RecordType.A, "127.0.0.1");
      assertOpens("memcached://?cluster=config." + NAME + ":" + cluster.server().port() + names);
    }
  }

  private static void assertOpens(String uri) {
    try (WatchedStore store =
        new WatchedStore(MemcachedStore.open(uri + "&deadline=10s&connectTimeout=10s"))) {
      store.assertServes();
    }
  }

  @Test
  void withoutServersThereIsNoStore() {
    Footprint before = Footprint.afterTheFirstStore(Way.PLAIN);
    dns.put(NAME, RecordType.CNAME, "nowhere.test");
    for (Manner manner : List.of(Manner.TRUTHFUL, Manner.DENYING, Manner.FAILING)) {
      dns.manner(manner);
      refuse(Discovery.dns(NAME + ":11211"), UnavailableException.class, NAME);
      refuse(Discovery.srv(SERVICE), UnavailableException.class, SERVICE);
      refuse(Discovery.cluster("config." + NAME + ":11211"), UnavailableException.class, "config.");
    }
    dns.manner(Manner.SILENT);
    refuse(Discovery.dns(NAME + ":11211"), UnavailableException.class, NAME);
    table.show();
    Footprint.awaitAtMost(before);
  }

  @Test
  void whoTellsOfNoClusterIsNamed() {
    String plain = SERVER.server().address();
    refuse(Discovery.cluster(plain), RejectedException.class, plain, "'config get cluster'");
    String gone;
    try (ConfiguredCluster empty = new ConfiguredCluster()) {
      gone = empty.server().address();
      refuse(Discovery.cluster(gone), RejectedException.class, gone, "no list of servers");
    }
    refuse(Discovery.cluster(gone), UnavailableException.class, gone);
    try (ScriptedServer silent = ScriptedServer.always(Conversation::ignore);
        ConfiguredCluster still = new ConfiguredCluster()) {
      still.manner(ConfiguredCluster.Manner.STILL);
      for (String address : List.of(silent.server().address(), still.server().address())) {
        refuse(Discovery.cluster(address), UnavailableException.class, address);
      }
    }
    table.show();
  }

  @Test
  void anEndpointMayTakeLongerThanARequest() {
    Script slow = connection -> {
      connection.idle(Duration.ofMillis(200));
      connection.greet();
      connection.next();
      connection.idle(Duration.ofMillis(200));
      String told = "1\n" + Member.of(SERVER.server()) + "\n";
      connection.write("CONFIG cluster 0 " + told.length() + "\r\n" + told + "\r\nEND\r\n");
      connection.serve();
    };
    try (ScriptedServer endpoint = ScriptedServer.always(slow);
        MemcachedStore store = MemcachedStore.open(
            Discovery.cluster(endpoint.server().address()),
            options -> options.deadline(Duration.ofMillis(20)).connectTimeout(Nodes.PATIENCE))) {
      assertThat(store.nodes()).hasSize(1);
    }
  }

  @Test
  void serversThatAreDownAreFoundAllTheSame() {
    dns.put(NAME, RecordType.A, "127.0.0.1", "127.0.0.9");
    try (WatchedStore store =
        WatchedStore.open(dns, Discovery.dns(NAME + ":" + SERVER.server().port()))) {
      assertThat(store.servers()).hasSize(2);
      dns.put(NAME, RecordType.A, "127.0.0.1");
      store.awaitServers(SERVER.server().address());
      store.assertServes();
    }
  }

  private void refuse(
      Discovery discovery, Class<? extends CorralException> type, String... message) {
    long began = System.nanoTime();
    Throwable fault = Assertions.catchThrowable(
        () -> MemcachedStore.open(discovery, options -> options.nameServer(dns.server()))
            .close());
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    table.row(discovery, took, String.valueOf(fault));
    assertThat(fault).isInstanceOf(type).hasMessageContainingAll(message);
    assertThat(took).isLessThan(IN_TIME);
  }
}
