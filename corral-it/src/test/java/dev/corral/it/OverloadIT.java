package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.OverloadedException;
import dev.corral.it.ScriptedServer.Script;
import dev.corral.it.TinyMemcached.Request;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.WhenFull;
import dev.corral.ring.ServerList;
import dev.corral.store.GetOutcome;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A server that does not keep up is not given ever more to do. */
public class OverloadIT extends AnyWay {
  private static final int MOST = 4;
  private static final Duration DEADLINE = Duration.ofMillis(400);
  private static final List<Key> KEYS = Samples.keys("overload", MOST + 1);

  private final CountDownLatch goOn = new CountDownLatch(1);

  /** Answers when it is let go. */
  private final Script hesitating = connection -> {
    connection.greet();
    Request first = connection.next();
    connection.await(goOn);
    connection.answer(first);
    connection.serve();
  };

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  @Test
  void beyondTheMostInFlightARequestFailsAtOnce() {
    try (ScriptedServer server = way().always(hesitating);
        MemcachedStore store = open(server, options -> options.maxInFlight(MOST))) {
      List<Asked<GetOutcome>> inFlight = fill(server, store);
      Asked<GetOutcome> beyond = Asked.of(() -> store.get(KEYS.get(MOST)));
      assertThat(beyond.fault())
          .isInstanceOf(OverloadedException.class)
          .hasMessageContaining(server.server().address());
      assertThat(beyond.took()).isLessThan(Asked.MARGIN);
      assertThat(Nodes.inFlight(store)).isEqualTo(MOST);
      goOn.countDown();
      for (int i = 0; i < MOST; i++) {
        assertThat(Samples.isOf(KEYS.get(i), inFlight.get(i).outcome())).isTrue();
      }
      Nodes.awaitNothingInFlight(store);
      Nodes.assertAnswered(store, KEYS.get(MOST));
    }
  }

  @Test
  void beyondTheMostBytesInFlightAPutFailsAtOnce() {
    try (ScriptedServer server = way().always(hesitating);
        MemcachedStore store = open(server, options -> options.maxBytesInFlight(100_000))) {
      Nodes.awaitConnected(store);
      Key key = KEYS.get(0);
      Asked<?> first = Asked.of(() -> store.set(key, new byte[80_000], Ttl.NEVER));
      Asked<?> beyond = Asked.of(() -> store.set(key, new byte[80_000], Ttl.NEVER));
      assertThat(beyond.fault()).isInstanceOf(OverloadedException.class);
      assertThat(beyond.took()).isLessThan(Asked.MARGIN);
      goOn.countDown();
      assertThat(first.hasFailed()).isFalse();
      Nodes.awaitNothingInFlight(store);
      store.set(key, new byte[80_000], Ttl.NEVER).join();
    }
  }

  @Test
  void whoWaitsForEachAnswerIsNeverTooMuch() {
    try (ScriptedServer server = way().with();
        MemcachedStore store = open(server, options -> options.maxInFlight(1))) {
      for (int i = 0; i < 2_000; i++) {
        assertThat(store.get(KEYS.get(0)).join()).isEqualTo(Miss.MISS);
      }
    }
  }

  @Test
  void whoWaitsForRoomIsRefusedByTheDeadline() {
    try (ScriptedServer server = way().always(hesitating);
        MemcachedStore store =
            open(server, options -> options.maxInFlight(MOST).whenFull(WhenFull.WAIT))) {
      fill(server, store);
      Asked<GetOutcome> waiting = Asked.of(() -> store.within(DEADLINE).get(KEYS.get(MOST)));
      assertThat(waiting.endsWithin(DEADLINE).fault())
          .isInstanceOf(OverloadedException.class)
          .hasMessageContaining(server.server().address());
      assertThat(waiting.took()).isGreaterThanOrEqualTo(DEADLINE);
      goOn.countDown();
    }
  }

  @Test
  void whoWaitsForRoomIsServedWhenThereIsSome() {
    try (ScriptedServer server = way().always(hesitating);
        MemcachedStore store =
            open(server, options -> options.maxInFlight(MOST).whenFull(WhenFull.WAIT))) {
      List<Asked<GetOutcome>> inFlight = fill(server, store);
      // On another thread, which is the one that waits.
      CompletableFuture<GetOutcome> waiting =
          CompletableFuture.supplyAsync(() -> store.get(KEYS.get(MOST)).join());
      assertThatThrownBy(() -> waiting.get(50, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      goOn.countDown();
      assertThat(Samples.isOf(KEYS.get(MOST), waiting.join())).isTrue();
      inFlight.forEach(asked -> assertThat(asked.hasFailed()).isFalse());
    }
  }

  @Test
  void manyWhoWaitAreAllServed() {
    try (ScriptedServer server = way().always(Conversation::serve);
        MemcachedStore store =
            open(server, options -> options.maxInFlight(MOST).whenFull(WhenFull.WAIT))) {
      List<Key> keys = Samples.keys("crowd", 2_000);
      keys.forEach(key -> server.put(key, Samples.value(key)));
      List<Asked<GetOutcome>> asked =
          keys.stream().map(key -> Asked.of(() -> store.get(key))).toList();
      for (int i = 0; i < keys.size(); i++) {
        assertThat(Samples.isOf(keys.get(i), asked.get(i).outcome())).isTrue();
      }
      Nodes.awaitNothingInFlight(store);
    }
  }

  private static List<Asked<GetOutcome>> fill(ScriptedServer server, MemcachedStore store) {
    KEYS.forEach(key -> server.put(key, Samples.value(key)));
    Nodes.awaitConnected(store);
    return KEYS.subList(0, MOST).stream()
        .map(key -> Asked.of(() -> store.get(key)))
        .toList();
  }

  private MemcachedStore open(ScriptedServer server, UnaryOperator<MemcachedOptions> options) {
    return way()
        .open(ServerList.of(server.server()), base -> options.apply(base.deadline(Nodes.PATIENCE)));
  }
}
