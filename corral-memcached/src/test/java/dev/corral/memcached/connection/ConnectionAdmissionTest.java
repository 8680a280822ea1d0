package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.OverloadedException;
import dev.corral.key.Key;
import dev.corral.memcached.request.Caller;
import dev.corral.memcached.request.IoThread;
import dev.corral.memcached.request.PutRequest;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ConnectionAdmissionTest {
  private final SettingsOf settings = new SettingsOf();

  private static PutRequest<PutOutcome> put(int size) {
    return new PutRequest<>(
        Put.set(Key.raw("k"), new byte[size], Ttl.seconds(60)), Function.identity());
  }

  private TestConnection fullOfOne(boolean isWaiting) {
    settings.maxInFlight = 1;
    settings.isWaitingWhenFull = isWaiting;
    TestConnection tested = new TestConnection(settings);
    Peer peer = tested.greet();
    tested.ask("a");
    peer.writes();
    return tested;
  }

  @Test
  void aRequestTooManyFailsAtOnce() {
    TestConnection tested = fullOfOne(false);

    ValueRequest b = tested.get("b");

    assertThatThrownBy(b::join)
        .hasCauseInstanceOf(OverloadedException.class)
        .hasMessageEndingWith("get b was not sent after 0 ms: on cache1:11211 "
            + "1 requests and 0 bytes are in flight already");
    assertThat(tested.counters.errors.sum()).isOne();
    assertThat(tested.connection.inFlight()).isOne();
  }

  @Test
  void bytesTooManyFailAtOnceToo() {
    settings.maxBytesInFlight = 100;
    TestConnection tested = new TestConnection(settings);
    Peer peer = tested.greet();

    PutRequest<PutOutcome> first = tested.submit(put(60));
    PutRequest<PutOutcome> second = tested.submit(put(41));
    ValueRequest small = tested.get("a");

    assertThatThrownBy(second::join)
        .hasCauseInstanceOf(OverloadedException.class)
        .hasMessageContaining("1 requests and 60 bytes are in flight already");
    peer.writes();
    peer.replies("HD O0\r\nEN\r\n");
    assertThat(first).isCompletedWithValue(PutOutcome.Stored.STORED);
    assertThat(small).isCompleted();
    PutRequest<PutOutcome> third = tested.submit(put(100));
    assertThat(third).isNotDone();
  }

  @Test
  void anAnswerMakesRoom() {
    TestConnection tested = fullOfOne(false);
    Peer peer = tested.peer();

    peer.replies("EN\r\n");

    ValueRequest b = tested.get("b");
    assertThat(b).isNotDone();
    assertThat(peer.received()).isEqualTo("mg b v O1\r\n");
  }

  @Test
  void aCallerMayWaitForRoom() throws Exception {
    TestConnection tested = fullOfOne(true);
    Caller<ValueRequest> caller =
        Caller.of(() -> tested.get("b", Duration.ofHours(1))).untilItWaits();

    tested.peer().replies("EN\r\n");

    assertThat(caller.result()).isNotDone();
    assertThat(tested.peer().received()).isEqualTo("mg b v O1\r\n");
  }

  @Test
  void aCallerWaitsForRoomNoLongerThanItsDeadline() throws Exception {
    TestConnection tested = fullOfOne(true);

    ValueRequest late = Caller.of(() -> tested.get("b", Duration.ofMillis(1))).result();

    assertThatThrownBy(late::join).hasCauseInstanceOf(OverloadedException.class);
  }

  @Test
  void anIoThreadDoesNotWaitForRoom() throws Exception {
    TestConnection tested = fullOfOne(true);

    ValueRequest b = Caller.of(() -> tested.get("b", Duration.ofHours(1)), IoThread.factory())
        .result();

    assertThatThrownBy(b::join).hasCauseInstanceOf(OverloadedException.class);
  }

  @Test
  void whoWaitsForRoomIsSentElsewhereWhenTheConnectionEnds() throws Exception {
    TestConnection tested = fullOfOne(true);
    Request<?> request = new ValueRequest(Key.raw("b"));
    request.begin(0, Duration.ofHours(1).toNanos());
    Caller<Boolean> caller = Caller.of(() -> tested.connection.submit(request)).untilItWaits();

    tested.peer().hangsUp();

    // It may just have got into the queue, and then the owner has it.
    assertThat(caller.result()).isEqualTo(tested.owner.ending().unsent().contains(request));
    assertThat(request.isDone()).isFalse();
  }

  @Test
  void ourOwnRequestsAlwaysFindRoom() {
    TestConnection tested = fullOfOne(false);

    tested.loop.advance(SettingsOf.DEADLINE.plusMillis(10));

    assertThat(tested.peer().received()).isEqualTo("mn\r\n");
  }
}
