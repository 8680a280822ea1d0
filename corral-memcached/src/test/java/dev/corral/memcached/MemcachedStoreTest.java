package dev.corral.memcached;

import static dev.corral.memcached.connection.LocalServers.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.connection.LocalServer;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.memcached.request.IoThread;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemcachedStoreTest {
  private static final Key KEY = Key.raw("key");
  private static final byte[] VALUE = "value".getBytes(UTF_8);

  private final LocalServers servers = LocalServers.start("a:1");
  private final LocalServer server = servers.at("a:1");
  private final TestStore opened = TestStore.open(servers, options -> options).awaitConnected();
  private final MemcachedStore store = opened.store();

  @AfterEach
  void close() {
    opened.close();
    servers.close();
  }

  private static void assertUnavailable(CompletableFuture<?> future, String message) {
    assertThatThrownBy(future::join)
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aDeadlineOfOnesOwnIsMetWhereTheUsualOneIsFarOff() {
    server.stall();

    CompletableFuture<GetOutcome> hurried = store.within(Duration.ofMillis(30)).get(KEY);
    CompletableFuture<GetOutcome> patient = store.get(KEY);

    assertThatThrownBy(hurried::join)
        .hasCauseInstanceOf(DeadlineExceededException.class)
        .hasMessageContaining("get key on a:1 failed after");
    assertThat(patient).isNotDone();
    server.goOn();
    assertThat(patient.join()).isEqualTo(Miss.MISS);
  }

  @Test
  void theDeadlineHoldsForBatchesAndClientsToo() {
    server.stall();
    MemcachedStore hurried = store.within(Duration.ofMillis(30));

    for (CompletableFuture<GetOutcome> outcome :
        hurried.executeAll(List.of(Get.of(KEY), Get.of(Key.raw("other"))))) {
      assertThatThrownBy(outcome::join).hasCauseInstanceOf(DeadlineExceededException.class);
    }
    assertThatThrownBy(() -> hurried.client(Codec.strings()).get("key"))
        .isInstanceOf(DeadlineExceededException.class);
    server.goOn();
  }

  @Test
  void aDeadlineIsMoreThanZeroAndNotAges() {
    List<Duration> wrong = List.of(
        Duration.ZERO,
        Duration.ofMillis(-1),
        Duration.ofHours(1).plusNanos(1),
        Duration.ofDays(150_000));
    for (Duration none : wrong) {
      assertThatThrownBy(() -> store.within(none))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("deadline must be more than zero and at most 1 h, but is " + none);
    }
  }

  @Test
  void aSetThatIsNotStoredIsRejected() {
    server.answerNext("ms", "NS {O}");

    assertThatThrownBy(() -> store.set(KEY, VALUE, Ttl.NEVER).join())
        .hasCauseInstanceOf(RejectedException.class)
        .hasMessageContaining("it was answered with NOT_STORED");
  }

  @Test
  void closingWaitsForWhatIsInFlight() {
    server.items().set(KEY, VALUE, Ttl.NEVER).join();
    server.stall();
    CompletableFuture<GetOutcome> inFlight = store.get(KEY);

    CompletableFuture<Void> closing = CompletableFuture.runAsync(store::close);
    await("the store to close", () -> store.get(KEY).isCompletedExceptionally());
    assertThat(closing).isNotDone();
    assertThat(inFlight).isNotDone();
    server.goOn();

    closing.join();
    assertThat(((Item) inFlight.join()).value()).isEqualTo(VALUE);
    assertThat(opened.transport().isClosed()).isTrue();
    await("the connection to end", () -> server.connections() == 0);
  }

  @Test
  void closingWaitsForWhatWaitsForAConnection() {
    server.stall();
    TestStore fresh = TestStore.open(servers, options -> options);
    CompletableFuture<Void> waiting = fresh.store().set(KEY, VALUE, Ttl.NEVER);

    CompletableFuture<Void> closing = CompletableFuture.runAsync(fresh::close);
    await("the store to close", () -> fresh.store().get(KEY).isCompletedExceptionally());
    server.goOn();

    closing.join();
    waiting.join();
    assertThat(server.value("key")).isEqualTo("value");
  }

  @Test
  void closingDoesNotWaitForAnswersThatNobodyWaitsFor() {
    TestStore patient = TestStore.open(
            servers,
            options -> options.deadline(Duration.ofHours(1)).drainTimeout(Duration.ofHours(1)))
        .awaitConnected();
    server.stall();
    CompletableFuture<GetOutcome> late =
        patient.store().within(Duration.ofMillis(20)).get(KEY);
    assertThatThrownBy(late::join).hasCauseInstanceOf(DeadlineExceededException.class);

    CompletableFuture.runAsync(patient::close).orTimeout(20, TimeUnit.SECONDS).join();
  }

  @Test
  void closingWaitsNoLongerThanItMay() {
    TestStore impatient = TestStore.open(
            servers, options -> options.drainTimeout(Duration.ofMillis(20)))
        .awaitConnected();
    server.stall();
    CompletableFuture<GetOutcome> inFlight = impatient.store().get(KEY);

    impatient.close();

    assertUnavailable(inFlight, "the store is closed");
  }

  @Test
  void aClosedStoreRefusesEverythingAndMayBeClosedAgain() {
    store.close();
    store.close();

    assertUnavailable(store.get(KEY), "the memcached store is closed");
    assertUnavailable(store.set(KEY, VALUE, Ttl.NEVER), "the memcached store is closed");
    assertUnavailable(
        store.within(Duration.ofSeconds(1)).delete(KEY), "the memcached store is closed");
    for (CompletableFuture<GetOutcome> outcome :
        store.executeAll(List.of(Get.of(KEY), Get.of(KEY)))) {
      assertUnavailable(outcome, "the memcached store is closed");
    }
    assertThatThrownBy(() -> store.client(Codec.strings()).versions())
        .isInstanceOf(UnavailableException.class)
        .hasMessage("version was not sent: the memcached store is closed");
  }

  @Test
  void aViewWithAnotherDeadlineClosesTheStore() {
    store.within(Duration.ofSeconds(1)).close();

    assertUnavailable(store.get(KEY), "the memcached store is closed");
  }

  @Test
  void anIoThreadMustNeitherCloseTheStoreNorWaitForIt() {
    server.stall();
    CompletableFuture<GetOutcome> inFlight = store.get(KEY);

    for (Runnable task : List.<Runnable>of(store::close, inFlight::join)) {
      assertThatThrownBy(() -> opened.transport().submit(task).get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IllegalStateException.class)
          .hasMessageContaining("an I/O thread must not");
    }
    server.goOn();
    assertThat(inFlight.join()).isEqualTo(Miss.MISS);
  }

  @Test
  void noCallbackRunsOnAnIoThread() {
    Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<?>> watched = new ArrayList<>();
    for (int round = 0; round < 20; round++) {
      server.stall();
      for (CompletableFuture<GetOutcome> outcome : store.executeAll(
          List.of(Get.of(KEY), Get.of(KEY), Get.of(KEY).withTouch(Ttl.seconds(5))))) {
        watched.add(outcome.whenComplete((value, fault) -> threads.add(Thread.currentThread())));
      }
      watched.add(CompletableFuture.allOf(store.get(KEY), store.delete(KEY))
          .thenRun(() -> threads.add(Thread.currentThread())));
      server.goOn();
    }
    CompletableFuture.allOf(watched.toArray(CompletableFuture<?>[]::new)).join();
    server.stall();
    CompletableFuture<?> lost = store.get(KEY).handle((value, fault) -> {
      threads.add(Thread.currentThread());
      return fault;
    });
    server.stop();
    assertThat(lost.join()).isInstanceOf(UnavailableException.class);

    assertThat(threads).hasSize(81).noneMatch(thread -> thread instanceof IoThread);
  }

  @Test
  void callbacksRunOnTheExecutorThatWasGiven() {
    ExecutorService executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "given"));
    try (TestStore other =
        TestStore.open(servers, options -> options.executor(executor)).awaitConnected()) {
      server.stall();
      CompletableFuture<String> thread =
          other.store().get(KEY).thenApply(outcome -> Thread.currentThread().getName());
      server.goOn();

      assertThat(thread.join()).isEqualTo("given");
    } finally {
      executor.shutdown();
    }
  }

  @Test
  void theListenerIsToldOnTheExecutorInTheOrderOfEvents() {
    Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    Queue<NodeEvent> events = new ConcurrentLinkedQueue<>();
    try (TestStore other = TestStore.open(
            servers,
            options -> options.listener(event -> {
              threads.add(Thread.currentThread());
              events.add(event);
            }))
        .awaitConnected()) {
      for (int round = 1; round <= 3; round++) {
        // With something in flight, since an idle connection is replaced without a word.
        server.stall();
        CompletableFuture<GetOutcome> lost = other.store().get(KEY);
        server.awaitAsked();
        server.hangUp();
        assertUnavailable(lost, "the server closed the connection");
        server.goOn();
        int connections = round + 1;
        await(
            "the connection to be back",
            () -> events.stream().filter(NodeEvent.Connected.class::isInstance).count()
                == connections);
      }

      assertThat(events.stream().map(event -> event.getClass().getSimpleName()))
          .containsExactly(
              "Connected",
              "Disconnected",
              "Connected",
              "Disconnected",
              "Connected",
              "Disconnected",
              "Connected");
      assertThat(threads).noneMatch(thread -> thread instanceof IoThread);
    }
  }

  @Test
  void whatAListenerThrowsHarmsNobody() {
    try (TestStore other = TestStore.open(
        servers,
        options -> options.executor(Runnable::run).listener(event -> {
          throw new IllegalStateException("of no use");
        }))) {
      assertThat(other.store().get(KEY).join()).isEqualTo(Miss.MISS);
      assertThat(other.events()).isNotEmpty();
    }
  }

  @Test
  void aServerThatWasRestartedIsFoundAgainAndItsOldCasMatchesNothing() {
    store.set(KEY, VALUE, Ttl.NEVER).join();
    Item before = (Item) store.execute(Get.of(KEY).withDetails()).join();
    server.restartEmpty();
    await("the server to be back", () -> server.connections() == 1);
    await(
        "an answer",
        () -> !store.get(KEY).handle((outcome, fault) -> fault != null).join());

    assertThat(store.get(KEY).join()).isEqualTo(Miss.MISS);
    assertThat(store
            .execute(Put.set(KEY, VALUE, Ttl.NEVER).ifCas(before.cas()))
            .join()
            .isStored())
        .isFalse();
  }
}
