package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.request.ValueRequest;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinkTest {
  private final TestNode tested = new TestNode();
  private final ScriptedTransport transport = tested.transport;
  private final SteppedLoop loop = tested.loop;

  private long millisOfLastAttempt() {
    return transport.last().nanos() / 1_000_000;
  }

  /** Has attempts fail, each as soon as it is made. */
  private void refuse(int times) {
    for (int i = 0; i < times; i++) {
      transport.refuse("connection refused");
      int made = transport.attempts.size();
      while (i < times - 1 && transport.attempts.size() == made) {
        loop.advance(Duration.ofMillis(1));
      }
    }
  }

  @Test
  void requestsWaitWhileTheFirstConnectionIsMade() {
    ValueRequest a = tested.get("a");
    ValueRequest b = tested.get("b");

    Peer peer = tested.up();

    assertThat(peer.received()).isEqualTo("mg a v O0\r\nmg b v O1\r\n");
    peer.replies("EN\r\nVA 1 O1\r\nB\r\n");
    assertThat(a).isCompletedWithValue(null);
    assertThat(b.join()).asString().isEqualTo("B");
    assertThat(tested.events()).containsExactly("connected to version 1.6.40 in 0 ms");
  }

  @Test
  void aFirstAttemptThatFailsFailsThem() {
    ValueRequest a = tested.get("a");

    transport.refuse("connection refused");

    assertThatThrownBy(a::join)
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageEndingWith("get a on cache1:11211 failed after 0 ms: connection refused");
    assertThat(tested.events())
        .containsExactly("attempt 1 to connect failed, the next is in 10 ms: connection refused");
  }

  @Test
  void whileTheServerIsDownRequestsAreRefusedAtOnce() {
    transport.refuse("connection refused");
    loop.advance(Duration.ofMillis(7));

    ValueRequest a = tested.get("a");

    assertThatThrownBy(a::join)
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageEndingWith(
            "get a was not sent: cache1:11211 has been down for 7 ms: connection refused");
    assertThat(tested.node.status().isConnected()).isFalse();
  }

  @Test
  void thePauseBeforeAnAttemptGrowsUpToItsBound() {
    refuse(12);

    assertThat(tested.settings.random.bounds.subList(0, 4))
        .containsExactly(10_000_001L, 20_000_001L, 40_000_001L, 80_000_001L);
    assertThat(tested.events())
        .endsWith("attempt 12 to connect failed, the next is in 10000 ms: connection refused");
    List<Long> pauses = IntStream.range(1, transport.attempts.size())
        .mapToObj(i ->
            transport.attempts.get(i).nanos() - transport.attempts.get(i - 1).nanos())
        .map(nanos -> nanos / 1_000_000)
        .toList();
    assertThat(pauses)
        .containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 640L, 1280L, 2560L, 5120L, 10_000L);
  }

  @Test
  void eachAttemptTakesTheNextAddress() {
    refuse(4);

    assertThat(transport.attempts)
        .extracting(ScriptedTransport.Attempt::number)
        .containsExactly(0, 1, 2, 3);
  }

  @Test
  void whoeverIsRefusedPullsAFarOffAttemptNearer() {
    refuse(12);
    long refusedAt = millisOfLastAttempt();
    tested.settings.random.share = 0.5;

    ValueRequest a = tested.get("a");
    ValueRequest b = tested.get("b");
    loop.advance(Duration.ofMillis(250));

    assertThat(millisOfLastAttempt() - refusedAt).isEqualTo(249);
    assertThat(a).isCompletedExceptionally();
    assertThat(b).isCompletedExceptionally();
    assertThat(tested.settings.random.bounds).endsWith(500_000_000L).hasSize(13);
  }

  @Test
  void whoeverHasToGoElsewherePullsAFarOffAttemptNearerToo() {
    refuse(12);
    long refusedAt = millisOfLastAttempt();
    tested.settings.random.share = 0.5;

    tested.node.hasten(Key.raw("a"));
    loop.advance(Duration.ofMillis(250));

    assertThat(millisOfLastAttempt() - refusedAt).isEqualTo(249);
  }

  @Test
  void theReasonIsTheLastOneAndTheTimeTheWhole() {
    transport.refuse("connection refused");
    loop.advance(Duration.ofMillis(10));
    transport.refuse("it runs memcached 1.4.15");
    loop.advance(Duration.ofMillis(5));

    assertThatThrownBy(tested.get("a")::join)
        .hasMessageEndingWith("has been down for 15 ms: it runs memcached 1.4.15");
  }

  @Test
  void anAttemptThatIsNearIsNotPulled() {
    refuse(6);
    int drawn = tested.settings.random.bounds.size();

    ValueRequest a = tested.get("a");
    loop.run();

    assertThat(a).isCompletedExceptionally();
    assertThat(tested.settings.random.bounds).hasSize(drawn);
  }

  @Test
  void aServerThatNeitherAcceptsNorGreetsIsGivenUpAfterAWhile() {
    ValueRequest a = tested.get("a");
    transport.accept();

    loop.advance(SettingsOf.CONNECT_TIMEOUT);

    assertThatThrownBy(a::join).hasCauseInstanceOf(DeadlineExceededException.class);
    assertThat(tested.events())
        .containsExactly(
            "attempt 1 to connect failed, the next is in 10 ms: no greeting within 2000 ms");
  }

  @Test
  void aServerThatIsBackTakesRequestsAgain() {
    refuse(2);
    loop.advance(Duration.ofMillis(20));
    Peer peer = transport.accept();
    loop.advance(Duration.ofMillis(3));
    peer.greet();

    ValueRequest a = tested.get("a");

    assertThat(peer.received()).isEqualTo("mg a v O0\r\n");
    peer.replies("EN\r\n");
    assertThat(a).isCompleted();
    assertThat(tested.events()).endsWith("connected to version 1.6.40 in 3 ms");
    assertThat(tested.node.status().reconnects()).isOne();
    assertThat(tested.node.status().isConnected()).isTrue();
  }

  @Test
  void aConnectionThatBreaksIsToldAndMadeAnew() {
    Peer peer = tested.stable();
    tested.events();
    ValueRequest a = tested.get("a");
    peer.writes();

    peer.hangsUp();

    assertThat(a).isCompletedExceptionally();
    assertThat(tested.events())
        .containsExactly(
            "connection lost with 1 request in flight: the server closed the connection");
    loop.advance(Duration.ofMillis(10));
    assertThat(transport.attempts).hasSize(2);
  }

  @Test
  void aConnectionThatTheServerClosedWhileIdleIsReplacedUnseen() {
    Peer idle = tested.stable();
    tested.events();
    idle.takesBytes(false);
    ValueRequest a = tested.get("a");
    ValueRequest b = tested.get("b");

    idle.hangsUp();
    ValueRequest c = tested.get("c");
    Peer next = tested.up();

    assertThat(transport.attempts).hasSize(2);
    assertThat(transport.last().number()).as("the address that it was found at").isZero();
    assertThat(next.received()).isEqualTo("mg a v O0\r\nmg b v O1\r\nmg c v O2\r\n");
    next.replies("EN\r\nEN\r\nEN\r\n");
    assertThat(List.of(a, b, c)).allMatch(request -> request.isDone());
    assertThat(tested.events()).containsExactly("connected to version 1.6.40 in 0 ms");
  }

  @Test
  void aRequestThatWasMovedKeepsItsDeadlineWhileTheNextConnectionIsMade() {
    Peer idle = tested.stable();
    idle.takesBytes(false);
    ValueRequest a = tested.get("a");
    idle.hangsUp();

    loop.advance(SettingsOf.DEADLINE.plusMillis(10));

    assertThat(a).isCompletedExceptionally();
  }

  @Test
  void aRequestThatWasMovedKeepsItsDeadlineWhenItIsSent() {
    Peer idle = tested.stable();
    idle.takesBytes(false);
    ValueRequest a = tested.get("a");
    idle.hangsUp();
    Peer next = tested.up();
    assertThat(next.received()).isEqualTo("mg a v O0\r\n");

    loop.advance(SettingsOf.DEADLINE.plusMillis(10));

    assertThat(a).isCompletedExceptionally();
  }

  @Test
  void whatFailedLongAgoDoesNotCountAgainstAServerThatClosedAnIdleConnection() {
    refuse(5);
    loop.advance(Duration.ofMillis(200));
    tested.stable().hangsUp();
    tested.events();

    transport.refuse("connection refused");

    assertThat(tested.events())
        .containsExactly("attempt 1 to connect failed, the next is in 10 ms: connection refused");
  }

  @Test
  void whatFailedLongAgoDoesNotCountAgainstAConnectionThatBreaks() {
    refuse(5);
    loop.advance(Duration.ofMillis(200));
    Peer peer = tested.stable();
    ValueRequest a = tested.get("a");
    peer.writes();
    peer.replies("EN\r\n");
    assertThat(a).isDone();
    tested.settings.random.bounds.clear();

    peer.breaks(new IllegalStateException("reset"));

    assertThat(tested.settings.random.bounds).containsExactly(10_000_001L);
  }

  @Test
  void aServerThatGreetsAndAnswersNobodyFailsMoreAndMore() {
    for (int i = 0; i < 3; i++) {
      Peer peer = tested.stable();
      ValueRequest unused = tested.get("a");
      peer.writes();
      peer.hangsUp();
      loop.advance(Duration.ofMillis(40));
    }

    assertThat(tested.settings.random.bounds)
        .containsExactly(10_000_001L, 20_000_001L, 40_000_001L);
  }

  @Test
  void aServerThatTakesAndDropsConnectionsIsNotStormed() {
    for (int i = 0; i < 5; i++) {
      tested.up().hangsUp();
      loop.advance(Duration.ofMillis(10L << i));
    }

    assertThat(tested.settings.random.bounds)
        .containsExactly(10_000_001L, 20_000_001L, 40_000_001L, 80_000_001L, 160_000_001L);
    assertThat(transport.attempts).hasSize(6);
  }
}
