package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.memcached.request.ValueRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent for virtual threads that were woken together. */
class ConnectionBurstTest {
  private static final Duration TICK = Duration.ofNanos(Loop.TICK);

  private final TestConnection tested = new TestConnection();
  private final SteppedLoop loop = tested.loop;
  private final DirectSocket socket = new DirectSocket();

  @BeforeEach
  void haveVirtualThreads() {
    loop.virtualThreads.areVirtual(true);
  }

  private Peer greetDirectly() {
    tested.connection.offerSocket(socket);
    return tested.greet();
  }

  /** Has so many answered by one read, so that those who wait are about to be woken. */
  private void answer(Peer peer, int count) {
    List<ValueRequest> asked =
        IntStream.range(0, count).mapToObj(i -> tested.getAwaited("before")).toList();
    loop.run();
    peer.writes();
    socket.received();
    peer.replies("EN\r\n".repeat(count));
    assertThat(asked).allMatch(request -> request.isDone());
  }

  private static void assertLate(ValueRequest... requests) {
    assertThat(Stream.of(requests)).allMatch(request -> request.isCompletedExceptionally());
  }

  @Test
  void whatTheyAskForIsSentInOneGoAndTheLoopSleeps() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    ValueRequest a = tested.getAwaited("a"); // it is alone, and goes at once
    ValueRequest b = tested.getAwaited("b");
    ValueRequest c = tested.getAwaited("c");
    assertThat(socket.received()).isEqualTo("mg a v O5\r\n");
    assertThat(loop.isWoken()).isFalse();

    assertThat(loop.virtualThreads.run()).isTrue();

