package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.memcached.request.ValueRequest;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionCloseTest {
  private final TestConnection tested = new TestConnection();

  private void closeWhenDrained() {
    tested.connection.closeWhenDrained("the store is closed", SettingsOf.DRAIN_TIMEOUT.toNanos());
    tested.loop.run();
  }

  @Test
  void anEmptyConnectionClosesAtOnce() {
    Peer peer = tested.greet();

    closeWhenDrained();

    assertThat(peer.isOpen()).isFalse();
    assertThat(tested.owner.ending().isIdle()).isFalse();
    assertThat(tested.owner.ending().inFlight()).isZero();
    assertThat(tested.owner.ending().unsent()).isEmpty();
  }

  @Test
  void aConnectionThatIsNotReadyAndThatNobodyWaitsForClosesAtOnce() {
    Peer peer = tested.accept();

    closeWhenDrained();

    assertThat(peer.isOpen()).isFalse();
    assertThat(tested.owner.ending().unsent()).isEmpty();
  }

  @Test
  void whatWaitsBehindTheGreetingIsAnsweredFirst() {
    Peer peer = tested.accept();
    ValueRequest a = tested.get("a");

    closeWhenDrained();
    peer.greet();
    assertThat(peer.received()).isEqualTo("mg a v O0\r\n");
    peer.replies("EN\r\n");

    assertThat(a).isCompletedWithValue(null);
    assertThat(peer.isOpen()).isFalse();
  }

  @Test
  void aLateReplyIsNotWaitedFor() {
    Peer peer = tested.greet();
    ValueRequest a = tested.get("a");
    peer.writes();
    closeWhenDrained();

    tested.loop.advance(SettingsOf.DEADLINE);

    assertThat(a).isCompletedExceptionally();
    assertThat(peer.isOpen()).isFalse();
  }

  @Test
  void whatIsInFlightIsAnsweredFirst() {
    Peer peer = tested.greet();
    ValueRequest a = tested.get("a");
    ValueRequest b = tested.get("b");
    peer.writes();

    closeWhenDrained();
    peer.replies("EN\r\n");
    assertThat(a).isCompleted();
    assertThat(peer.isOpen()).isTrue();
    peer.replies("EN\r\n");

    assertThat(b).isCompleted();
    assertThat(peer.isOpen()).isFalse();
    assertThat(tested.owner.ending().reason().words()).isEqualTo("it was closed");
  }

  @Test
  void whatIsNotAnsweredInTimeFails() {
    Peer peer = tested.greet();
    ValueRequest a = tested.get("a", SettingsOf.DRAIN_TIMEOUT.multipliedBy(3));
    peer.writes();

    closeWhenDrained();
    tested.loop.advance(SettingsOf.DRAIN_TIMEOUT);

    assertThat(peer.isOpen()).isFalse();
    assertThatThrownBy(a::join).hasMessageEndingWith("failed after 1000 ms: the store is closed");
  }

  @Test
  void whoHasItsAnswerIsWokenThoughTheNextCantHaveIts() throws InterruptedException {
    Peer peer = tested.greet();
    Thread waiting = new Thread(() -> {
      var unused = tested.getAwaited("a").join();
    });
    waiting.start();
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    UnsettledRequest unused = tested.submit(new UnsettledRequest());
    peer.writes();

    peer.replies("EN\r\nMN\r\n");

    waiting.join(TimeUnit.SECONDS.toMillis(10));
    assertThat(waiting.isAlive()).isFalse();
    assertThat(tested.owner.isClosed()).isTrue();
  }

  @Test
  void theOwnerLearnsOfTheEndThoughSomeoneCantHaveItsAnswer() {
    Peer peer = tested.greet();
    UnsettledRequest unused = tested.submit(new UnsettledRequest());
    ValueRequest b = tested.get("b");
    peer.writes();

    peer.replies("MN\r\nnonsense\r\n");

    assertThat(tested.owner.ending().reason().words()).contains("nonsense");
    assertThat(b).isCompletedExceptionally();
    assertThat(peer.isOpen()).isFalse();
  }
}
