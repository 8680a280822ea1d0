package dev.corral.memcached;

import static dev.corral.memcached.connection.LocalServers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.connection.LocalServer;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.memcached.connection.Node;
import dev.corral.ring.Membership;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterTest {
  private final LocalServers servers = LocalServers.start("a:1", "b:1", "c:1");
  private final TestStore opened = TestStore.open(servers, options -> options).awaitConnected();
  private final Membership membership = opened.store().membership();
  private final MemcachedClient<String> client = opened.store().client(Codec.strings());

  @AfterEach
  void close() {
    opened.close();
    servers.close();
  }

  @Test
  void eachKeyGoesToTheServerThatTheRingSays() {
    Ring ring = membership.ring();
    for (int i = 0; i < 100; i++) {
      String key = "key-" + i;
      client.set(key, "value " + i);
      String home = ring.locate(Key.raw(key)).address();
      for (String address : List.of("a:1", "b:1", "c:1")) {
        assertThat(servers.at(address).value(key))
            .as("%s of %s on %s", key, home, address)
            .isEqualTo(address.equals(home) ? "value " + i : null);
      }
      assertThat(client.get(key)).isEqualTo("value " + i);
    }
  }

  @Test
  void aServerThatJoinsGetsItsKeysAndTheOthersKeepTheirConnections() {
    LocalServer added = servers.add("d:1");
    List<Node> before = opened.cluster().topology().homes();

    membership.add(Server.parse("d:1"));
    String key = opened.keyOf("d:1");
    client.set(key, "value");

    assertThat(added.value(key)).isEqualTo("value");
    assertThat(opened.cluster().topology().homes()).startsWith(before.toArray(Node[]::new));
    for (String address : List.of("a:1", "b:1", "c:1")) {
      client.set(opened.keyOf(address), "value");
      assertThat(servers.at(address).accepted()).as(address).isEqualTo(1);
    }
  }

  @Test
  void anotherWeightMovesKeysAndKeepsConnections() {
    List<Node> before = opened.cluster().topology().homes();

    membership.reweigh("a:1", 50);

    assertThat(opened.cluster().topology().homes()).isEqualTo(before);
    for (String key : opened.keysOf("a:1", 20)) {
      client.set(key, "value");
      assertThat(servers.at("a:1").value(key)).isEqualTo("value");
    }
    assertThat(servers.at("a:1").accepted()).isEqualTo(1);
  }

  @Test
  void whatIsInFlightToAServerThatLeavesIsFinishedThere() {
    LocalServer leaving = servers.at("a:1");
    String key = opened.keyOf("a:1");
    client.set(key, "value");
    leaving.stall();
    CompletableFuture<?> inFlight = client.async().get(key);
    leaving.awaitAsked();

    membership.remove("a:1");
    client.set(key, "elsewhere");
    assertThat(inFlight).isNotDone();
    leaving.goOn();

    assertThat(inFlight.join()).isEqualTo("value");
    assertThat(client.get(key)).isEqualTo("elsewhere");
    await("the connection to end", () -> leaving.connections() == 0);
    assertThat(leaving.value(key)).isEqualTo("value");
    assertThat(opened.store().nodes()).hasSize(2);
  }

  @Test
  void whatWaitsForTheConnectionToAServerThatLeavesIsFinishedThere() {
    LocalServer leaving = servers.add("d:1");
    leaving.stall();
    membership.add(Server.parse("d:1"));
    CompletableFuture<?> waiting = client.async().set(opened.keyOf("d:1"), "value");

    membership.remove("d:1");
    leaving.goOn();

    assertThat(waiting.join()).isNull();
    await("the connection to end", () -> leaving.connections() == 0);
  }

  @Test
  void aServerThatComesBackIsConnectedAnew() {
    membership.remove("a:1");
    membership.add(Server.parse("a:1"));
    String key = opened.keyOf("a:1");

    client.set(key, "value");

    assertThat(servers.at("a:1").value(key)).isEqualTo("value");
    assertThat(servers.at("a:1").accepted()).isEqualTo(2);
  }

  @Test
  void allServersMayBeReplacedAtOnce() {
    servers.add("x:1");
    servers.add("y:1");

    membership.replace(ServerList.parseAddresses("x:1,y:1"));
    client.set("key", "value");

    assertThat(client.get("key")).isEqualTo("value");
    assertThat(opened.store().toString()).isEqualTo("memcached [x:1, y:1]");
    await(
        "the connections to end",
        () -> List.of("a:1", "b:1", "c:1").stream()
            .allMatch(address -> servers.at(address).connections() == 0));
  }

  @Test
  void callersInTheMidstOfChangesNoticeNothing() {
    CompletableFuture<?> changes = CompletableFuture.runAsync(() -> {
      for (int i = 0; i < 20; i++) {
        membership.remove("c:1");
        membership.add(Server.parse("c:1"));
      }
    });
    int count = 0;
    while (!changes.isDone() || count < 100) {
      client.get("key-" + count++ % 50);
      client.getAll(List.of("key-1", "key-2", "key-3", "key-4"));
    }
    changes.join();
  }

  @Test
  void aClosedStoreTakesNoNewServers() {
    opened.close();
    LocalServer added = servers.add("d:1");

    membership.add(Server.parse("d:1"));

    assertThat(opened.store().nodes()).hasSize(3);
    assertThat(added.accepted()).isZero();
  }

  @Test
  void closingWaitsForWhatIsInFlightToAServerThatHasLeft() {
    LocalServer leaving = servers.at("a:1");
    String key = opened.keyOf("a:1");
    client.set(key, "value");
    leaving.stall();
    CompletableFuture<?> inFlight = client.async().get(key);
    leaving.awaitAsked();
    membership.remove("a:1");

    CompletableFuture<?> closing = CompletableFuture.runAsync(opened::close);
    await("the store to close", () -> client.async().get(key).isCompletedExceptionally());
    assertThat(closing).isNotDone();
    leaving.goOn();

    closing.join();
    assertThat(inFlight.join()).isEqualTo("value");
  }

  @Test
  void whatIsInFlightToAServerThatHasLeftFailsWhenItTakesTooLong() {
    try (TestStore impatient = TestStore.open(
            servers, options -> options.drainTimeout(Duration.ofMillis(20)))
        .awaitConnected()) {
      servers.at("a:1").stall();
      CompletableFuture<?> inFlight = impatient.store().get(Key.raw(impatient.keyOf("a:1")));

      impatient.store().membership().remove("a:1");

      assertThatThrownBy(inFlight::join)
          .hasCauseInstanceOf(UnavailableException.class)
          .hasMessageContaining("it has left the ring");
    }
  }
}
