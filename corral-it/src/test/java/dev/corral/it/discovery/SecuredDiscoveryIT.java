package dev.corral.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UntrustedException;
import dev.corral.it.Memcached;
import dev.corral.it.Samples;
import dev.corral.it.discovery.ConfiguredCluster.Member;
import dev.corral.it.discovery.ScriptedDns.RecordType;
import dev.corral.it.secure.Authority;
import dev.corral.it.secure.Identity;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are found by name prove who they are by that name, and are told the password. */
class SecuredDiscoveryIT {
  private static final String NAME = "cache.test";
  private static final String SERVICE = "_memcache._tcp." + NAME;
  private static final String CONFIG = "config." + NAME;

  @TempDir
  private static Path folder;

  private static ScriptedDns dns;
  private static ConfiguredCluster cluster;
  private static Memcached first;
  private static Memcached second;
  private static String options;

  @BeforeAll
  static void start() throws IOException {
    Authority authority = Authority.create(folder, "authority");
    Path users = Files.writeString(folder.resolve("users"), "someone:password\n");
    first = Memcached.with(identity(authority, "cache1.test").server("-Y", users.toString()));
    first.start();
    second = Memcached.beside(
        first, "127.0.0.2", identity(authority, "cache2.test").server("-Y", users.toString()));
    second.start();
    cluster = new ConfiguredCluster(identity(authority, CONFIG).context(authority));
    dns = new ScriptedDns();
    dns.put("cache1.test", RecordType.A, "127.0.0.1");
    dns.put("cache2.test", RecordType.A, "127.0.0.2");
    dns.put("stranger.test", RecordType.A, "127.0.0.2");
    dns.put(CONFIG, RecordType.A, "127.0.0.1");
    options = "&discoveryInterval=20ms&deadline=10s&connectTimeout=10s&nameServer=" + dns.server()
        + "&tlsTrust=" + authority.certificate() + "&passwordFile=" + users;
  }

  /** A certificate for a server, and for the name that stands for all of them. */
  private static Identity identity(Authority authority, String name) {
    return authority.issue(name, "DNS:" + name, "DNS:" + NAME);
  }

  @AfterAll
  static void stop() {
    Stream.of(dns, cluster, first, second).forEach(SecuredDiscoveryIT::close);
  }

  private static void close(AutoCloseable opened) {
    try {
      opened.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void addressesProveTheNameThatTheyWereFoundBy() {
    dns.put(NAME, RecordType.A, "127.0.0.1");
    try (WatchedStore store = open("dns=" + NAME + ":" + port())) {
      store.awaitServers("127.0.0.1:" + port());
      store.assertServes();
      dns.put(NAME, RecordType.A, "127.0.0.1", "127.0.0.2");
      store.awaitServers("127.0.0.1:" + port(), "127.0.0.2:" + port());
      store.assertServes();
    }
  }

  @Test
  void serversOfAServiceProveTheirOwnNames() {
    dns.put(SERVICE, RecordType.SRV, "0 1 " + port() + " cache1.test");
    try (WatchedStore store = open("srv=" + SERVICE)) {
      store.assertServes();
      dns.put(SERVICE, RecordType.SRV, record("cache1.test"), record("cache2.test"));
      store.awaitServers("cache1.test:" + port(), "cache2.test:" + port());
      store.assertServes();
    }
  }

  @Test
  void aServerOfAServiceThatIsCalledOtherwiseIsNotTrusted() {
    dns.put(SERVICE, RecordType.SRV, record("cache1.test"), record("stranger.test"));
    try (WatchedStore store = open("srv=" + SERVICE)) {
      Ring ring = store.store().membership().ring();
      Server stranger = ring.servers().find("stranger.test:" + port()).orElseThrow();
      Key key = Samples.keysOn(ring, stranger, "stranger", 1).get(0);
      assertThatThrownBy(() -> store.store().get(key).join())
          .hasCauseInstanceOf(UntrustedException.class)
          .hasMessageContaining("for another host");
    }
  }

  @Test
  void aClusterAndItsServersProveTheirNames() {
    cluster.show(1, List.of(member("cache1.test", "127.0.0.1")));
    try (WatchedStore store = open("cluster=" + CONFIG + ":" + cluster.server().port())) {
      store.assertServes();
      cluster.show(
          2, List.of(member("cache1.test", "127.0.0.1"), member("cache2.test", "127.0.0.2")));
      store.awaitServers("cache1.test:" + port(), "cache2.test:" + port());
      store.assertServes();
    }
  }

  @Test
  void anEndpointThatIsCalledOtherwiseIsNotAsked() {
    cluster.show(1, List.of(member("cache1.test", "127.0.0.1")));
    int before = cluster.questions();
    dns.put("other.test", RecordType.A, "127.0.0.1");
    assertThatThrownBy(() -> open("cluster=other.test:" + cluster.server().port()))
        .isInstanceOf(UntrustedException.class)
        .hasMessageContaining("other.test");
    assertThat(cluster.questions()).isEqualTo(before);
  }

  private static WatchedStore open(String where) {
    return new WatchedStore(MemcachedStore.open("memcacheds://?" + where + options));
  }

  private static String record(String host) {
    return "0 1 " + port() + " " + host;
  }

  private static Member member(String host, String ip) {
    return new Member(host, ip, port());
  }

  private static int port() {
    return first.server().port();
  }
}
