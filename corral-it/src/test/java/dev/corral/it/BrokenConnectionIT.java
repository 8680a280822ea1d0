package dev.corral.it;

import dev.corral.it.ScriptedServer.Script;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.store.GetOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A connection may end in any state and in any way; its requests end too, and another one comes.
 */
public class BrokenConnectionIT extends AnyWay {
  private static final Duration DEADLINE = Duration.ofMillis(500);
  private static final List<Key> KEYS = Samples.keys("broken", 5);

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  /** A part of what happens to a connection. */
  private record Part(String name, Script script) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** How far a connection gets. */
  private static final List<Part> STATES = List.of(
      new Part("before the greeting", connection -> {}),
      new Part("in the version", connection -> {
        connection.next();
        connection.write("VERSION 1.6");
      }),
      new Part("in the settings", connection -> {
        connection.serve(1);
        connection.next();
        connection.write("STAT item_size_max 1048576\r\nSTAT cas");
      }),
      new Part("after the greeting", Conversation::greet),
      new Part("before a reply", connection -> inReply(connection, "")),
      new Part("in a line", connection -> inReply(connection, "VA 9 f")),
      new Part("in a value", connection -> inReply(connection, "VA 9 f0\r\nbrok")),
      new Part(
          "before the end of a value", connection -> inReply(connection, "VA 9 f0\r\nbroken:0=\r")),
      new Part("after a reply", connection -> {
        connection.greet();
        connection.serve(1);
      }),
      new Part("among replies", connection -> {
        connection.greet();
        connection.serve(3);
      }));

  /** How it ends there. */
  private static final List<Part> ENDS = List.of(
      new Part("close", Conversation::close),
      new Part("half-close", Conversation::closeHalf),
      new Part("reset", Conversation::reset));

  private static void inReply(Conversation connection, String written) throws IOException {
    connection.greet();
    connection.answer(connection.next(), written);
  }

  static Stream<Arguments> states() {
    return STATES.stream().flatMap(state -> ENDS.stream().map(end -> Arguments.of(state, end)));
  }

  @ParameterizedTest
  @MethodSource("states")
  void everyRequestEndsInTimeAndTheNextOnesWork(Part state, Part end) {
    Script script = connection -> {
      state.script().run(connection);
      end.script().run(connection);
    };
    try (ScriptedServer server = way().with(script, script);
        MemcachedStore store =
            way().open(ServerList.of(server.server()), options -> options.deadline(DEADLINE))) {
      KEYS.forEach(key -> server.put(key, Samples.value(key)));
      List<Asked<GetOutcome>> asked =
          KEYS.stream().map(key -> Asked.of(() -> store.get(key))).toList();
      for (int i = 0; i < KEYS.size(); i++) {
        Nodes.assertRightOrLost(asked.get(i).endsWithin(DEADLINE), KEYS.get(i), server.server());
      }
      Memcached.awaitUntil("the third connection", () -> {
        Asked.of(() -> store.get(KEYS.get(0))).endsWithin(DEADLINE);
        return server.connections() > 2;
      });
      Nodes.assertRecovered(store, KEYS);
    }
  }
}
