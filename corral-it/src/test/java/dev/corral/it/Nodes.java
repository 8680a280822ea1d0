package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.CorralException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.store.GetOutcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;

/** What tests want to know of a store's servers. */
public final class Nodes {
  /** A deadline that even a machine that is busy with other things will meet. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  private Nodes() {}

  public static ServerList list(Memcached... servers) {
    return ServerList.of(Arrays.stream(servers).map(Memcached::server).toList());
  }

  public static NodeStatus status(MemcachedStore store, Server server) {
    return store.nodes().stream()
        .filter(node -> node.server().equals(server))
        .findFirst()
        .orElseThrow();
  }

  public static void awaitConnected(MemcachedStore store) {
    Memcached.awaitUntil(
        "connections", () -> store.nodes().stream().allMatch(NodeStatus::isConnected));
  }

  public static int inFlight(MemcachedStore store) {
    return store.nodes().stream().mapToInt(NodeStatus::inFlight).sum();
  }

  /** Waits for what is counted a moment after the last caller has its answer. */
  public static void awaitNothingInFlight(MemcachedStore store) {
    Memcached.awaitUntil("nothing in flight", () -> inFlight(store) == 0);
  }

  /** Reads a sample. */
  public static void assertAnswered(MemcachedStore store, Key key) {
    assertThat(Samples.isOf(key, store.within(PATIENCE).get(key).join()))
        .as("%s", key)
        .isTrue();
  }

  /** A request has brought the value of its own key, or failed for its server's sake. */
  public static void assertRightOrLost(Asked<GetOutcome> asked, Key key, Server server) {
    if (asked.hasFailed()) {
      assertThat(asked.fault())
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining(server.address());
    } else {
      assertThat(Samples.isOf(key, asked.outcome())).isTrue();
    }
  }

  /** Whatever has happened, samples can be read again, and nothing is left behind. */
  public static void assertRecovered(MemcachedStore store, List<Key> keys) {
    awaitAnswer(store, keys.get(0));
    keys.forEach(key -> assertAnswered(store, key));
    awaitNothingInFlight(store);
  }

  /** Has the classes loaded that every store needs, which can take longer than a short deadline. */
  public static void warmUp() {
    warmUp(Way.PLAIN);
  }

  /** The same, with those that one way needs. */
  public static void warmUp(Way way) {
    try (ScriptedServer server = way.with();
        MemcachedStore store = way.open(
            ServerList.of(server.server()),
            options -> options.deadline(PATIENCE).connectTimeout(PATIENCE))) {
      store.get(Key.raw("first")).join();
    }
  }

  /** Waits until the server of a key answers again. */
  public static void awaitAnswer(MemcachedStore store, Key key) {
    Memcached.awaitUntil("an answer for " + key, () -> answers(store, key));
  }

  /** Ends a store's connections, and waits for another one that answers. */
  public static void reconnect(MemcachedStore store, FaultyProxy proxy, Key key) {
    proxy.resetAllAndAwaitAnother();
    awaitAnswer(store, key);
  }

  private static boolean answers(MemcachedStore store, Key key) {
    try {
      store.get(key).join();
      return true;
    } catch (CompletionException e) {
      if (e.getCause() instanceof CorralException) {
        return false;
      }
      throw e;
    }
  }
}
