package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.request.Caller;
import dev.corral.memcached.request.DeleteRequest;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.memcached.request.ValuesRequest;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionReplyTest {
  private final TestConnection tested = new TestConnection();
  private final Peer peer = tested.greet();

  private static void assertLost(CompletableFuture<?> request, String reason) {
    assertThatThrownBy(request::join)
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageEndingWith(reason);
  }

  @Test
  void repliesAreMatchedInTheOrderOfTheRequests() {
    ValueRequest a = tested.get("a");
    ValueRequest b = tested.get("b");
    ValueRequest c = tested.get("c");
    peer.writes();

    peer.replies("VA 1 O0\r\nA\r\nEN\r\n");
    assertThat(a.join()).asString().isEqualTo("A");
    assertThat(b.join()).isNull();
    assertThat(c).isNotDone();
    peer.replies("VA 1 O2\r\nC\r\n");

    assertThat(c.join()).asString().isEqualTo("C");
    assertThat(tested.connection.inFlight()).isZero();
    assertThat(tested.counters.latencies.snapshot().count()).isEqualTo(3);
  }

  @Test
  void callersGetTheirAnswersWhenTheWholeReadIsParsed() {
    ValueRequest a = tested.get("a");
    peer.writes();

    peer.sends("VA 1 O0\r\nA\r\n");
    assertThat(a).isNotDone();
    peer.replies("");

    assertThat(a).isCompleted();
  }

  @Test
  void aReplyMayComeInPieces() {
    ValueRequest a = tested.get("a");
    peer.writes();

    for (String piece : List.of("V", "A 3 O", "0\r", "\na", "bc", "\r", "\n")) {
      assertThat(a).isNotDone();
      peer.replies(piece);
    }

    assertThat(a.join()).asString().isEqualTo("abc");
  }

  @Test
  void aCallersCallbackWaitsForTheExecutor() {
    CompletableFuture<Integer> length = tested.get("a").thenApply(value -> value.length);
    peer.writes();

    peer.replies("VA 1 O0\r\nA\r\n");
    assertThat(length).isNotDone();
    tested.settings.executor.release();

    assertThat(length).isCompletedWithValue(1);
  }

  @Test
  void aCallerThatWaitsIsWoken() throws Exception {
    ValueRequest a = tested.get("a");
    Caller<byte[]> caller = Caller.of(a::join).untilItWaits();
    peer.writes();

    peer.replies("VA 1 O0\r\nA\r\n");

    assertThat(caller.result()).asString().isEqualTo("A");
  }

  @Test
  void anAnswerToAnotherRequestClosesAndGivesNobodyAWrongValue() {
    ValueRequest a = tested.get("a");
    ValueRequest b = tested.get("b");
    ValueRequest c = tested.get("c");
    peer.writes();

    peer.replies("VA 1 O0\r\nA\r\nVA 1 O2\r\nC\r\nVA 1 O1\r\nB\r\n");

    assertThat(a.join()).asString().isEqualTo("A");
    assertLost(b, "the answer to another request than get b: VA 1 O2");
    assertLost(c, "the answer to another request than get b: VA 1 O2");
    assertThat(peer.isOpen()).isFalse();
    assertThat(tested.owner.ending().isIdle()).isFalse();
    assertThat(tested.owner.ending().inFlight()).isEqualTo(2);
  }

  @Test
  void anAnswerWithoutAMarkIsNobodys() {
    ValueRequest a = tested.get("a");
    peer.writes();

    peer.replies("VA 1\r\nA\r\n");

    assertLost(a, "the answer to another request than get a: VA 1");
  }

  @Test
  void oneReplyTooFewIsFoundOutByTheNext() {
    ValueRequest a = tested.get("a");
    ValueRequest b = tested.get("b");
    peer.writes();

    peer.replies("VA 1 O1\r\nB\r\n");

    assertLost(a, "the answer to another request than get a: VA 1 O1");
    assertThat(b).isCompletedExceptionally();
  }

  @Test
  void oneReplyTooManyCloses() {
    ValueRequest a = tested.get("a");
    peer.writes();

    peer.replies("VA 1 O0\r\nA\r\nEN\r\n");

    assertThat(a.join()).asString().isEqualTo("A");
    assertThat(tested.owner.ending().reason().words())
        .isEqualTo("a reply that nobody waits for: EN");
    assertThat(tested.owner.ending().isIdle()).isFalse();
  }

  @Test
  void anUnmarkedRequestTakesNoMarkedReply() {
    ValuesRequest many = tested.submit(new ValuesRequest(List.of(Key.raw("a"), Key.raw("b"))));
    peer.writes();

    peer.replies("HD O0\r\n");

    assertLost(many, "the answer to another request than get a and 1 more: HD O0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ERROR", "CLIENT_ERROR bad command line format", "NF O0", "garbage"})
  void aReplyOutsideTheProtocolFailsAllInFlightWithItsLine(String line) {
    ValueRequest a = tested.get("a");
    ValueRequest b = tested.get("b");
    peer.writes();
    peer.takesBytes(false);
    ValueRequest unsent = tested.get("c");

    peer.replies(line + "\r\n");

    assertLost(a, line);
    assertLost(b, line);
    assertThat(tested.owner.ending().reason().words()).endsWith(line);
    assertThat(tested.owner.ending().unsent()).isEqualTo(List.of(unsent));
    assertThat(unsent).isNotDone();
    assertThat(tested.counters.errors.sum()).isEqualTo(2);
  }

  @Test
  void nothingIsReadOnceTheConnectionIsClosed() {
    ValueRequest a = tested.get("a");
    peer.writes();

    peer.sends("garbage\r\n").sends("VA 1 O0\r\nA\r\n");

    assertLost(a, "no reply of the protocol: garbage");
    assertThat(tested.owner.ending().inFlight()).isOne();
  }

  @Test
  void aServersFailureFailsItsOwnRequestAlone() {
    ValueRequest a = tested.get("a");
    ValueRequest b = tested.get("b");
    peer.writes();

    peer.replies("SERVER_ERROR out of memory writing get response\r\nEN\r\n");

    assertLost(
        a,
        "get a on cache1:11211 failed after 0 ms: SERVER_ERROR out of memory writing get response");
    assertThat(b).isCompletedWithValue(null);
    assertThat(tested.owner.isClosed()).isFalse();
    assertThat(tested.counters.errors.sum()).isOne();
  }

  @Test
  void aValueThatTheServerFindsTooLargeIsRejected() {
    ValueRequest a = tested.get("a");
    peer.writes();

    peer.replies("SERVER_ERROR object too large for cache\r\n");

    assertThatThrownBy(a::join).hasCauseInstanceOf(RejectedException.class);
  }

  @Test
  void aFaultInReadingAReplyFailsItsOwnRequestAlone() {
    BrokenRequest broken = tested.submit(BrokenRequest.inReading());
    ValueRequest b = tested.get("b");
    peer.writes();

    peer.replies("MN\r\nEN\r\n");

    assertThatThrownBy(broken::join).hasCauseInstanceOf(ArithmeticException.class);
    assertThat(b).isCompletedWithValue(null);
  }

  @Test
  void aServerWithTooManyConnectionsSaysSo() {
    TestConnection refused = new TestConnection();
    ValueRequest a = refused.get("a");
    Peer busy = refused.accept();
    busy.writes();

    busy.replies("ERROR Too many open connections\r\n");

    assertThat(refused.owner.ending().reason().words())
        .isEqualTo("in answer to version: ERROR Too many open connections");
    assertThat(refused.owner.ending().unsent()).isEqualTo(List.of(a));
    assertThat(refused.owner.facts).isEmpty();
  }

  @Test
  void theServersEndFailsWhatIsInFlightAndNamesTheChanges() {
    tested.loop.advance(Duration.ofMillis(7));
    ValueRequest a = tested.get("a");
    DeleteRequest<DeleteOutcome> b =
        tested.submit(new DeleteRequest<>(Delete.of(Key.raw("b")), Function.identity()));
    ValuesRequest c = tested.submit(new ValuesRequest(List.of(Key.raw("c"), Key.raw("d"))));
    peer.writes();
    tested.loop.advance(Duration.ofMillis(3));

    peer.hangsUp();

    assertLost(a, "get a on cache1:11211 failed after 3 ms: the server closed the connection");
    assertLost(b, "the server closed the connection");
    assertLost(c, "the server closed the connection");
    assertThat(tested.owner.undelivered).containsExactly(Key.raw("b"));
    assertThat(tested.owner.ending().isIdle()).isFalse();
  }

  @Test
  void anEndInPeaceHarmsNobody() {
    peer.takesBytes(false);
    ValueRequest a = tested.get("a");

    peer.hangsUp();

    assertThat(tested.owner.ending())
        .isEqualTo(new Owner.Ending(
            Reason.of("the server closed the connection"), true, false, 0, List.of(a)));
    assertThat(a).isNotDone();
  }

  @Test
  void anEndBeforeTheGreetingIsNotInPeace() {
    TestConnection fresh = new TestConnection();

    fresh.accept().hangsUp();

    assertThat(fresh.owner.ending().isIdle()).isFalse();
    assertThat(fresh.owner.ending().inFlight()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Connection reset by peer", ""})
  void aBrokenChannelEndsTheConnectionWithItsReason(String message) {
    ValueRequest a = tested.get("a");
    peer.writes();

    peer.breaks(message.isEmpty() ? new IOException() : new IOException(message));

    assertLost(a, message.isEmpty() ? "java.io.IOException" : "the connection was reset");
    assertThat(peer.isOpen()).isFalse();
  }

  @Test
  void aConnectionThatWasGivenUpTakesNoChannelAnyMore() {
    TestConnection late = new TestConnection();
    late.connection.close("no greeting within 2000 ms");

    Peer unwanted = late.accept();

    assertThat(unwanted.isOpen()).isFalse();
    assertThat(unwanted.received()).isEmpty();
    late.connection.close("again");
    assertThat(late.owner.ending().reason().words()).isEqualTo("no greeting within 2000 ms");
  }

  @Test
  void aClosedConnectionTakesNoRequest() {
    peer.hangsUp();
    ValueRequest a = new ValueRequest(Key.raw("a"));

    assertThat(tested.connection.submit(a)).isFalse();

    assertThat(a).isNotDone();
    assertThatThrownBy(() -> tested.connection.takeOver(List.of(a)))
        .isInstanceOf(IllegalStateException.class);
  }
}
