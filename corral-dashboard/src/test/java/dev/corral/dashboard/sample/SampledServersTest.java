package dev.corral.dashboard.sample;

import static dev.corral.dashboard.sample.Told.at;
import static dev.corral.dashboard.sample.Told.number;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.codec.Codec;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.embedded.fault.Fault;
import dev.corral.memcached.MemcachedClient;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.ring.Dialect;
import dev.corral.ring.Membership;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is told of memcached servers: two on the ring, and a spare one. */
class SampledServersTest {
  private final EmbeddedServer a = EmbeddedServer.start();
  private final EmbeddedServer b = EmbeddedServer.start();
  private final EmbeddedServer spare = EmbeddedServer.start();
  private final Membership membership = new Membership(
      ServerList.of(server(a).withName("a"), server(b).withName("b")), Dialect.LIBKETAMA);
  private final MemcachedStore store = MemcachedStore.open(
      membership,
      options -> options
          .guttering(1, ServerList.of(server(spare).withName("spare")))
          .deadline(Duration.ofSeconds(10))
          .reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(20)));

  private final SteppedTime time = new SteppedTime();
  private final ExecutorService askers = Executors.newCachedThreadPool();
  private final ConcurrentMap<String, Object> last = new ConcurrentHashMap<>();
  private final Sampler sampler =
      new Sampler(new FakeSubject(store), last::put, new Pace(time, time, time, askers, () -> {}));

  private static Server server(EmbeddedServer server) {
    return Server.parse("127.0.0.1:" + server.address().getPort());
  }

  @BeforeEach
  void start() {
    sampler.start();
  }

  @AfterEach
  void close() {
    sampler.close();
    List.of(a, b, spare).forEach(EmbeddedServer::heal);
    askers.shutdown();
    store.close();
    List.of(a, b, spare).forEach(EmbeddedServer::close);
  }

  private @Nullable Object row(String name) {
    return ((List<?>) Objects.requireNonNull(at(last.get("tick"), "servers")))
        .stream().filter(row -> name.equals(at(row, "name"))).findFirst().orElse(null);
  }

  private @Nullable Object of(String name, Object... path) {
    return at(Objects.requireNonNull(row(name), name), path);
  }

  /** Lets seconds pass, with some real time between question and tick, until something is told. */
  private void await(String name, String field, @Nullable Object value) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    do {
      assertThat(System.nanoTime() - end).as("time for %s of %s", field, name).isNegative();
      time.advance(Duration.ofMillis(200));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      time.advance(Duration.ofMillis(800));
    } while (!Objects.equals(of(name, field), value));
  }

  private void awaitStats(String name) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    do {
      assertThat(System.nanoTime() - end).as("time for stats of %s", name).isNegative();
      await(name, "state", "up");
    } while (of(name, "stats") == null || of(name, "stats", "gets") == null);
  }

  @Test
  void theRingIsToldAndItsServersInItsOrderAndThenSpareOnes() {
    time.advance(Duration.ofSeconds(1));

    assertThat(at(last.get("about"), "store")).isEqualTo("memcached");
    assertThat(at(last.get("ring"), "servers", 0, "name")).isEqualTo("a");
    List<?> rows = (List<?>) Objects.requireNonNull(at(last.get("tick"), "servers"));
    assertThat(rows).extracting(row -> at(row, "name")).containsExactly("a", "b", "spare");
    assertThat(rows).extracting(row -> at(row, "spare")).containsExactly(false, false, true);
    assertThat(rows)
        .extracting(row -> at(row, "address"))
        .containsExactly(server(a).address(), server(b).address(), server(spare).address());
  }

  @Test
  void ofThePastThereIsOnlyWhatIsDrawnOfIt() throws Exception {
    time.advance(Duration.ofSeconds(1));

    Object history = Objects.requireNonNull(sampler.questions().get("history")).ask(Map.of());
    assertThat(at(history, "ticks", 0, "servers", 0))
        .isEqualTo(Map.of("name", "a", "state", "up", "requests", 0.0));
  }

  @Test
  void whileNobodyLooksNoServerIsAsked() throws InterruptedException {
    long asked = store.nodes().stream().mapToLong(NodeStatus::requests).sum();
    time.advance(Duration.ofSeconds(2));
    askers.shutdown();
    assertThat(askers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(store.nodes().stream().mapToLong(NodeStatus::requests).sum()).isEqualTo(asked);
    assertThat(of("a", "state")).isEqualTo("up");
    assertThat(of("a", "stats")).isNull();
    assertThat(of("a", "version")).isNotNull();
  }

  @Test
  void whileSomebodyLooksEachTellsOfItself() {
    sampler.viewersAre(1);
    awaitStats("a");
    awaitStats("spare");

    assertThat((Double) of("a", "stats", "gets")).isGreaterThanOrEqualTo(0.0);
    assertThat((Long) of("a", "stats", "limit")).isPositive();
    assertThat((Long) of("spare", "stats", "connections")).isPositive();
  }

  @Test
  void whatThisProcessAsksIsCountedWithoutTheProbes() {
    sampler.viewersAre(1);
    awaitStats("a");
    awaitStats("b");
    MemcachedClient<String> client = store.client(Codec.strings());
    for (int i = 0; i < 100; i++) {
      client.get("key:" + i);
    }
    time.advance(Duration.ofSeconds(1));

    assertThat(number(row("a"), "requests") + number(row("b"), "requests")).isEqualTo(100.0);
    assertThat(of("spare", "requests")).isEqualTo(0.0);
    assertThat((Long) at(last.get("tick"), "trips", "count")).isGreaterThanOrEqualTo(100);
  }

  @Test
  void oneThatIsKilledIsDownAndComesBack() {
    sampler.viewersAre(1);
    awaitStats("a");
    int port = a.address().getPort();

    a.kill();
    await("a", "state", "down");
    assertThat((String) of("a", "why")).isNotBlank();
    assertThat(of("a", "stats")).isNull();
    assertThat(of("a", "address")).isEqualTo("127.0.0.1:" + port);
    await("b", "state", "up");

    a.restart();
    awaitStats("a");
    assertThat(of("a", "why")).isNull();
  }

  @Test
  void oneThatHangsIsDownAtTheNextTickAndHoldsUpNoOther() {
    sampler.viewersAre(1);
    awaitStats("a");
    awaitStats("b");
    time.advance(Duration.ofMillis(100));

    a.inject(Fault.stall().on("stats"));
    await("a", "state", "down");
    assertThat(of("a", "why")).isEqualTo("no answer within 750 ms");
    awaitStats("b");

    a.heal();
    awaitStats("a");
  }

  @Test
  void oneThatJoinsAppearsAndOneThatLeavesDisappears() {
    time.advance(Duration.ofSeconds(1));
    EmbeddedServer c = EmbeddedServer.start();
    try {
      membership.add(server(c).withName("c"));
      membership.remove("b");
      await("c", "state", "up");

      assertThat(row("b")).isNull();
      assertThat(at(last.get("ring"), "servers", 1, "name")).isEqualTo("c");
    } finally {
      membership.remove("c");
      c.close();
    }
  }

  @Test
  void theTripsToOneThatHasLeftAreCountedOnce() {
    time.advance(Duration.ofSeconds(1));
    MemcachedClient<String> client = store.client(Codec.strings());
    for (int i = 0; i < 100; i++) {
      client.get("key:" + i);
    }
    time.advance(Duration.ofSeconds(1));
    assertThat(number(row("b"), "trips", "count")).isPositive();

    membership.remove("b");
    time.advance(Duration.ofSeconds(1));
    assertThat(row("b")).isNull();
    assertThat(number(last.get("tick"), "trips", "count")).isZero();
  }

  @Test
  void aKeyCanBeAskedForAndAChangePreviewed() throws Exception {
    Object key = Objects.requireNonNull(sampler.questions().get("key")).ask(Map.of("key", "x"));
    assertThat(at(key, "server")).isIn(0, 1);
    Object preview =
        Objects.requireNonNull(sampler.questions().get("preview")).ask(Map.of("remove", "a"));
    assertThat((Double) at(preview, "moved")).isBetween(0.3, 0.7);
  }
}
