package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.ScriptedServer.Script;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A server may close connections that nobody uses, and callers never notice. */
public class IdleConnectionIT extends AnyWay {
  private static final Duration DEADLINE = Duration.ofMillis(500);
  private static final Key KEY = Samples.key("idle", 0);

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
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
      for (int round = 1; round <= way().share(3); round++) {
        Nodes.assertAnswered(store, KEY);
        int connections = round + 1;
        Memcached.awaitUntil("another connection", () -> server.connections() == connections);
      }
      assertThat(store.nodes().get(0).errors()).isZero();
    }
  }
}
