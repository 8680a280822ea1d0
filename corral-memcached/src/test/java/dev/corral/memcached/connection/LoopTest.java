package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.memcached.request.ValueRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoopTest {
  private static final Duration TICK = Duration.ofNanos(Loop.TICK);

  private final SteppedLoop loop = new SteppedLoop();
  private final TestConnection one = new TestConnection(new SettingsOf(), loop);
  private final TestConnection other = new TestConnection(new SettingsOf(), loop);

  private static void offerSocket(TestConnection connection) {
    connection.connection.offerSocket(new DirectSocket());
  }

  @Test
  void theDeadlinesOfAllItsConnectionsAreMet() {
    one.greet();
    other.greet();
    ValueRequest a = one.get("a", Duration.ofMillis(100));
    loop.advance(Duration.ofMillis(25));
    ValueRequest b = other.get("b", Duration.ofMillis(50));

    loop.advance(Duration.ofMillis(49));
    assertThat(b).isNotDone();
    loop.advance(TICK);
    assertThat(b).isCompletedExceptionally();
    assertThat(a).isNotDone();
    loop.advance(Duration.ofMillis(25));
    assertThat(a).isCompletedExceptionally();
  }

  @Test
  void whoWritesByItselfWhileAnotherIsWatchedWakesNobodyAndIsWatchedToo() {
    offerSocket(other);
    one.greet();
    other.greet();
    loop.advance(TICK.multipliedBy(2));
    one.ask("a");
    loop.run();

    ValueRequest b = other.getAwaited("b");

    assertThat(loop.isWoken()).isFalse();
    loop.advance(SettingsOf.DEADLINE.plus(TICK));
    assertThat(b).isCompletedExceptionally();
  }

  @Test
  void whoWritesByItselfWhileNobodyIsWatchedStartsTheWatch() {
    offerSocket(one);
    one.greet();
    assertThat(loop.isIdle()).isTrue();

    ValueRequest a = one.getAwaited("a");

    assertThat(loop.isWoken()).isTrue();
    loop.advance(SettingsOf.DEADLINE.plus(TICK));
    assertThat(a).isCompletedExceptionally();
  }

  @Test
  void aConnectionThatHasEndedKeepsNobodyAwake() {
    one.greet();
    Peer peer = other.greet();
    one.ask("a");
    other.ask("b");
    loop.run();
    one.connection.close("enough");
    peer.replies("EN\r\n");

    loop.advance(TICK);

    assertThat(loop.isIdle()).isTrue();
  }

  @Test
  void aConnectionThatEndsAtATickDoesNotKeepTheOthersFromTheirs() {
    one.greet();
    other.greet();
    one.ask("a");
    ValueRequest b = other.get("b");
    one.connection.closeWhenDrained(
        "enough", SettingsOf.DEADLINE.multipliedBy(2).toNanos());

    loop.advance(SettingsOf.DEADLINE.plus(TICK));

    assertThat(one.owner.isClosed()).isTrue();
    assertThat(b).isCompletedExceptionally();
  }
}
