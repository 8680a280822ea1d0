package dev.corral.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import dev.corral.it.discovery.ConfiguredCluster.Manner;
import dev.corral.it.discovery.ConfiguredCluster.Member;
import dev.corral.it.discovery.ScriptedDns.RecordType;
import dev.corral.memcached.Discovery;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.node.NodeEvent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a ring does not change for: no answer, half an answer, and what is told just once. */
class DoubtfulAnswersIT {
  private static final String NAME = "cache.test";
  private static final String SERVICE = "_memcache._tcp." + NAME;
  private static final Memcached FIRST = Memcached.with().start();
  private static final Memcached SECOND = Memcached.beside(FIRST, "127.0.0.2");
  private static final Memcached THIRD = Memcached.beside(FIRST, "127.0.0.3");
  private static final int PORT = FIRST.server().port();

  private final ScriptedDns dns = new ScriptedDns();
  private final ConfiguredCluster cluster = new ConfiguredCluster();

  @BeforeAll
  static void start() {
    Stream.of(SECOND, THIRD).forEach(Memcached::start);
  }

  @AfterEach
  void close() {
    dns.close();
    cluster.close();
  }

  @AfterAll
  static void stop() {
    Stream.of(FIRST, SECOND, THIRD).forEach(Memcached::close);
  }

  @ParameterizedTest
  @CsvSource({"DENYING, 8", "FAILING, 8", "SILENT, 2"})
  void aNameServerThatDoesNotTellChangesNothing(ScriptedDns.Manner manner, int questions) {
    try (WatchedStore store = openByAddresses()) {
      dns.manner(manner);
      awaitMore(dns::questions, questions);
      store.assertUnchanged(addresses(FIRST, SECOND));
      dns.manner(ScriptedDns.Manner.TRUTHFUL);
      put(SECOND, THIRD);
      store.awaitServers(addresses(SECOND, THIRD));
      store.assertServes();
    }
  }

  @Test
  void aNameWithoutAddressesChangesNothing() {
    try (WatchedStore store = openByAddresses()) {
      put();
      awaitMore(dns::questions, 8);
      store.assertUnchanged(addresses(FIRST, SECOND));
      dns.remove(NAME);
      awaitMore(dns::questions, 8);
      store.assertUnchanged(addresses(FIRST, SECOND));
    }
  }

  @Test
  void aServiceWithoutServersChangesNothing() {
    dns.put("cache1.test", RecordType.A, "127.0.0.1");
    dns.put(SERVICE, RecordType.SRV, "0 0 " + PORT + " cache1.test");
    try (WatchedStore store = WatchedStore.open(dns, Discovery.srv(SERVICE))) {
      dns.put(SERVICE, RecordType.SRV);
      awaitMore(dns::questions, 4);
      dns.remove(SERVICE);
      awaitMore(dns::questions, 4);
      dns.put(SERVICE, RecordType.SRV, "0 0 0 .");
      awaitMore(dns::questions, 4);
      store.assertUnchanged("cache1.test:" + PORT);
    }
  }

  @Test
  void anAnswerThatWasCutIsNotTakenForAWholeOne() {
    try (WatchedStore store = openByAddresses()) {
      dns.manner(ScriptedDns.Manner.TRUNCATING);
      awaitMore(dns::questionsByTcp, 4);
      store.assertUnchanged(addresses(FIRST, SECOND));
      put(FIRST, SECOND, THIRD);
      store.awaitServers(addresses(FIRST, SECOND, THIRD));
      awaitMore(dns::questionsByTcp, 4);
      assertThat(store.changes()).isEqualTo(1);
    }
  }

  @Test
  void aNameServerThatSlipsChangesNothing() {
    try (WatchedStore store = openByAddresses()) {
      for (int i = 0; i < 5; i++) {
        dns.slip(NAME, RecordType.A, "127.0.0.1");
        dns.slip(NAME, RecordType.A, "127.0.0.1", "127.0.0.2");
        dns.slip(NAME, RecordType.A, "127.0.0.3");
        dns.slip(NAME, RecordType.A, "127.0.0.1", "127.0.0.2");
      }
      awaitMore(dns::questions, 50);
      store.assertUnchanged(addresses(FIRST, SECOND));
    }
  }

  @Test
  void aClusterThatSlipsChangesNothing() {
    try (WatchedStore store = openByCluster()) {
      for (int i = 0; i < 5; i++) {
        cluster.slip(12, members(FIRST));
        cluster.slip(12, members(FIRST, SECOND));
        cluster.slip(12, members(FIRST, SECOND, THIRD));
        cluster.slip(12, members(FIRST, SECOND));
      }
      awaitMore(cluster::questions, 25);
      store.assertUnchanged(addresses(FIRST, SECOND));
    }
  }

