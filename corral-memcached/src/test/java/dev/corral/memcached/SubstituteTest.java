package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.connection.LocalServer;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.ring.Membership;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a key while its server is down. */
class SubstituteTest {
  private final LocalServers servers = LocalServers.start("a:1", "b:1", "c:1");
  private @Nullable TestStore opened;

  @AfterEach
  void close() {
    if (opened != null) {
      opened.close();
    }
    servers.close();
  }

  private TestStore open(UnaryOperator<MemcachedOptions> options) {
    TestStore store = TestStore.open(servers, options).awaitConnected();
    opened = store;
    return store;
  }

  /** On a and b, with c as the spare one. */
  private TestStore openGuttering() {
    Membership membership =
        new Membership(ServerList.parseAddresses("a:1,b:1"), MemcachedOptions.DEFAULTS.dialect());
    TestStore store = TestStore.open(
            servers, membership, options -> options.guttering(1, ServerList.parseAddresses("c:1")))
        .awaitConnected();
    opened = store;
    return store;
  }

  private LocalServer substituteOf(TestStore store, String key) {
    List<Server> order = store.store().membership().ring().locate(Key.raw(key), 2);
    return servers.at(order.get(1).address());
  }

  private void stopAndEject(TestStore store, String address) {
    servers.at(address).stop();
    store.awaitEjected(address);
  }

  @Test
  void anotherServerTakesTheKeyForAShortTime() {
    TestStore store = open(options -> options.ejecting(1));
    MemcachedClient<String> client = store.store().client(Codec.strings());
    String key = store.keyOf("a:1");
    LocalServer substitute = substituteOf(store, key);

    stopAndEject(store, "a:1");
    client.set(key, "value");

    assertThat(client.get(key)).isEqualTo("value");
    assertThat(substitute.value(key)).isEqualTo("value");
    servers.pass(Duration.ofSeconds(10));
    assertThat(client.get(key)).isNull();
  }

  @Test
  void whatLivesShorterAnywayKeepsItsLife() {
    TestStore store = open(options -> options.ejecting(1).substituteTtl(Duration.ofMinutes(1)));
    MemcachedClient<String> client = store.store().client(Codec.strings());
    String key = store.keyOf("a:1");

    stopAndEject(store, "a:1");
    client.set(key, "value", Duration.ofSeconds(3));

    servers.pass(Duration.ofSeconds(3));
    assertThat(client.get(key)).isNull();
  }

  @Test
  void allThatGivesALifeGivesAShortOne() {
    TestStore store = open(options -> options.ejecting(1));
    MemcachedClient<String> client = store.store().client(Codec.strings());
    List<String> keys = store.keysOf("a:1", 3);

    stopAndEject(store, "a:1");
    assertThat(client.add(keys.get(0), "value", Duration.ofHours(1))).isTrue();
    assertThat(client.increment(keys.get(1), 1, 7, Duration.ofHours(1))).isEqualTo(7);
    client.set(keys.get(2), "value", Duration.ofSeconds(5));
    assertThat(client.touch(keys.get(2), Duration.ofHours(1))).isTrue();

    servers.pass(Duration.ofSeconds(9));
    assertThat(client.getAll(keys)).hasSize(3);
    servers.pass(Duration.ofSeconds(1));
    assertThat(client.getAll(keys)).isEmpty();
  }

  @Test
  void aServerThatIsBackIsNeverReadBeforeWhatItMissedIsDeletedThere() {
    TestStore store = open(options -> options.ejecting(1));
    MemcachedClient<String> client = store.store().client(Codec.strings());
    List<String> keys = store.keysOf("a:1", 2);
    keys.forEach(key -> client.set(key, "old"));

    stopAndEject(store, "a:1");
    client.set(keys.get(0), "new");
    client.delete(keys.get(1));
    assertThat(store.status("a:1").journalled()).isEqualTo(2);
    servers.at("a:1").start();
    String read = "new";
    while ("new".equals(read)) {
      read = client.get(keys.get(0));
    }

    assertThat(read).isNull();
    assertThat(client.get(keys.get(1))).isNull();
    assertThat(servers.at("a:1").count("md")).isEqualTo(2);
    assertThat(store.status("a:1").journalled()).isZero();
    LocalServers.await(
        "the news",
        () -> store.events().contains(new NodeEvent.Readmitted(Server.parse("a:1"), 2)));
    client.set(keys.get(0), "newer");
    assertThat(servers.at("a:1").value(keys.get(0))).isEqualTo("newer");
  }

  @Test
  void readsAreNotJournalled() {
    TestStore store = open(options -> options.ejecting(1));
    MemcachedClient<String> client = store.store().client(Codec.strings());

    stopAndEject(store, "a:1");
    client.get(store.keyOf("a:1"));
    client.touch(store.keyOf("a:1"), Duration.ofSeconds(1));

    assertThat(store.status("a:1").journalled()).isZero();
  }

  @Test
  void withoutAJournalThereAreSubstitutesToo() {
    TestStore store = open(options -> options.ejecting(1).journalKeys(0));
    MemcachedClient<String> client = store.store().client(Codec.strings());
    String key = store.keyOf("a:1");

    stopAndEject(store, "a:1");
    client.set(key, "value");
    assertThat(substituteOf(store, key).value(key)).isEqualTo("value");
    servers.at("a:1").start();
    store.awaitReadmitted("a:1");

    assertThat(client.get(key)).isNull();
    assertThat(servers.at("a:1").count("md")).isZero();
  }

