package dev.corral.it.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.embedded.EmbeddedServer;
import dev.corral.embedded.fault.Fault;
import dev.corral.embedded.fault.InjectedFault;
import dev.corral.fault.CorralException;
import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.UnavailableException;
import dev.corral.it.Asked;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Table;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each fault of the embedded server, as callers of the client meet it. */
class FaultsIT {
  private static final Duration DEADLINE = Duration.ofMillis(400);

  /** How much later a request may end on a machine that is busy with other things. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private static final Key KEY = Key.raw("k");
  private static final Table FIGURES = Table.of(
      "faults of the embedded server, seen from the client (deadline 400 ms)",
      "fault",
      "on",
      "the caller gets",
      "after",
      "connections lost",
      "carried out");

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  @AfterAll
  static void show() {
    FIGURES.show();
  }

  /** A server and a client of it; with one thread what is held up and let go comes in order. */
  private static final class Pair implements AutoCloseable {
    final EmbeddedServer server = EmbeddedServer.start(options -> options.threads(1));
    final AtomicInteger lost = new AtomicInteger();
    final MemcachedStore store;

    Pair() {
      store = MemcachedStore.open(
          EmbeddedNodes.list(server),
          options -> options
              .deadline(DEADLINE)
              .connectTimeout(Nodes.PATIENCE)
              .reconnectAfter(Duration.ofMillis(5), Duration.ofMillis(20))
              .listener(event -> {
                if (event instanceof NodeEvent.Disconnected) {
                  lost.incrementAndGet();
                }
              }));
      write("old").join();
    }

    CompletableFuture<PutOutcome> write(String value) {
      return store
          .within(Nodes.PATIENCE)
          .execute(Put.set(KEY, value.getBytes(US_ASCII), Ttl.NEVER).withFlags(1));
    }

    String read() {
      Item item = (Item) store.within(Nodes.PATIENCE).get(KEY).join();
      return new String(item.value(), US_ASCII);
    }

    @Override
    public void close() {
      store.close();
      server.close();
    }
  }

  /** Strikes one read and one write, and wants all to be well afterwards. */
  private static void meet(String name, Fault fault, Class<? extends CorralException> expected) {
    meet(name, fault, expected, false);
    meet(name + ", afterwards", fault.afterwards(), expected, true);
  }

  private static void meet(
      String name, Fault fault, Class<? extends CorralException> expected, boolean carriedOut) {
    try (Pair pair = new Pair()) {
      InjectedFault read = pair.server.inject(fault.on("mg").times(1));
      Asked<GetOutcome> get = Asked.of(() -> pair.store.get(KEY));
      assertThat(get.fault()).as(name).isInstanceOf(expected);
      assertThat(get.took()).isLessThan(DEADLINE.plus(MARGIN));
      assertThat(read.strikes()).isEqualTo(1);
      read.close();
      row(name, "mg", get, pair.lost.get(), "");
      Nodes.awaitAnswer(pair.store, KEY);
      int before = pair.lost.get();
      InjectedFault write = pair.server.inject(fault.on("ms").times(1));
      Put put = Put.set(KEY, "new".getBytes(US_ASCII), Ttl.NEVER).withFlags(1);
      Asked<PutOutcome> set = Asked.of(() -> pair.store.execute(put));
      assertThat(set.fault()).as(name).isInstanceOf(expected);
      assertThat(set.took()).isLessThan(DEADLINE.plus(MARGIN));
      assertThat(write.strikes()).isEqualTo(1);
      Nodes.awaitAnswer(pair.store, KEY);
      String value = pair.read();
      assertThat(value).as(name).isEqualTo(carriedOut ? "new" : "old");
      row(name, "ms", set, pair.lost.get() - before, value.equals("new") ? "yes" : "no");
      write.close();
      pair.write("last").join();
      assertThat(pair.read()).isEqualTo("last");
      Nodes.awaitNothingInFlight(pair.store);
    }
  }

  private static void row(String name, String on, Asked<?> asked, int lost, String carriedOut) {
    FIGURES.row(name, on, asked.fault().getClass().getSimpleName(), asked.took(), lost, carriedOut);
  }

  @Test
  void aResetIsAnOutageAtOnce() {
    meet("reset", Fault.reset(), UnavailableException.class);
  }

  @Test
  void garbageIsAnOutageAtOnce() {
    meet("garbage", Fault.garbage(), UnavailableException.class);
  }

  @Test
  void anErrorOfTheServerIsTold() {
    meet("SERVER_ERROR", Fault.serverError(), UnavailableException.class);
  }

  @Test
  void whatIsDroppedIsMissedAtTheDeadline() {
    meet("drop", Fault.drop(), DeadlineExceededException.class);
  }

  @Test
  void aStallIsLeftAtTheDeadline() {
    meet("stall", Fault.stall(), DeadlineExceededException.class);
  }

  @Test
  void aLongDelayIsLeftAtTheDeadline() {
    meet("delay of an hour", Fault.delay(Duration.ofHours(1)), DeadlineExceededException.class);
  }

  @Test
  void aShortDelayIsOnlyFelt() {
    Duration delay = Duration.ofMillis(100);
    try (Pair pair = new Pair();
        InjectedFault fault = pair.server.inject(Fault.delay(delay).on("mg").times(1))) {
      Asked<GetOutcome> asked = Asked.of(() -> pair.store.within(Nodes.PATIENCE).get(KEY));
      assertThat(asked.outcome()).isInstanceOf(Item.class);
      assertThat(asked.took()).isGreaterThanOrEqualTo(delay);
      assertThat(fault.strikes()).isEqualTo(1);
      assertThat(pair.lost).hasValue(0);
      FIGURES.row("delay of 100 ms", "mg", "the value", asked.took(), 0, "");
    }
  }

  @Test
  void someOfManyRequestsAreStruckByChanceAndTheOthersAreRight() {
    try (Pair pair = new Pair();
        InjectedFault fault = pair.server.inject(Fault.serverError().withProbability(0.2))) {
      List<Asked<GetOutcome>> asked = IntStream.range(0, 500)
          .mapToObj(i -> Asked.of(() -> pair.store.within(Nodes.PATIENCE).get(KEY)))
          .toList();
      long failed = asked.stream().filter(Asked::hasFailed).count();
      assertThat(failed).isEqualTo(fault.strikes()).isBetween(50L, 150L);
      assertThat(pair.lost).hasValue(0);
    }
  }

  @Test
  void aKilledServerIsAnOutageAndIsFoundAgain() {
    try (Pair pair = new Pair()) {
      pair.server.kill();
      Memcached.awaitUntil("the outage", () -> pair.lost.get() == 1);
      Asked<GetOutcome> asked = Asked.of(() -> pair.store.get(KEY));
      assertThat(asked.fault()).isInstanceOf(UnavailableException.class);
      FIGURES.row("kill", "mg", asked.fault().getClass().getSimpleName(), asked.took(), 1, "");
      pair.server.restart();
      Nodes.awaitAnswer(pair.store, KEY);
      assertThat(pair.store.within(Nodes.PATIENCE).get(KEY).join()).isNotInstanceOf(Item.class);
      pair.write("anew").join();
      assertThat(pair.read()).isEqualTo("anew");
    }
  }
}
