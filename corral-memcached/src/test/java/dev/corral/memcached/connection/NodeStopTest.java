package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.memcached.request.Caller;
import dev.corral.memcached.request.DeleteRequest;
import dev.corral.memcached.request.LineRequest;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.store.DeleteOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class NodeStopTest {
  private static boolean submitted(TestNode tested) throws Exception {
    return Caller.of(() -> tested.node.submit(new ValueRequest(Key.raw("a")), 1_000_000))
        .result();
  }

  @Test
  void aNodeThatIsStoppedFinishesWhatIsInFlight() throws Exception {
    TestNode tested = new TestNode();
    Peer peer = tested.up();
    ValueRequest a = tested.get("a");
    peer.writes();

    CompletableFuture<?> stopped = tested.node.stop("it has left the ring");
    tested.loop.run();
    assertThat(stopped).isNotDone();
    peer.replies("EN\r\n");

    assertThat(a).isCompletedWithValue(null);
    assertThat(stopped).isCompleted();
    assertThat(submitted(tested)).isFalse();
    tested.loop.advance(SettingsOf.DRAIN_TIMEOUT);
    assertThat(tested.loop.isIdle()).isTrue();
    assertThat(tested.transport.attempts).hasSize(1);
  }

  @Test
  void aNodeThatIsStoppedWaitsOnlySoLong() throws Exception {
    TestNode tested = new TestNode();
    Peer peer = tested.up();
    LineRequest flush = LineRequest.flush(0);
    assertThat(tested.node.submit(flush, Duration.ofHours(1).toNanos())).isTrue();
    peer.writes();

    CompletableFuture<?> stopped = tested.node.stop("it has left the ring");
    tested.loop.advance(SettingsOf.DRAIN_TIMEOUT);

    assertThatThrownBy(flush::join).hasMessageEndingWith("it has left the ring");
    assertThat(stopped).isCompleted();
    assertThat(submitted(tested)).isFalse();
  }

  @Test
  void aNodeThatIsDownStopsAtOnce() throws Exception {
    TestNode tested = new TestNode();
    tested.transport.refuse("refused");

    CompletableFuture<?> stopped = tested.node.stop("the store is closed");
    tested.loop.run();

    assertThat(stopped).isCompleted();
    assertThat(submitted(tested)).isFalse();
    tested.loop.advance(Duration.ofMinutes(1));
    assertThat(tested.transport.attempts).hasSize(1);
  }

  @Test
  void aRefusedCallerDoesNotPullAStoppedNodeBack() {
    TestNode tested = new TestNode();
    for (int i = 0; i < 10; i++) {
      tested.transport.refuse("refused");
      tested.loop.advance(Duration.ofMillis(10L << i));
    }
    tested.transport.refuse("refused");

    CompletableFuture<?> stopped = tested.node.stop("the store is closed");
    ValueRequest refused = tested.get("a");
    tested.loop.advance(Duration.ofMinutes(1));

    assertThat(refused).isCompletedExceptionally();
    assertThat(stopped).isCompleted();
    assertThat(tested.transport.attempts).hasSize(11);
  }

  @Test
  void aNodeStopsInTheMidstOfAnAttempt() throws Exception {
    TestNode tested = new TestNode();
    tested.transport.refuse("refused");
    tested.loop.advance(Duration.ofMillis(10));
    Peer peer = tested.transport.accept();

    CompletableFuture<?> stopped = tested.node.stop("the store is closed");
    tested.loop.run();

    assertThat(stopped).isCompleted();
    assertThat(peer.isOpen()).isFalse();
    assertThat(submitted(tested)).isFalse();
  }

  @Test
  void aNodeStopsInTheMidstOfAReplay() throws Exception {
    TestNode tested = new TestNode(settings -> settings.journalKeys = 10);
    tested.transport.refuse("refused");
    DeleteRequest<DeleteOutcome> missed = tested.delete("a");
    assertThat(missed).isCompletedExceptionally();
    tested.loop.advance(Duration.ofMillis(10));
    Peer peer = tested.up();
    tested.events();

    CompletableFuture<?> stopped = tested.node.stop("the store is closed");
    tested.loop.run();
    peer.replies("HD O0\r\n");

    assertThat(stopped).isCompleted();
    assertThat(tested.events()).isEmpty();
    assertThat(submitted(tested)).isFalse();
  }

  @Test
  void whoeverStopsANodeAgainIsToldWhenItHasStopped() {
    TestNode tested = new TestNode();
    Peer peer = tested.up();
    ValueRequest a = tested.get("a");
    peer.writes();

    List<CompletableFuture<?>> stops =
        List.of(tested.node.stop("it has left the ring"), tested.node.stop("the store is closed"));
    tested.loop.run();
    assertThat(stops).noneMatch(CompletableFuture::isDone);
    peer.replies("EN\r\n");
    CompletableFuture<?> third = tested.node.stop("the store is closed");
    tested.loop.run();

    assertThat(a).isCompleted();
    assertThat(stops).allMatch(CompletableFuture::isDone);
    assertThat(third).isCompleted();
  }
}