  @Test
  void aServerThatLagsBehindItsClusterChangesNothing() {
    try (WatchedStore store = openByCluster()) {
      for (int i = 0; i < 5; i++) {
        cluster.slip(11, members(FIRST));
        cluster.slip(11, members(FIRST));
        cluster.slip(12, members(FIRST, SECOND));
      }
      awaitMore(cluster::questions, 20);
      store.assertUnchanged(addresses(FIRST, SECOND));
    }
  }

  @Test
  void aClusterMadeAnewIsFollowedWhenItInsists() {
    try (WatchedStore store = openByCluster()) {
      int before = cluster.questions();
      cluster.show(1, members(SECOND, THIRD));
      store.awaitServers(addresses(SECOND, THIRD));
      assertThat(cluster.questions() - before).isGreaterThanOrEqualTo(4);
      cluster.show(2, members(THIRD));
      store.awaitServers(addresses(THIRD));
      awaitMore(cluster::questions, 2);
      assertThat(store.changes()).isEqualTo(2);
      store.assertServes();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "13\n\n",
        "new\n|127.0.0.3|PORT\n",
        "13\n|127.0.0.3|70000\n",
        "13\n|127.0.0.3|PORT |127.0.0.3|PORT\n",
      })
  void brokenTextChangesNothing(String text) {
    try (WatchedStore store = openByCluster()) {
      cluster.say(text.replace("PORT", String.valueOf(PORT)));
      awaitMore(cluster::questions, 3);
      store.assertUnchanged(addresses(FIRST, SECOND));
      cluster.show(13, members(FIRST, SECOND, THIRD));
      store.awaitServers(addresses(FIRST, SECOND, THIRD));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "END\r\n",
        "ERROR\r\n",
        "SERVER_ERROR busy\r\n",
        "CONFIG cluster 0 5\r\n13\n|127.0.0.3|11211\n\r\nEND\r\n",
        "CONFIG cluster 0 -1\r\n\r\nEND\r\n",
        "VALUE cluster 0 2\r\n13\r\nEND\r\n",
        "what?\r\n",
      })
  void anAnswerThatIsNoneChangesNothing(String reply) {
    try (WatchedStore store = openByCluster()) {
      cluster.answer(reply);
      awaitMore(cluster::questions, 3);
      store.assertUnchanged(addresses(FIRST, SECOND));
      cluster.show(13, members(FIRST, SECOND, THIRD));
      store.awaitServers(addresses(FIRST, SECOND, THIRD));
    }
  }

  @Test
  void anEndpointThatStandsStillChangesNothing() {
    try (WatchedStore store =
        openByCluster(options -> options.connectTimeout(Duration.ofSeconds(1)))) {
      cluster.manner(Manner.STILL);
      awaitMore(cluster::questions, 1);
      store.assertUnchanged(addresses(FIRST, SECOND));
      assertFollowedAfterwards(store);
    }
  }

  @Test
  void anEndpointThatIsDownChangesNothing() {
    try (WatchedStore store = openByCluster()) {
      cluster.manner(Manner.DOWN);
      awaitMore(cluster::connections, 2);
      store.assertUnchanged(addresses(FIRST, SECOND));
      assertFollowedAfterwards(store);
    }
  }

  private void assertFollowedAfterwards(WatchedStore store) {
    cluster.show(13, members(SECOND, THIRD));
    cluster.manner(Manner.TELLING);
    store.awaitServers(addresses(SECOND, THIRD));
    awaitMore(cluster::questions, 2);
    assertThat(store.changes()).isEqualTo(1);
    store.assertServes();
  }

  @Test
  void anEndpointThatIsGoneForGoodChangesNothing() {
    AtomicInteger failures = new AtomicInteger();
    try (WatchedStore store = openByCluster(options -> options.listener(event -> {
      if (event instanceof NodeEvent.ConnectFailed) {
        failures.incrementAndGet();
      }
    }))) {
      cluster.close();
      awaitMore(failures::get, 3);
      store.assertUnchanged(addresses(FIRST, SECOND));
    }
  }

  private WatchedStore openByAddresses() {
    put(FIRST, SECOND);
    return WatchedStore.open(dns, Discovery.dns(NAME + ":" + PORT));
  }

  private WatchedStore openByCluster() {
    return openByCluster(options -> options);
  }

  private WatchedStore openByCluster(UnaryOperator<MemcachedOptions> more) {
    cluster.show(12, members(FIRST, SECOND));
    return WatchedStore.open(dns, Discovery.cluster(cluster.server().address()), more);
  }

  private void put(Memcached... servers) {
    dns.put(
        NAME,
        RecordType.A,
        Arrays.stream(servers).map(server -> server.server().host()).toArray(String[]::new));
  }

  private static List<Member> members(Memcached... servers) {
    return Arrays.stream(servers).map(server -> Member.of(server.server())).toList();
  }

  private static String[] addresses(Memcached... servers) {
    return Arrays.stream(servers).map(server -> server.server().address()).toArray(String[]::new);
  }

  private static void awaitMore(IntSupplier count, int more) {
    int goal = count.getAsInt() + more;
    Memcached.awaitUntil("more questions", () -> count.getAsInt() >= goal);
  }
}