  @Test
  void aBatchGoesToSubstitutesTooKeyByKey() {
    TestStore store = open(options -> options.ejecting(1));
    MemcachedClient<String> client = store.store().client(Codec.strings());
    List<String> keys = store.keysOf("a:1", 3);

    stopAndEject(store, "a:1");
    client.set(keys.get(0), "zero");
    client.set(keys.get(2), "two");
    List<CompletableFuture<GetOutcome>> outcomes =
        store.store().executeAll(keys.stream().map(key -> Get.of(Key.raw(key))).toList());

    assertThat(outcomes.get(0).join()).isInstanceOf(Item.class);
    assertThat(outcomes.get(1).join()).isEqualTo(Miss.MISS);
    assertThat(outcomes.get(2).join()).isInstanceOf(Item.class);
    assertThat(client.getAll(keys)).containsOnlyKeys(keys.get(0), keys.get(2));
  }

  @Test
  void whereNoSubstituteIsLeftItFails() {
    TestStore store = open(options -> options.ejecting(1));
    MemcachedClient<String> client = store.store().client(Codec.strings());

    List.of("a:1", "b:1", "c:1").forEach(address -> stopAndEject(store, address));

    assertThatThrownBy(() -> client.set(store.keyOf("b:1"), "value"))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("b:1 has been down");
  }

  @Test
  void aSpareServerTakesTheKeysOfOneThatIsDownAndNoOthers() {
    TestStore store = openGuttering();
    MemcachedClient<String> client = store.store().client(Codec.strings());

    stopAndEject(store, "a:1");
    for (String key : store.keysOf("a:1", 20)) {
      client.set(key, "value");
      assertThat(servers.at("c:1").value(key)).isEqualTo("value");
    }
    for (String key : store.keysOf("b:1", 20)) {
      client.set(key, "value");
      assertThat(servers.at("b:1").value(key)).isEqualTo("value");
    }

    assertThat(servers.at("b:1").count("ms")).isEqualTo(20);
    assertThat(servers.at("c:1").count("ms")).isEqualTo(20);
  }

  @Test
  void anEjectedServerThatIsWantedIsFoundAgainSoon() {
    Duration hour = Duration.ofHours(1);
    TestStore store = open(options -> options.ejecting(1).reconnectAfter(hour, hour));
    MemcachedClient<String> client = store.store().client(Codec.strings());
    String key = store.keyOf("a:1");

    stopAndEject(store, "a:1");
    servers.at("a:1").start();
    LocalServers.await("its return", () -> {
      client.get(key);
      return !store.status("a:1").isEjected();
    });

    assertThat(store.status("a:1").isConnected()).isTrue();
  }

  @Test
  void aSpareServerMustNotBeOnTheRing() {
    ServerList servers = ServerList.parseAddresses("unix:/a,unix:/b");

    assertThatThrownBy(() -> MemcachedStore.open(
            servers, options -> options.guttering(1, ServerList.parseAddresses("unix:/b"))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("guttering needs a spare server that is not on the ring itself");
  }

  @Test
  void whereTheSpareServerIsDownTooItFails() {
    TestStore store = openGuttering();
    MemcachedClient<String> client = store.store().client(Codec.strings());

    stopAndEject(store, "a:1");
    stopAndEject(store, "c:1");

    assertThatThrownBy(() -> client.get(store.keyOf("a:1")))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("a:1 has been down");
    assertThat(client.get(store.keyOf("b:1"))).isNull();
  }

  @Test
  void aSpareServerThatJoinsTheRingIsSpareNoLongerAndKeepsItsConnection() {
    TestStore store = openGuttering();
    MemcachedClient<String> client = store.store().client(Codec.strings());

    store.store().membership().add(Server.parse("c:1"));
    String key = store.keyOf("c:1");
    client.set(key, "value");

    assertThat(servers.at("c:1").value(key)).isEqualTo("value");
    assertThat(servers.at("c:1").accepted()).isEqualTo(1);
    assertThat(store.store().nodes()).hasSize(3);
    stopAndEject(store, "a:1");
    assertThatThrownBy(() -> client.get(store.keyOf("a:1")))
        .isInstanceOf(UnavailableException.class);
  }

  @Test
  void aSpareServerThatLeavesTheRingIsSpareAgain() {
    TestStore store = openGuttering();
    MemcachedClient<String> client = store.store().client(Codec.strings());
    store.store().membership().add(Server.parse("c:1"));

    store.store().membership().remove("c:1");
    stopAndEject(store, "a:1");
    String key = store.keyOf("a:1");
    client.set(key, "value");

    assertThat(servers.at("c:1").value(key)).isEqualTo("value");
    assertThat(servers.at("c:1").accepted()).isEqualTo(1);
  }

  @Test
  void byDefaultAServerThatIsDownIsReplacedByNone() {
    TestStore store = open(options -> options);
    MemcachedClient<String> client = store.store().client(Codec.strings());
    String key = store.keyOf("a:1");
    client.set(key, "value");

    servers.at("a:1").stop();
    LocalServers.await("the loss", () -> !store.status("a:1").isConnected());

    assertThatThrownBy(() -> client.set(key, "lost"))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("a:1 has been down");
    assertThat(store.status("a:1").isEjected()).isFalse();
    assertThat(store.status("a:1").journalled()).isZero();
    servers.at("a:1").start();
    store.awaitReadmitted("a:1");
    assertThat(client.get(key)).isEqualTo("value");
  }
}
