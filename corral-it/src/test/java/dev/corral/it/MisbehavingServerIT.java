package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.CorralException;
import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.UnavailableException;
import dev.corral.it.ScriptedServer.Script;
import dev.corral.it.TinyMemcached.Request;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.store.GetOutcome;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What callers see of a server that answers wrongly, late or not at all. */
public class MisbehavingServerIT extends AnyWay {
  private static final Duration DEADLINE = Duration.ofMillis(300);
  private static final List<Key> KEYS = Samples.keys("misbehaving", 3);

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  /**
   * What a server does instead of answering a get.
   *
   * @param fault what the caller of that get sees
   */
  private record Misdeed(String name, Class<? extends CorralException> fault, Script script) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Says something else, then goes on as if nothing had been. */
  private static Misdeed says(String reply) {
    String name = reply.substring(0, Math.min(40, reply.length())).replaceAll("\\R", "|");
    return new Misdeed(name, UnavailableException.class, connection -> {
      connection.answer(connection.next(), reply);
      connection.serve();
    });
  }

  static List<Misdeed> misdeeds() {
    byte[] noise = new byte[256];
    new Random(7).nextBytes(noise);
    return List.of(
        says("What is this?\r\n"),
        says("\r\n"),
        says("EN\n"),
        says("x".repeat(1 << 20)),
        says("ERROR\r\n"),
        says("CLIENT_ERROR bad data chunk\r\n"),
        // Answers to something else.
        says("MN\r\n"),
        says("NS f0\r\n"),
        says("HD f0\r\n"),
        says("EX f0\r\n"),
        says("NF f0\r\n"),
        says("VERSION 1.6.18\r\n"),
        says("STAT pid 1\r\n"),
        // Lengths that are none, or can't be true.
        says("VA\r\n"),
        says("VA five f0\r\nabcde\r\n"),
        says("VA -5 f0\r\nabcde\r\n"),
        says("VA 2 f0\r\nabcde\r\n"),
        says("VA 10 f0\r\nabcde\r\n"),
        says("VA 2147483647 f0\r\nabcde\r\n"),
        says("VA 4294967295 f0\r\nabcde\r\n"),
        says("VA 4294967301 f0\r\nabcde\r\n"),
        says("VA 99999999999999999999 f0\r\nabcde\r\n"),
        says("VA 5 f0 f99999999999\r\nabcde\r\n"),
        new Misdeed("noise", UnavailableException.class, connection -> {
          connection.next();
          connection.write(noise);
          connection.write("\r\n");
          connection.serve();
        }),
        new Misdeed("stall", DeadlineExceededException.class, Conversation::stall),
        new Misdeed("no reply", DeadlineExceededException.class, Conversation::ignore),
        new Misdeed("stall in a line", DeadlineExceededException.class, connection -> {
          connection.next();
          connection.write("VA 5");
          connection.ignore();
        }),
        new Misdeed("stall in a value", DeadlineExceededException.class, connection -> {
          connection.answer(connection.next(), "VA 5 f0\r\nab");
          connection.ignore();
        }),
        new Misdeed("half-close", UnavailableException.class, connection -> {
          connection.next();
          connection.closeHalf();
        }));
  }

  @ParameterizedTest
  @MethodSource("misdeeds")
  void everyRequestEndsInTimeAndTheNextOnesWork(Misdeed misdeed) {
    Script script = connection -> {
      connection.greet();
      misdeed.script().run(connection);
    };
    try (ScriptedServer server = way().with(script);
        MemcachedStore store = open(server)) {
      KEYS.forEach(key -> server.put(key, Samples.value(key)));
      List<Asked<GetOutcome>> asked =
          KEYS.stream().map(key -> Asked.of(() -> store.get(key))).toList();

      CorralException fault = asked.get(0).endsWithin(DEADLINE).fault();
      assertThat(fault)
          .isInstanceOf(misdeed.fault())
          .hasMessageContaining(server.server().address());
      for (int i = 1; i < KEYS.size(); i++) {
        Nodes.assertRightOrLost(asked.get(i).endsWithin(DEADLINE), KEYS.get(i), server.server());
      }

      Nodes.assertRecovered(store, KEYS);
    }
  }

  @Test
  void theFaultTellsTheLineThatTheServerSaid() {
    Script script = connection -> {
      connection.greet();
      connection.next();
      connection.write("CLIENT_ERROR whatever it was\r\n");
    };
    try (ScriptedServer server = way().with(script);
        MemcachedStore store = open(server)) {
      Asked<GetOutcome> asked = Asked.of(() -> store.get(KEYS.get(0)));
      assertThat(asked.fault()).hasMessageContaining("CLIENT_ERROR whatever it was");
    }
  }

