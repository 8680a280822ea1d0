package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.ScriptedServer.Script;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.time.Ttl;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What servers do with connections that nobody uses is nothing to callers. */
public class IdleConnectionIT extends AnyWay {
  private static final Duration DEADLINE = Duration.ofMillis(500);
  private static final Key KEY = Samples.key("idle", 0);

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  @Test
  void aServerThatTellsItsIdleTimeoutClosesNoConnection() {
    try (Memcached memcached = way().memcached("-o", "idle_timeout=1").start();
        MemcachedStore store =
            way().open(Nodes.list(memcached), options -> options.deadline(DEADLINE))) {
      store.set(KEY, Samples.value(KEY), Ttl.NEVER).join();
      // It looks for idle connections every now and then, and closes them within three seconds.
      Load.goOnFor(Duration.ofMillis(3_500));
      assertThat(memcached.stats()).containsEntry("idle_kicks", "0");
      Nodes.assertAnswered(store, KEY);
      assertThat(store.nodes().get(0).errors()).isZero();
    }
  }

  @Test
  void aConnectionThatIsClosedWhileIdleIsReplacedWithoutAnErrorToAnyone() {
    Script forgetful = connection -> {
      connection.greet();
      connection.serve(1);
      connection.idle(Duration.ofMillis(700));
    };
    try (ScriptedServer server = way().always(forgetful);
        MemcachedStore store =
            way().open(ServerList.of(server.server()), options -> options.deadline(DEADLINE))) {
      server.put(KEY, Samples.value(KEY));
      for (int round = 1; round <= 3; round++) {
        Nodes.assertAnswered(store, KEY);
        int connections = round + 1;
        Memcached.awaitUntil("another connection", () -> server.connections() == connections);
      }
      assertThat(store.nodes().get(0).errors()).isZero();
    }
  }
}
