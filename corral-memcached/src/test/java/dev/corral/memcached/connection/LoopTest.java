package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.memcached.request.KeylessRequest;
import dev.corral.memcached.request.Session;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.Reply;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
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

    loop.advance(Duration.ofMillis(54));
    assertThat(b).isNotDone(); // it is looked at with the other, every 10 ms
    loop.advance(TICK);
    assertThat(b).isCompletedExceptionally();
    assertThat(a).isNotDone();
    loop.advance(Duration.ofMillis(25));
    assertThat(a).isCompletedExceptionally();
  }

  @Test
  void anIdleConnectionDoesNotEndTheWatchOfTheOthers() {
    offerSocket(one);
    one.greet();
    other.greet();
    ValueRequest b = other.get("b");

    loop.advance(SettingsOf.DEADLINE.plus(TICK));

    assertThat(b).isCompletedExceptionally();
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
  void aConnectionThatFailsEvenToEndDoesNotKeepTheOthersFromTheirs() {
    one.greet();
    other.greet();
    FickleRequest unused = one.submit(new FickleRequest(Integer.MAX_VALUE));
    ValueRequest b = other.get("b");

    loop.advance(SettingsOf.DEADLINE.plus(TICK.multipliedBy(2)));

    assertThat(b).isCompletedExceptionally();
  }

  @Test
  void ifThereIsNoRoomForATickTheNextOnesAreMet() {
    one.greet();
    other.greet();
    loop.advance(TICK.multipliedBy(2));
    loop.isFullOnce();
    one.ask("a");
    loop.run();

    ValueRequest b = other.get("b");
    loop.advance(SettingsOf.DEADLINE.plus(TICK));

    assertThat(b).isCompletedExceptionally();
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
  void aConnectionThatEndsBeforeItsRequestIsSentIsNotWatched() {
    one.greet();
    one.ask("a");
    one.connection.close("enough");

    assertThat(loop.isIdle()).isTrue();
  }

  @Test
  void aConnectionThatFailsAtATickDoesNotKeepTheOthersFromTheirs() {
    one.greet();
    other.greet();
    FickleRequest unused = one.submit(new FickleRequest(1));
    ValueRequest b = other.get("b");

    loop.advance(SettingsOf.DEADLINE.plus(TICK));

    assertThat(one.owner.ending().reason().words()).contains("fickle");
    assertThat(b).isCompletedExceptionally();
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

  /** A request that does not know what it is when it is asked for the first times. */
  private static final class FickleRequest extends KeylessRequest<@Nullable Void> {
    private int times;

    FickleRequest(int times) {
      this.times = times;
    }

    @Override
    public boolean encode(Output out, Session session) {
      Commands.line(out, "mn");
      return true;
    }

    @Override
    public boolean accept(Reply reply, Session session) {
      throw new AssertionError("nobody answers it");
    }

    @Override
    public String describe() {
      if (times-- > 0) {
        throw new ArithmeticException("fickle");
      }
      return "fickle";
    }
  }
}