  @Test
  void aServerWithoutMemoryFailsOneRequestAndNoConnection() {
    Script script = connection -> {
      connection.greet();
      connection.serve(1);
      connection.next();
      connection.write("SERVER_ERROR out of memory storing object\r\n");
      connection.serve();
    };
    try (ScriptedServer server = way().with(script);
        MemcachedStore store = open(server)) {
      Key key = KEYS.get(0);
      server.put(key, Samples.value(key));
      Asked<GetOutcome> before = Asked.of(() -> store.get(key));
      Asked<?> refused = Asked.of(() -> store.set(KEYS.get(1), Samples.value(key), Ttl.NEVER));
      Asked<GetOutcome> after = Asked.of(() -> store.get(key));
      assertThat(Samples.isOf(key, before.outcome())).isTrue();
      assertThat(refused.endsWithin(DEADLINE).fault())
          .hasMessageContaining(server.server().address())
          .hasMessageContaining("out of memory");
      assertThat(Samples.isOf(key, after.outcome())).isTrue();
      Nodes.assertAnswered(store, key);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void oneReplyTooManyWhileOthersWaitGoesToNobody() {
    expectNoneOfAnother(connection -> {
      Request first = connection.next();
      connection.answer(first);
      connection.answer(first);
    });
  }

  @Test
  void oneReplyTooFewWhileOthersWaitLeavesNobodyWithAnothers() {
    expectNoneOfAnother(Conversation::next);
  }

  @Test
  void repliesInAnotherOrderGoToNobody() {
    expectNoneOfAnother(connection -> {
      Request first = connection.next();
      connection.serve(1);
      connection.answer(first);
    });
  }

  /** Asks for three keys; whoever gets an answer must get its own. */
  private void expectNoneOfAnother(Script script) {
    Script first = connection -> {
      connection.greet();
      script.run(connection);
      connection.serve();
    };
    try (ScriptedServer server = way().with(first);
        MemcachedStore store = open(server)) {
      KEYS.forEach(key -> server.put(key, Samples.value(key)));
      List<Asked<GetOutcome>> asked =
          KEYS.stream().map(key -> Asked.of(() -> store.get(key))).toList();
      for (int i = 0; i < KEYS.size(); i++) {
        Asked<GetOutcome> one = asked.get(i).endsWithin(DEADLINE);
        assertThat(one.hasFailed() || Samples.isOf(KEYS.get(i), one.outcome())).isTrue();
      }
      Nodes.awaitAnswer(store, KEYS.get(0));
      for (Key key : KEYS) {
        Nodes.assertAnswered(store, key);
      }
      assertThat(server.connections()).isGreaterThan(1);
    }
  }

  @Test
  void oneReplyTooManyWhileNobodyWaitsGoesToNobody() {
    Script script = connection -> {
      connection.greet();
      byte[] reply = connection.reply(connection.next());
      byte[] twice = new byte[2 * reply.length];
      System.arraycopy(reply, 0, twice, 0, reply.length);
      System.arraycopy(reply, 0, twice, reply.length, reply.length);
      connection.write(twice);
      connection.serve();
    };
    try (ScriptedServer server = way().with(script);
        MemcachedStore store = open(server)) {
      KEYS.forEach(key -> server.put(key, Samples.value(key)));
      Nodes.assertAnswered(store, KEYS.get(0));
      Asked<GetOutcome> next = Asked.of(() -> store.get(KEYS.get(1)));
      assertThat(next.endsWithin(DEADLINE).hasFailed() || Samples.isOf(KEYS.get(1), next.outcome()))
          .isTrue();
      Nodes.awaitAnswer(store, KEYS.get(1));
      Nodes.assertAnswered(store, KEYS.get(1));
      assertThat(server.connections()).isGreaterThan(1);
    }
  }

  @Test
  void oneReplyTooFewIsSeenWhenTheNextReplyDoesNotFit() {
    Script script = connection -> {
      connection.greet();
      connection.next();
      connection.serve();
    };
    try (ScriptedServer server = way().with(script);
        MemcachedStore store = open(server)) {
      Key key = KEYS.get(0);
      server.put(key, Samples.value(key));
      Asked<GetOutcome> unanswered = Asked.of(() -> store.get(key));
      Asked<?> next = Asked.of(() -> store.set(key, Samples.value(key), Ttl.NEVER));
      assertThat(unanswered.endsWithin(DEADLINE).fault()).isInstanceOf(UnavailableException.class);
      assertThat(next.endsWithin(DEADLINE).fault()).isInstanceOf(UnavailableException.class);
      Nodes.awaitAnswer(store, key);
      Nodes.assertAnswered(store, key);
    }
  }

  private MemcachedStore open(ScriptedServer server) {
    return way().open(ServerList.of(server.server()), options -> options.deadline(DEADLINE));
  }
}