    assertThat(socket.received()).isEqualTo("mg b v O6\r\nmg c v O7\r\n");
    assertThat(loop.isWoken()).isFalse();
    peer.replies("VA 1 O5\r\nA\r\nVA 1 O6\r\nB\r\nVA 1 O7\r\nC\r\n");
    assertThat(a.join()).asString().isEqualTo("A");
    assertThat(b.join()).asString().isEqualTo("B");
    assertThat(c.join()).asString().isEqualTo("C");
    assertThat(peer.writes()).isEmpty();
  }

  @Test
  void whoComesAfterTheBurstIsSentByTheLoop() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    tested.askAwaited("a");
    assertThat(loop.virtualThreads.run()).isTrue();
    assertThat(loop.isWoken()).isFalse(); // there was nothing left to be sent
    socket.received();

    tested.askAwaited("b");

    assertThat(socket.received()).isEmpty();
    assertThat(peer.received()).isEqualTo("mg b v O6\r\n");
  }

  @Test
  void whoIsNoVirtualThreadDoesNotWaitForThem() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    tested.askAwaited("a", "b");
    socket.received();

    loop.virtualThreads.areVirtual(false);
    tested.askAwaited("c");

    assertThat(peer.received()).isEqualTo("mg b v O6\r\nmg c v O7\r\n");
    loop.virtualThreads.run();
    assertThat(socket.received()).isEmpty();
    assertThat(loop.isWoken()).isFalse();
  }

  /** One that wrote meanwhile, and asks for it too, has time; but it has none. */
  @Test
  void whoIsNoVirtualThreadDoesNotWaitForThemThoughOneOfThemAsksForIt() {
    Peer peer = greetDirectly();
    EncodedRequest first = new EncodedRequest("mn", () -> {
      tested.askAwaited("a", "b", "c", "d");
      TestConnection.elsewhere(loop::run); // it is not the loop's turn, so this sends nothing
    });
    socket.meanwhile(() -> TestConnection.elsewhere(() -> {
      loop.virtualThreads.areVirtual(false);
      tested.askAwaited("e");
      loop.run();
      loop.virtualThreads.areVirtual(true);
      peer.replies("MN\r\n" + "EN\r\n".repeat(4)); // those who wait for these are about to be woken
    }));

    EncodedRequest submitted = tested.submitAwaited(first);

    assertThat(submitted).isDone();
    assertThat(socket.received()).startsWith("mn\r\nmg a v ").doesNotContain("mg e");
    assertThat(peer.received()).startsWith("mg e v ");
  }

  @Test
  void whoDoesNotWaitForItsAnswerDoesNotWaitForThemEither() {
    Peer peer = greetDirectly();
    answer(peer, 5);

    tested.ask("a");

    assertThat(peer.received()).isEqualTo("mg a v O5\r\n");
  }

  @Test
  void whenTheirSchedulerIsBusyTheLoopTakesOverAtTheNextTick() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    loop.advance(TICK.multipliedBy(3));
    answer(peer, 5);
    tested.askAwaited("a", "b");
    socket.received();

    loop.advance(TICK);

    assertThat(peer.received()).isEqualTo("mg b v O;\r\n");
    tested.askAwaited("c");
    assertThat(peer.received()).isEqualTo("mg c v O<\r\n");
    loop.virtualThreads.run();
    assertThat(socket.received()).isEmpty();
  }

  @Test
  void aBurstThatNobodyEndsIsOverAtTheNextTickThoughNobodyAsks() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    loop.advance(TICK.multipliedBy(2));

    tested.askAwaited("a", "b");

    assertThat(socket.received()).isEqualTo("mg a v O5\r\n");
    assertThat(peer.received()).isEqualTo("mg b v O6\r\n");
  }

  /** Threads that wait for answers, which have come. */
  private List<Thread> answeredThreads(Peer peer) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(() -> {
        var unused = tested.getAwaited("a").join();
      });
      thread.start();
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      threads.add(thread);
    }
    peer.writes();
    peer.replies("EN\r\n".repeat(4));
    assertThat(threads).allMatch(Thread::isAlive);
    return threads;
  }

  private static void assertAwake(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(10));
      assertThat(thread.isAlive()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoWaitsIsWokenByTheNextTickIfNoVirtualThreadHasATurn(boolean isDirect)
      throws InterruptedException {
    Peer peer = isDirect ? greetDirectly() : tested.greet();
    loop.advance(TICK.multipliedBy(2));
    List<Thread> threads = answeredThreads(peer);

    loop.advance(TICK);

    assertAwake(threads);
  }

  @Test
  void whoWaitsIsWokenWhenTheConnectionEndsIfNoVirtualThreadHasATurn() throws InterruptedException {
    List<Thread> threads = answeredThreads(greetDirectly());

    tested.connection.close("enough");

    assertAwake(threads);
  }

  @Test
  void whatACallerIsTooLateToTellTheLoopOfIsSentByTheNextTick() {
    Peer peer = tested.greet();
    answer(peer, 3);
    loop.loses(() -> tested.ask("a")); // it has said that it would tell
    assertThat(peer.writes()).isEmpty();

    loop.advance(TICK);

    assertThat(peer.received()).isEqualTo("mg a v O3\r\n");
  }

  @Test
  void whatIsReadMeanwhileDoesNotHaveTheLoopSendForThem() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    tested.askAwaited("a", "b");
    socket.received();

    peer.replies("EN\r\n");

    assertThat(peer.writes()).isEmpty();
    loop.virtualThreads.run();
    assertThat(socket.received()).isEqualTo("mg b v O6\r\n");
  }

  @Test
  void theirDeadlinesAreMet() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    loop.advance(TICK.multipliedBy(3));
    answer(peer, 5);
    ValueRequest a = tested.getAwaited("a");
    ValueRequest b = tested.getAwaited("b");
    loop.virtualThreads.run();

    loop.advance(SettingsOf.DEADLINE.plus(TICK));

    assertLate(a, b);
  }

  @Test
  void aFewAreWokenOneByOneAndSentByTheLoop() {
    Peer peer = greetDirectly();
    answer(peer, 3);
    assertThat(loop.virtualThreads.run()).isFalse();
    tested.askAwaited("a", "b");

    assertThat(socket.received()).isEqualTo("mg a v O3\r\n");
    assertThat(peer.received()).isEqualTo("mg b v O4\r\n");
  }

  @Test
  void withoutASocketToWriteToTheLoopSends() {
    Peer peer = tested.greet();
    answer(peer, 5);
    tested.askAwaited("a");

    assertThat(peer.received()).isEqualTo("mg a v O5\r\n");
    assertThat(loop.virtualThreads.run()).isTrue();
  }

  @Test
  void whatTheSocketDoesNotTakeIsLeftToTheLoop() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    tested.askAwaited("a");
    socket.received();
    tested.askAwaited("b");
    socket.takes(3);

    loop.virtualThreads.run();

    assertThat(socket.received()).isEqualTo("mg ");
    assertThat(peer.received()).isEqualTo("b v O6\r\n");
  }

  @Test
  void theRestOfWhatALoneCallerWroteDoesNotWaitForThem() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    socket.takes(3);

    tested.askAwaited("a");

    assertThat(socket.received()).isEqualTo("mg ");
    assertThat(peer.received()).isEqualTo("a v O5\r\n");
  }

  @Test
  void theRestOfABurstDoesNotWaitForTheNext() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    tested.askAwaited("a", "b", "c", "d");
    socket.received();
    socket.takes(3);
    socket.meanwhile(() -> peer.replies("EN\r\n".repeat(4)));

    loop.virtualThreads.run();

    assertThat(socket.received()).isEqualTo("mg ");
    assertThat(peer.received()).isEqualTo("b v O6\r\nmg c v O7\r\nmg d v O8\r\n");
  }

  @Test
  void whoComesWhileALoneCallerWritesIsSentAtTheEndToo() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    socket.meanwhile(() -> tested.askAwaited("b"));

    tested.askAwaited("a");

    assertThat(loop.isWoken()).isFalse();
    loop.virtualThreads.run();
    assertThat(socket.received()).isEqualTo("mg a v O5\r\nmg b v O6\r\n");
    assertThat(peer.writes()).isEmpty();
  }

  @Test
  void whatCantBeSentLeavesTheConnectionEmpty() {
    Peer peer = greetDirectly();
    answer(peer, 5);

    BrokenRequest broken = tested.submitAwaited(BrokenRequest.inWriting());
    loop.virtualThreads.run();
    loop.advance(TICK);

    assertThat(broken).isCompletedExceptionally();
    assertThat(loop.isIdle()).isTrue();
  }

  @Test
  void aBurstThatEndsAfterItsConnectionDoesNothing() {
    Peer peer = greetDirectly();
    answer(peer, 5);
    tested.askAwaited("a");
    ValueRequest b = tested.getAwaited("b");
    socket.received();
    tested.connection.close("enough");
    loop.run();

    loop.virtualThreads.run();

    assertThat(socket.received()).isEmpty();
    assertThat(tested.owner.isClosed()).isTrue();
    assertThat(b).isNotDone(); // it was not sent, so its owner has it
  }
}
