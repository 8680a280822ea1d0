package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.UnavailableException;
import dev.corral.it.ScriptedServer.Script;
import dev.corral.it.TinyMemcached.Request;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every request ends at its own deadline, and costs no other request anything. */
public class DeadlineIT extends AnyWay {
  private static final List<Key> KEYS = Samples.keys("deadline", 3);

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  @Test
  void eachRequestEndsAtItsOwnDeadlineWhateverWasAskedBefore() {
    Script script = connection -> {
      connection.greet();
      connection.ignore();
    };
    try (ScriptedServer server = way().always(script);
        MemcachedStore store = open(server)) {
      Nodes.awaitConnected(store);
      List<Integer> deadlines = List.of(400, 200, 50);
      List<Asked<GetOutcome>> asked = new ArrayList<>();
      for (int i = 0; i < deadlines.size(); i++) {
        Get get = Get.of(KEYS.get(i));
        Duration deadline = Duration.ofMillis(deadlines.get(i));
        asked.add(Asked.of(() -> store.within(deadline).execute(get)));
      }
      for (int i = 0; i < deadlines.size(); i++) {
        int millis = deadlines.get(i);
        assertThat(asked.get(i).fault())
            .isInstanceOf(DeadlineExceededException.class)
            .hasMessageContaining(server.server().address())
            .hasMessageContaining("get " + KEYS.get(i));
        assertThat(asked.get(i).took())
            .isBetween(Duration.ofMillis(millis), Duration.ofMillis(millis + 100));
      }
    }
  }

  @Test
  void aLateReplyIsDroppedAndTheConnectionLivesOn() {
    CountDownLatch timedOut = new CountDownLatch(1);
    Script script = connection -> {
      connection.greet();
      Request late = connection.next();
      connection.await(timedOut);
      connection.answer(late);
      connection.serve();
    };
    try (ScriptedServer server = way().with(script);
        MemcachedStore store = open(server)) {
      KEYS.forEach(key -> server.put(key, Samples.value(key)));
      Nodes.awaitConnected(store);
      Duration deadline = Duration.ofMillis(50);
      Asked<GetOutcome> first = Asked.of(() -> store.within(deadline).get(KEYS.get(0)));
      Asked<GetOutcome> second = Asked.of(() -> store.get(KEYS.get(1)));
      assertThat(first.endsWithin(deadline).fault()).isInstanceOf(DeadlineExceededException.class);
      assertThat(second.isDone()).isFalse();
      timedOut.countDown();
      assertThat(Samples.isOf(KEYS.get(1), second.outcome())).isTrue();
      Nodes.assertAnswered(store, KEYS.get(2));
      assertThat(server.connections()).isEqualTo(1);
      assertThat(store.nodes().get(0).timeouts()).isEqualTo(1);
      Nodes.awaitNothingInFlight(store);
    }
  }

  @Test
  void aConnectionThatAnswersNothingIsReplaced() {
    Script script = connection -> {
      connection.greet();
      connection.ignore();
    };
    Duration deadline = Duration.ofMillis(100);
    try (ScriptedServer server = way().with(script);
        MemcachedStore store =
            way().open(ServerList.of(server.server()), options -> options.deadline(deadline))) {
      Key key = KEYS.get(0);
      server.put(key, Samples.value(key));
      Memcached.awaitUntil("another connection", () -> {
        Asked<GetOutcome> asked = Asked.of(() -> store.get(key));
        return !asked.endsWithin(deadline).hasFailed();
      });
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void largeWritesToAServerThatReadsNothingEndInTimeToo() {
    Script script = connection -> {
      connection.greet();
      connection.stall();
    };
    Duration deadline = Duration.ofMillis(200);
    try (ScriptedServer server = way().with(script);
        MemcachedStore store =
            way().open(ServerList.of(server.server()), options -> options.deadline(deadline))) {
      Nodes.awaitConnected(store);
      List<Asked<?>> asked = new ArrayList<>();
      for (Key key : Samples.keys("large", 30)) {
        asked.add(Asked.of(() -> store.set(key, new byte[900_000], Ttl.NEVER)));
      }
      asked.forEach(one -> assertThat(one.endsWithin(deadline).fault())
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining(server.server().address()));
      Nodes.awaitAnswer(store, KEYS.get(0));
      store.set(KEYS.get(0), new byte[900_000], Ttl.NEVER).join();
    }
  }

  @Test
  void aServerThatCannotBeReachedFailsByTheDeadlineToo() {
    // A port that nothing listens on, and an address that nothing answers from.
    for (String address : List.of("127.0.0.1:1", "192.0.2.1:11211")) {
      Duration deadline = Duration.ofMillis(200);
      try (MemcachedStore store =
          way().open(ServerList.parseAddresses(address), options -> options.deadline(deadline))) {
        Asked<GetOutcome> asked = Asked.of(() -> store.get(KEYS.get(0)));
        assertThat(asked.endsWithin(deadline).fault()).hasMessageContaining(address);
      }
    }
  }

  private MemcachedStore open(ScriptedServer server) {
    return way()
        .open(
            ServerList.of(server.server()),
            options ->
                options.deadline(Duration.ofSeconds(5)).drainTimeout(Duration.ofMillis(100)));
  }
}
