package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.request.DeleteRequest;
import dev.corral.memcached.request.PutRequest;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.time.Ttl;
import java.io.IOException;
import java.nio.channels.NotYetConnectedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionDirectTest {
  private static final Duration TICK = Duration.ofNanos(Loop.TICK);

  private final TestConnection tested = new TestConnection();
  private final DirectSocket socket = new DirectSocket();

  @BeforeEach
  void offerTheSocket() {
    tested.connection.offerSocket(socket);
  }

  private PutRequest<PutOutcome> put(String key, int size) {
    return new PutRequest<>(
        Put.set(Key.raw(key), new byte[size], Ttl.seconds(60)), Function.identity());
  }

  @Test
  void aCallerThatWaitsAndIsAloneWritesByItself() {
    Peer peer = tested.greet();

    ValueRequest a = tested.getAwaited("a");

    assertThat(socket.received()).isEqualTo("mg a v O0\r\n");
    assertThat(peer.writes()).isEmpty();
    peer.replies("VA 1 O0\r\nA\r\n");
    assertThat(a.join()).asString().isEqualTo("A");
    assertThat(tested.connection.inFlight()).isZero();
    assertThat(tested.loop.isIdle()).isFalse(); // it looked after the deadline
    tested.loop.advance(TICK);
    assertThat(tested.loop.isIdle()).isTrue();
  }

  @Test
  void oneAfterTheOtherTheyShareTheMarksWithTheEventLoop() {
    Peer peer = tested.greet();

    ValueRequest a = tested.getAwaited("a");
    peer.replies("VA 1 O0\r\nA\r\n");
    ValueRequest b = tested.get("b");
    assertThat(peer.received()).isEqualTo("mg b v O1\r\n");
    peer.replies("VA 1 O1\r\nB\r\n");
    ValueRequest c = tested.getAwaited("c");
    assertThat(socket.received()).isEqualTo("mg a v O0\r\nmg c v O2\r\n");
    peer.replies("VA 1 O2\r\nC\r\n");

    assertThat(a.join()).asString().isEqualTo("A");
    assertThat(b.join()).asString().isEqualTo("B");
    assertThat(c.join()).asString().isEqualTo("C");
  }

  @Test
  void aCallerThatDoesNotWaitIsSentByTheEventLoop() {
    Peer peer = tested.greet();

    tested.ask("a");

    assertThat(socket.received()).isEmpty();
    assertThat(peer.received()).isEqualTo("mg a v O0\r\n");
  }

  @Test
  void aCallerThatIsNotAloneIsSentByTheEventLoop() {
    Peer peer = tested.greet();
    tested.ask("a");
    peer.writes();

    ValueRequest b = tested.getAwaited("b");

    assertThat(socket.received()).isEmpty();
    assertThat(peer.received()).isEqualTo("mg b v O1\r\n");
    peer.replies("EN\r\nVA 1 O1\r\nB\r\n");
    assertThat(b.join()).asString().isEqualTo("B");
  }

  @Test
  void nobodyWritesBeforeTheServerHasGreeted() {
    Peer peer = tested.accept();
    peer.writes();

    ValueRequest a = tested.getAwaited("a");
    assertThat(socket.received()).isEmpty();
    peer.replies(Peer.GREETED);

    assertThat(peer.received()).isEqualTo("mg a v O0\r\n");
    peer.replies("EN\r\n");
    assertThat(a).isCompletedWithValue(null);
  }

  @Test
  void whoComesWhileAnotherWritesIsSentAfterItByTheEventLoop() {
    Peer peer = tested.greet();
    ValueRequest b = new ValueRequest(Key.raw("b"));
    socket.meanwhile(() -> TestConnection.elsewhere(() -> {
      ValueRequest unused = tested.submitAwaited(b);
      tested.loop.run(); // it is not the loop's turn, so this sends nothing
    }));

    ValueRequest a = tested.getAwaited("a");

    assertThat(socket.received()).isEqualTo("mg a v O0\r\n");
    assertThat(peer.received()).isEqualTo("mg b v O1\r\n");
    peer.replies("VA 1 O0\r\nA\r\nVA 1 O1\r\nB\r\n");
    assertThat(a.join()).asString().isEqualTo("A");
    assertThat(b.join()).asString().isEqualTo("B");
  }

  @Test
  void theReplyMayComeBeforeTheWriterIsBack() {
    Peer peer = tested.greet();
    socket.meanwhile(() -> TestConnection.elsewhere(() -> peer.replies("VA 1 O0\r\nA\r\n")));

    ValueRequest a = tested.getAwaited("a");

    assertThat(a.join()).asString().isEqualTo("A");
    assertThat(tested.owner.isClosed()).isFalse();
    assertThat(tested.connection.inFlight()).isZero();
  }

  @Test
  void whatTheSocketDoesNotTakeIsWrittenByTheEventLoopBeforeAllElse() {
    Peer peer = tested.greet();
    socket.takes(4);

    ValueRequest a = tested.getAwaited("a");
    tested.ask("b");

    assertThat(socket.received()).isEqualTo("mg a");
    assertThat(peer.received()).isEqualTo(" v O0\r\nmg b v O1\r\n");
    peer.replies("VA 1 O0\r\nA\r\nEN\r\n");
    assertThat(a.join()).asString().isEqualTo("A");
  }

  /** Here it runs the callback of another request, and has not told the loop of the rest yet. */
  @Test
  void theRestOfARequestIsSentByTheNextTickIfItsCallerIsLate() {
    Peer peer = tested.greet();
    tested.settings.executor.refuse(); // so that the callback runs on this thread
    List<String> rest = new ArrayList<>();
    BrokenRequest unsendable = BrokenRequest.inWriting();
    var unused = unsendable.handle((nothing, fault) -> {
      tested.loop.advance(TICK);
      return rest.addAll(peer.writes());
    });
    EncodedRequest a = new EncodedRequest(
        "mn",
        () -> TestConnection.elsewhere(() -> {
          BrokenRequest unusedToo = tested.submit(unsendable);
          tested.loop.run(); // it is not the loop's turn, so this sends nothing
        }));
    socket.takes(1);

    EncodedRequest submitted = tested.submitAwaited(a);

    assertThat(submitted).isSameAs(a);
    assertThat(socket.received()).isEqualTo("m");
    assertThat(rest).containsExactly("n\r\n");
  }

  @Test
  void aLargeRequestIsWrittenByTheEventLoopAsAWhole() {
    Peer peer = tested.greet();

    PutRequest<PutOutcome> large = tested.submitAwaited(put("a", 20_000));

    assertThat(socket.received()).isEmpty();
    assertThat(peer.received()).hasSizeGreaterThan(20_000).startsWith("ms a 20000 T60 O0\r\n");
    peer.replies("HD O0\r\n");
    assertThat(large).isCompletedWithValue(PutOutcome.Stored.STORED);
  }

  @Test
  void oneThatFillsTheChannelIsWrittenOnce() {
    Peer peer = tested.greet();

    PutRequest<PutOutcome> large = tested.submitAwaited(put("a", 200_000));

    assertThat(peer.received()).hasSizeBetween(200_000, 200_100);
    peer.replies("HD O0\r\n");
    assertThat(large).isCompletedWithValue(PutOutcome.Stored.STORED);
    assertThat(tested.owner.isClosed()).isFalse();
  }

  @Test
  void nobodyOvertakesBytesThatTheChannelStillHolds() {
    Peer peer = tested.greet();
    peer.holdsBytes();
    PutRequest<PutOutcome> refused = tested.submit(put("a", 20_000));
    assertThat(peer.writes()).isEmpty();
    peer.replies("SERVER_ERROR out of memory storing object\r\n");
    assertThat(refused).isCompletedExceptionally();

    ValueRequest b = tested.getAwaited("b");

    assertThat(socket.received()).isEmpty();
    peer.takesHeldBytes();
    assertThat(peer.received()).startsWith("ms a").endsWith("\r\nmg b v O1\r\n");
    peer.replies("EN\r\n");
    assertThat(b).isCompletedWithValue(null);
  }

  @Test
  void aSocketThatBreaksEndsTheConnection() {
    tested.greet();
    socket.breaks(new IOException("Broken pipe"));

    ValueRequest a = tested.getAwaited("a");
    tested.loop.run();

    assertThatThrownBy(a::join)
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining("Broken pipe");
    assertThat(tested.owner.ending().inFlight()).isOne();
    assertThat(tested.owner.ending().unsent()).isEmpty();
  }

  @Test
  void aSocketThatThrowsAnythingElseEndsItToo() {
    tested.greet();
    socket.breaks(new NotYetConnectedException());

    ValueRequest a = tested.getAwaited("a");
    tested.loop.run();

    assertThatThrownBy(a::join).hasCauseInstanceOf(UnavailableException.class);
    assertThat(tested.owner.isClosed()).isTrue();
  }

  @Test
  void whoFindsTheChannelClosedLeavesItsRequestToBeSentElsewhere() {
    Peer peer = tested.greet();
    ValueRequest a = new ValueRequest(Key.raw("a"));

    peer.hangsUp(() -> {
      ValueRequest unused = tested.submitAwaited(a);
    });

    assertThat(socket.received()).isEmpty();
    assertThat(tested.owner.ending().isIdle()).isTrue();
    assertThat(tested.owner.ending().unsent()).containsExactly(a);
    assertThat(a).isNotDone();
  }

  @Test
  void anAnswerCountsThoughTheEventLoopHasEndedMeanwhile() {
    Peer peer = tested.greet();
    socket.meanwhile(() -> TestConnection.elsewhere(() -> {
      peer.replies("VA 1 O0\r\nA\r\n");
      tested.loop.end();
    }));

    ValueRequest a = tested.getAwaited("a");

    assertThat(a.join()).asString().isEqualTo("A");
  }

  @Test
  void itsDeadlineIsMet() {
    tested.greet();
    ValueRequest a = tested.getAwaited("a");

    tested.loop.advance(SettingsOf.DEADLINE.minusNanos(1));
    assertThat(a).isNotDone();
    tested.loop.advance(TICK);

    assertThatThrownBy(a::join).hasCauseInstanceOf(DeadlineExceededException.class);
  }

  @Test
  void aShorterDeadlineThanThoseBeforeIsMetToo() {
    Peer peer = tested.greet();
    tested.ask("a");
    peer.writes();
    peer.replies("EN\r\n");
    ValueRequest hasty = new ValueRequest(Key.raw("b"));
    hasty.expect();
    ValueRequest b = tested.submit(hasty, Duration.ofMillis(50));

    tested.loop.advance(Duration.ofMillis(50).plus(TICK));

    assertThat(socket.received()).isEqualTo("mg b v O1\r\n");
    assertThatThrownBy(b::join).hasCauseInstanceOf(DeadlineExceededException.class);
  }

  @Test
  void aServerThatStaysSilentIsProbedAndThenGivenUp() {
    Peer peer = tested.greet();
    ValueRequest unused = tested.getAwaited("a");

    tested.loop.advance(SettingsOf.DEADLINE.plus(TICK));
    assertThat(peer.received()).isEqualTo("mn\r\n");
    tested.loop.advance(SettingsOf.DEADLINE.plus(TICK));

    assertThat(tested.owner.ending().reason().words())
        .isEqualTo("the server has stopped answering");
  }

  @Test
  void whatCantBeSentIsAnsweredAndLeavesTheConnectionEmpty() {
    Peer peer = tested.greet();

    DeleteRequest<DeleteOutcome> foreign = tested.submitAwaited(new DeleteRequest<>(
        Delete.of(Key.raw("k")).ifCas(new Cas(1, new Object())), Function.identity()));

    assertThat(foreign).isCompletedWithValue(DeleteOutcome.EXISTS);
    assertThat(socket.received()).isEmpty();
    assertThat(peer.received()).isEmpty();
    assertThat(tested.connection.inFlight()).isZero();
    ValueRequest next = tested.getAwaited("a");
    assertThat(socket.received()).isEqualTo("mg a v O1\r\n");
    peer.replies("EN\r\n");
    assertThat(next).isCompletedWithValue(null);
  }

  @Test
  void closingWaitsForTheOneWhoWrites() {
    tested.greet();
    Thread closer = new Thread(() -> tested.connection.close("it was closed"));
    socket.meanwhile(() -> {
      closer.start();
      while (closer.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      assertThat(tested.owner.isClosed()).isFalse();
    });

    ValueRequest a = tested.getAwaited("a");
    assertThat(a)
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .withMessageContaining("it was closed");

    assertThat(socket.received()).isEqualTo("mg a v O0\r\n");
    assertThat(tested.owner.ending().inFlight()).isOne();
    assertThat(tested.owner.ending().unsent()).isEmpty();
    assertThat(tested.connection.submit(new ValueRequest(Key.raw("b")))).isFalse();
  }

  @Test
  void aServerThatHangsUpOnAWrittenRequestDidNotDoSoInPeace() {
    Peer peer = tested.greet();
    ValueRequest a = tested.getAwaited("a");

    peer.hangsUp();

    assertThat(a).isCompletedExceptionally();
    assertThat(tested.owner.ending().isIdle()).isFalse();
  }
}
