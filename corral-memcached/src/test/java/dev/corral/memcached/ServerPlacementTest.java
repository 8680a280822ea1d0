package dev.corral.memcached;

import static dev.corral.memcached.connection.LocalServers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.ring.Membership;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome.Stored;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerPlacementTest {
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

  /** Takes a server off the list, and waits until nobody is connected to it. */
  private void leave(TestStore store, String address) {
    store.store().membership().remove(address);
    awaitLeft(address);
  }

  private void awaitLeft(String address) {
    await(address + " to be left", () -> servers.at(address).connections() == 0);
  }

  private static Put put(Key key, String value) {
    return Put.set(key, value.getBytes(StandardCharsets.UTF_8), Ttl.NEVER);
  }

  private static Item read(Placement at, Key key) {
    return (Item) at.execute(Get.of(key).withDetails()).join();
  }

  @Test
  void aPlacementIsTheSameUntilTheServersChange() {
    TestStore store = open(options -> options);
    Placement before = store.store().placement();
    assertThat(store.store().placement()).isEqualTo(before).hasSameHashCodeAs(before);
    store.store().membership().remove("c:1");
    Placement after = store.store().placement();
    assertThat(after).isNotEqualTo(before);
    store.store().membership().add(Server.parse("c:1"));
    assertThat(store.store().placement()).isNotEqualTo(before).isNotEqualTo(after);
    assertThat(store.store().placement().fingerprint()).isEqualTo(before.fingerprint());
    assertThat(after.fingerprint()).isNotEqualTo(before.fingerprint());
  }

  @Test
  void equalListsHaveOneFingerprintInWhateverOrder() {
    TestStore store = open(options -> options);
    Membership reversed = new Membership(
        ServerList.parseAddresses("c:1,b:1,a:1"), MemcachedOptions.DEFAULTS.dialect());
    try (TestStore other = TestStore.open(servers, reversed, options -> options)) {
      assertThat(other.store().placement().fingerprint())
          .isEqualTo(store.store().placement().fingerprint());
    }
  }

  @Test
  void theKeysOfAServerThatLeavesMoveAndTheOthersDoNot() {
    TestStore store = open(options -> options);
    Key leaving = Key.raw(store.keyOf("a:1"));
    Key staying = Key.raw(store.keyOf("b:1"));
    Placement before = store.store().placement();
    store.store().membership().remove("a:1");
    Placement after = store.store().placement();
    assertThat(after.moves(leaving, before)).isTrue();
    assertThat(after.moves(staying, before)).isFalse();
    assertThat(after.moves(staying, Placement.fixed(store.store()))).isTrue();
  }

  @Test
  void whatIsAskedGoesToTheKeysOwnServer() {
    TestStore store = open(options -> options);
    for (String address : List.of("a:1", "b:1", "c:1")) {
      String key = store.keyOf(address);
      assertThat(store.store().placement().execute(put(Key.raw(key), "value")).join())
          .isEqualTo(Stored.STORED);
      assertThat(servers.at(address).value(key)).isEqualTo("value");
    }
  }

  @Test
  void aServerThatHasLeftIsStillAskedAndItsCasHolds() {
    TestStore store = open(options -> options);
    String key = store.keyOf("a:1");
    Placement before = store.store().placement();
    before.execute(put(Key.raw(key), "old")).join();
    leave(store, "a:1");

    Item item = read(before, Key.raw(key));
    assertThat(item.value()).asString().isEqualTo("old");
    assertThat(before.execute(put(Key.raw(key), "sealed").ifCas(item.cas())).join())
        .isEqualTo(Stored.STORED);

    assertThat(servers.at("a:1").value(key)).isEqualTo("sealed");
    assertThat(servers.at("a:1").accepted()).isEqualTo(2);
    assertThat(store.store().placement().execute(Get.of(Key.raw(key))).join()).isEqualTo(Miss.MISS);
    assertThat(store.store().nodes()).hasSize(2);
  }

  @Test
  void aServerThatIsBackIsAskedByItsNewConnection() {
    TestStore store = open(options -> options);
    String key = store.keyOf("a:1");
    Placement before = store.store().placement();
    leave(store, "a:1");
    store.store().membership().add(Server.parse("a:1"));
    before.execute(put(Key.raw(key), "value")).join();
    assertThat(servers.at("a:1").value(key)).isEqualTo("value");
    assertThat(servers.at("a:1").accepted()).isEqualTo(2);
  }

  @Test
  void aServerThatHasLeftAndIsGoneIsAFault() {
    TestStore store = open(options -> options.deadline(Duration.ofMillis(500)));
    Key key = Key.raw(store.keyOf("a:1"));
    Placement before = store.store().placement();
    leave(store, "a:1");
    servers.at("a:1").stop();
    CompletableFuture<?> asked = before.execute(Get.of(key));
    assertThatThrownBy(asked::join).hasCauseInstanceOf(UnavailableException.class);
  }

  @Test
  void whereServersAreEjectedNoOtherStepsIn() {
    assertNoSubstitute(open(options -> options.ejecting(1)));
  }

  @Test
  void whereThereIsASpareServerItDoesNotStepInEither() {
    Membership membership =
        new Membership(ServerList.parseAddresses("a:1,b:1"), MemcachedOptions.DEFAULTS.dialect());
    TestStore store = TestStore.open(
            servers, membership, o -> o.guttering(1, ServerList.parseAddresses("c:1")))
        .awaitConnected();
    opened = store;
    assertNoSubstitute(store);
  }

  private void assertNoSubstitute(TestStore store) {
    Key key = Key.raw(store.keyOf("a:1"));
    servers.at("a:1").stop();
    store.awaitEjected("a:1");
    Placement placement = store.store().placement();
    CompletableFuture<?> written = placement.execute(put(key, "value"));
    assertThatThrownBy(written::join).hasCauseInstanceOf(UnavailableException.class);
    CompletableFuture<?> asked = placement.execute(Get.of(key));
    assertThatThrownBy(asked::join).hasCauseInstanceOf(UnavailableException.class);
    assertThat(servers.at("b:1").count("ms") + servers.at("c:1").count("ms")).isZero();
    assertThat(store.store().execute(put(key, "value")).join()).isEqualTo(Stored.STORED);
  }

  @Test
  void aVisitEndsWithTheStore() {
    TestStore store = open(options -> options);
    Key key = Key.raw(store.keyOf("a:1"));
    Placement before = store.store().placement();
    leave(store, "a:1");
    before.execute(put(key, "value")).join();
    store.close();
    awaitLeft("a:1");
    assertThat(store.transport().isClosed()).isTrue();
    CompletableFuture<?> asked = before.execute(Get.of(key));
    assertThatThrownBy(asked::join)
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining("the memcached store is closed");
  }

  @Test
  void whileTheStoreClosesNothingIsAskedOfAnotherServer() {
    List<Placement> left = new ArrayList<>();
    List<CompletableFuture<?>> asked = new ArrayList<>();
    Membership membership = new Membership(servers.list(), MemcachedOptions.DEFAULTS.dialect());
    MemcachedOptions options = MemcachedOptions.DEFAULTS.validated();
    String[] key = new String[1];
    // Runs when the store takes nothing new any more, and its connections are still open.
    Runnable onClose = () ->
        left.forEach(placement -> asked.add(placement.execute(put(Key.raw(key[0]), "value"))));
    Cluster cluster =
        new Cluster(membership, options, Cluster.settings(options), servers.transport(), onClose);
    MemcachedStore store = MemcachedStore.open(cluster, options);
    cluster.awaitTried();
    key[0] = Stream.iterate(0, i -> i + 1)
        .map(i -> "key-" + i)
        .filter(each -> membership.ring().locate(Key.raw(each)).address().equals("a:1"))
        .findFirst()
        .orElseThrow();
    left.add(store.placement());
    membership.remove("a:1");
    awaitLeft("a:1");

    store.close();

    assertThat(asked).hasSize(1);
    assertThatThrownBy(asked.get(0)::join)
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining("the memcached store is closed");
    assertThat(servers.at("b:1").count("ms") + servers.at("c:1").count("ms")).isZero();
  }
}
