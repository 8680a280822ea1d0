package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.CorralException;
import dev.corral.fault.UnavailableException;
import dev.corral.it.ScriptedServer.Script;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.ring.ServerList;
import dev.corral.store.Miss;
import dev.corral.store.ValueTooLargeException;
import dev.corral.time.Ttl;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a server says when a client connects, and what the client makes of it. */
public class HandshakeIT extends AnyWay {
  private static final Key KEY = Key.raw("handshake");
  private static final Duration DEADLINE = Duration.ofMillis(300);

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  @Test
  void aServerThatIsTooOldIsRefusedByName() {
    try (ScriptedServer server = way().always(connection -> {
          connection.greetAs("1.6.12");
          connection.serve();
        });
        MemcachedStore store = open(server)) {
      assertThat(refusal(store))
          .hasMessageContaining("1.6.12")
          .hasMessageContaining("1.6.13")
          .hasMessageContaining(server.server().address());
    }
  }

  @Test
  void theOldestServerThatIsNewEnoughIsTaken() {
    try (ScriptedServer server = way().always(connection -> {
          connection.greetAs("1.6.13");
          connection.serve();
        });
        MemcachedStore store = openPatient(server)) {
      assertThat(store.get(KEY).join()).isEqualTo(Miss.MISS);
      assertThat(store.nodes().get(0).version()).contains(ServerVersion.LEAST);
    }
  }

  @Test
  void aServerThatIsNoMemcachedIsRefused() {
    // Who was told a password is not quoted before it has shown what it is.
    String shown = way().hasLogin() ? "something not shown" : "220 mail.example";
    try (ScriptedServer server =
            way().always(connection -> connection.write("220 mail.example ESMTP\r\n"));
        MemcachedStore store = open(server)) {
      assertThat(refusal(store))
          .hasMessageContaining(shown)
          .hasMessageContaining(server.server().address());
    }
  }

  @Test
  void aServerWithTooManyConnectionsSaysSoAndIsTriedAgain() {
    Script refuse = connection -> connection.write("ERROR Too many open connections\r\n");
    try (ScriptedServer server = way().with(refuse, refuse);
        MemcachedStore store = open(server)) {
      Memcached.awaitUntil("another connection", () -> server.connections() > 2);
      Nodes.awaitAnswer(store, KEY);
    }
    try (ScriptedServer server = way().always(refuse);
        MemcachedStore store = open(server)) {
      assertThat(refusal(store))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("oo many open connections")
          .hasMessageContaining(server.server().address());
    }
  }

  @Test
  void aServerThatDoesNotGreetIsLeftAfterTheConnectTimeout() {
    try (ScriptedServer server = way().with(Conversation::ignore, Conversation::stall);
        MemcachedStore store = open(server)) {
      assertThat(Asked.of(() -> store.get(KEY)).endsWithin(DEADLINE).fault())
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining(server.server().address());
      Memcached.awaitUntil("another connection", () -> server.connections() > 2);
      Nodes.awaitAnswer(store, KEY);
    }
  }

  @Test
  void theServersLimitOfSizesIsHeld() {
    try (ScriptedServer server = way().always(connection -> {
          connection.serve(1);
          connection.next();
          connection.write("STAT item_size_max 2048\r\nSTAT cas_enabled yes\r\nEND\r\n");
          connection.serve();
        });
        MemcachedStore store = openPatient(server)) {
      store.set(KEY, new byte[1024], Ttl.NEVER).join();
      assertThat(Asked.of(() -> store.set(KEY, new byte[2048], Ttl.NEVER)).fault())
          .isInstanceOf(ValueTooLargeException.class);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /** What a request fails with when the greeting has been heard. */
  private static CorralException refusal(MemcachedStore store) {
    // The first may end before the server has said anything.
    assertThat(Asked.of(() -> store.get(KEY)).endsWithin(DEADLINE).hasFailed()).isTrue();
    return Asked.of(() -> store.get(KEY)).endsWithin(DEADLINE).fault();
  }

  private MemcachedStore open(ScriptedServer server) {
    return way()
        .open(
            ServerList.of(server.server()),
            options -> options.deadline(DEADLINE).connectTimeout(Duration.ofMillis(200)));
  }

  private MemcachedStore openPatient(ScriptedServer server) {
    return way().open(ServerList.of(server.server()), options -> options.deadline(Nodes.PATIENCE));
  }
}
