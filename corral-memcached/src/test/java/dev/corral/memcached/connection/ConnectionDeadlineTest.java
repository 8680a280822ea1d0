package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.memcached.request.ValueRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ConnectionDeadlineTest {
  /** What deadlines are watched by, and how much later than they are they may be met. */
  private static final Duration TICK = Duration.ofNanos(Loop.TICK);

  private final TestConnection tested = new TestConnection();
  private final SteppedLoop loop = tested.loop;

  private static void assertLate(CompletableFuture<?> request) {
    assertThatThrownBy(request::join)
        .hasCauseInstanceOf(DeadlineExceededException.class)
        .hasMessageEndingWith("no answer in time");
  }

  @Test
  void aRequestWithoutAnAnswerFailsAtItsDeadlineAndNotBefore() {
    tested.greet();
    ValueRequest a = tested.get("a");

    loop.advance(SettingsOf.DEADLINE.minusNanos(1));
    assertThat(a).isNotDone();
    loop.advance(TICK);

    assertLate(a);
    assertThatThrownBy(a::join)
        .hasMessageContaining("get a on cache1:11211 failed after 500 ms: no answer in time");
    assertThat(tested.owner.isClosed()).isFalse();
    assertThat(tested.counters.timeouts.sum()).isOne();
    assertThat(tested.counters.errors.sum()).isOne();
  }

  @Test
  void aShorterDeadlineBehindALongerOneIsMet() {
    tested.greet();
    ValueRequest patient = tested.get("a", Duration.ofMillis(400));
    ValueRequest hasty = tested.get("b", Duration.ofMillis(50));

    loop.advance(Duration.ofMillis(50).plus(TICK));

    assertLate(hasty);
    assertThat(patient).isNotDone();
    loop.advance(Duration.ofMillis(350));
    assertLate(patient);
  }

  @Test
  void aDeadlineIsMetByOneThatIsSentLaterToo() {
    Peer peer = tested.greet();
    ValueRequest first = tested.get("a", Duration.ofMillis(50));
    loop.advance(Duration.ofMillis(60));
    assertLate(first);

    ValueRequest second = tested.get("b", Duration.ofMillis(50));
    peer.replies("EN\r\n");
    loop.advance(Duration.ofMillis(60));

    assertLate(second);
  }

  @Test
  void aDeadlineIsMetBeforeTheRequestIsSent() {
    Peer peer = tested.accept();
    ValueRequest a = tested.get("a");

    loop.advance(SettingsOf.DEADLINE.plus(TICK));
    assertLate(a);
    peer.greet();

    assertThat(peer.received()).isEmpty();
    assertThat(tested.connection.inFlight()).isZero();
  }

  @Test
  void aLateReplyIsDroppedAndTheNextOneReachesItsOwnCaller() {
    Peer peer = tested.greet();
    ValueRequest a = tested.get("a", Duration.ofMillis(50));
    loop.advance(Duration.ofMillis(60));
    ValueRequest b = tested.get("b");
    peer.writes();

    peer.replies("VA 1 O0\r\nA\r\nVA 1 O1\r\nB\r\n");

    assertLate(a);
    assertThat(b.join()).asString().isEqualTo("B");
    assertThat(tested.connection.inFlight()).isZero();
  }

  @Test
  void aServerThatIsSilentForADeadlineIsProbedAndThenGivenUp() {
    Peer peer = tested.greet();
    tested.ask("a");
    peer.writes();

    loop.advance(SettingsOf.DEADLINE);
    assertThat(peer.received()).isEqualTo("mn\r\n");
    loop.advance(SettingsOf.DEADLINE.minusNanos(1));
    assertThat(tested.owner.isClosed()).isFalse();
    loop.advance(TICK);

    assertThat(tested.owner.ending().reason().words())
        .isEqualTo("the server has stopped answering");
    assertThat(peer.isOpen()).isFalse();
  }

  @Test
  void aServerThatAnswersTheProbeIsKept() {
    Peer peer = tested.greet();
    tested.ask("a");
    loop.advance(SettingsOf.DEADLINE.plus(TICK));
    assertThat(peer.received()).endsWith("mn\r\n");

    peer.replies("EN\r\nMN\r\n");
    loop.advance(Duration.ofSeconds(5));

    assertThat(peer.received()).isEmpty();
    assertThat(tested.owner.isClosed()).isFalse();
    assertThat(tested.connection.inFlight()).isZero();
  }

  @Test
  void whateverIsHeardBreaksTheSilence() {
    Peer peer = tested.greet();
    tested.ask("a");
    tested.ask("b");
    peer.writes();

    loop.advance(Duration.ofMillis(450));
    peer.replies("EN\r\n");
    loop.advance(Duration.ofMillis(450));

    assertThat(peer.received()).isEmpty();
    loop.advance(Duration.ofMillis(60));
    assertThat(peer.received()).isEqualTo("mn\r\n");
  }

  @Test
  void silenceCountsFromTheFirstRequestAfterAPause() {
    Peer peer = tested.greet();
    loop.advance(Duration.ofMinutes(1));

    tested.ask("a");
    peer.writes();
    loop.advance(Duration.ofMillis(490));

    assertThat(peer.received()).isEmpty();
  }

  @Test
  void aRequestThatWasGivenMoreTimeIsWaitedForLonger() {
    Peer peer = tested.greet();
    ValueRequest a = tested.get("a", Duration.ofSeconds(3));
    peer.writes();

    loop.advance(Duration.ofMillis(2_990));
    assertThat(peer.received()).isEmpty();
    assertThat(a).isNotDone();
    loop.advance(Duration.ofMillis(20));

    assertLate(a);
    assertThat(peer.received()).isEqualTo("mn\r\n");
  }

  @Test
  void aServerThatTakesNoBytesIsGivenUpToo() {
    Peer peer = tested.greet();
    tested.ask("a");
    peer.writes();
    peer.takesBytes(false);

    loop.advance(SettingsOf.DEADLINE.multipliedBy(2).plus(TICK.multipliedBy(2)));

    assertThat(peer.received()).isEmpty();
    assertThat(tested.owner.ending().reason().words())
        .isEqualTo("the server has stopped answering");
  }

  @Test
  void nobodyLooksAtTheClockOfAConnectionThatIsEmptyOrClosed() {
    Peer peer = tested.greet();
    tested.ask("a");
    peer.writes();
    peer.replies("EN\r\n");
    loop.advance(TICK);
    assertThat(loop.isIdle()).isTrue();

    tested.ask("b");
    loop.run();
    peer.hangsUp();
    loop.advance(TICK);

    assertThat(loop.isIdle()).isTrue();
  }
}
