package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.memcached.request.DeleteRequest;
import dev.corral.memcached.request.PutRequest;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.ValueTooLargeException;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionSendingTest {
  private final TestConnection tested = new TestConnection();

  private PutRequest<PutOutcome> put(String key, int size) {
    return tested.submit(new PutRequest<>(
        Put.set(Key.raw(key), new byte[size], Ttl.seconds(60)), Function.identity()));
  }

  @Test
  void theGreetingGoesFirstAndAlone() {
    tested.ask("a");

    Peer peer = tested.accept();

    assertThat(peer.writes()).containsExactly(Peer.GREETING);
  }

  @Test
  void whatCallersAskedMeanwhileGoesWhenTheServerHasGreeted() {
    tested.ask("a");
    Peer peer = tested.accept();
    tested.ask("b");
    peer.writes();

    peer.replies("VERSION 1.6.40\r\nEND\r\n");
    assertThat(peer.received()).isEmpty();
    peer.replies("MN\r\n");

    assertThat(peer.writes()).containsExactly("mg a v O0\r\nmg b v O1\r\n");
  }

  @Test
  void theOwnerLearnsWhatTheServerTold() {
    tested
        .accept()
        .replies(Peer.greeted("1.6.18", "item_size_max 2048", "cas_enabled no", "idle_timeout 60"));

    assertThat(tested.owner.facts)
        .containsExactly(new ServerFacts(new ServerVersion(1, 6, 18), false, false, 2048, 60));
    assertThat(tested.connection.inFlight()).isZero();
  }

  @Test
  void aProxyThatWithholdsItsSettingsIsGreetedAllTheSame() {
    tested.accept().replies("VERSION 1.6.40\r\nERROR\r\nMN\r\n");

    assertThat(tested.owner.facts)
        .containsExactly(new ServerFacts(new ServerVersion(1, 6, 40), true, false, 1 << 20, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VERSION 1.6.12     | it runs memcached 1.6.12, and 1.6.13 is the oldest that works",
        "VERSION mine       | \"mine\" is not a version: expected three numbers, such as 1.6.18",
        "SERVER_ERROR no    | in answer to version: SERVER_ERROR no",
      })
  void aServerThatCantBeUsedIsRefusedAndNobodysRequestSent(String version, String reason) {
    tested.ask("a");
    Peer peer = tested.accept();
    peer.writes();

    peer.replies(version + "\r\nEND\r\nMN\r\n");

    assertThat(tested.owner.facts).isEmpty();
    assertThat(tested.owner.ending().reason().words()).endsWith(reason);
    assertThat(tested.owner.ending().isIdle()).isFalse();
    assertThat(tested.owner.ending().unsent()).hasSize(1);
    assertThat(peer.received()).isEmpty();
    assertThat(peer.isOpen()).isFalse();
  }

  @Test
  void aBurstOfRequestsIsOneWrite() {
    Peer peer = tested.greet();

    for (int i = 0; i < 100; i++) {
      tested.ask("k" + i);
    }

    assertThat(peer.writes()).singleElement().asString().hasLineCount(100);
  }

  @Test
  void whatComesWhileRepliesAreReadGoesInOneWriteWithWhatComesUntilTheLoopSends() {
    Peer peer = tested.greet();
    tested.ask("before");
    peer.writes();

    tested.loop.loop().execute(() -> tested.ask("b"));
    tested.ask("a");
    peer.replies("EN\r\n");

    assertThat(peer.writes()).containsExactly("mg a v O1\r\nmg b v O2\r\n");
  }

  @Test
  void marksComeInTurnAndAreUsedAgain() {
    Peer peer = tested.greet();

    for (int i = 0; i < 65; i++) {
      tested.ask("k");
    }

    assertThat(peer.received().lines().map(line -> line.charAt(line.length() - 1)))
        .startsWith('0', '1', '2')
        .endsWith('o', '0')
        .doesNotContain(' ');
  }

  @Test
  void aLargeBurstIsCutIntoWritesOfSomeSize() {
    Peer peer = tested.greet();

    for (int i = 0; i < 5; i++) {
      var unused = put("k" + i, 30_000);
    }

    assertThat(peer.writes()).hasSize(2).allMatch(write -> write.length() > 50_000);
  }

  @Test
  void nothingIsWrittenToAServerThatTakesNothingUntilItDoesAgain() {
    Peer peer = tested.greet();

    peer.takesBytes(false);
    tested.ask("a");
    tested.ask("b");
    assertThat(peer.received()).isEmpty();
    peer.takesBytes(true);

    assertThat(peer.writes()).containsExactly("mg a v O0\r\nmg b v O1\r\n");
  }

  @Test
  void aValueTooLargeIsRefusedUnsentAndTheConnectionLivesOn() {
    Peer peer = tested.accept().replies(Peer.greeted("1.6.40", "item_size_max 1024"));
    peer.writes();
    int largest = 1024 - 59 - 1;

    PutRequest<PutOutcome> tooLarge = put("a", largest + 1);
    PutRequest<PutOutcome> large = put("b", largest);

    assertThat(peer.received()).startsWith("ms b 964 ");
    assertThatThrownBy(tooLarge::join)
        .hasCauseInstanceOf(ValueTooLargeException.class)
        .hasMessageContaining("the value of a has 965 bytes, but at most 964 fit");
    peer.replies("HD O1\r\n");
    assertThat(large).isCompletedWithValue(PutOutcome.Stored.STORED);
    assertThat(tested.connection.inFlight()).isZero();
  }

  @Test
  void flagsTakeSomeOfTheRoomForAValue() {
    tested.accept().replies(Peer.greeted("1.6.40", "item_size_max 1024"));

    assertThat(tested.connection.session().largestValue(Key.raw("abc"), 0))
        .isEqualTo(1024 - 59 - 3);
    assertThat(tested.connection.session().largestValue(Key.raw("abc"), 1))
        .isEqualTo(1024 - 63 - 3);
  }

  @Test
  void theOptionsItemSizeCountsMoreThanTheServers() {
    SettingsOf settings = new SettingsOf();
    settings.maxItemBytes = 500;
    TestConnection limited = new TestConnection(settings);
    limited.greet();

    assertThat(limited.connection.session().largestValue(Key.raw("abc"), 0))
        .isEqualTo(500 - 59 - 3);
  }

  @Test
  void aForeignCasIsAnsweredUnsentAndLeavesTheOrderAlone() {
    Peer peer = tested.greet();

    ValueRequest before = tested.get("a");
    DeleteRequest<DeleteOutcome> foreign = tested.submit(new DeleteRequest<>(
        Delete.of(Key.raw("k")).ifCas(new Cas(1, new Object())), Function.identity()));
    ValueRequest after = tested.get("b");

    assertThat(peer.received()).isEqualTo("mg a v O0\r\nmg b v O2\r\n");
    assertThat(foreign).isCompletedWithValue(DeleteOutcome.EXISTS);
    peer.replies("VA 1 O0\r\nA\r\nVA 1 O2\r\nB\r\n");
    assertThat(before.join()).asString().isEqualTo("A");
    assertThat(after.join()).asString().isEqualTo("B");
  }

  @Test
  void whatIsAllSettledUnsentLeavesTheConnectionEmpty() {
    Peer peer = tested.greet();

    var unused = tested.submit(new DeleteRequest<>(
        Delete.of(Key.raw("k")).ifCas(new Cas(1, new Object())), Function.identity()));

    assertThat(peer.received()).isEmpty();
    assertThat(tested.connection.inFlight()).isZero();
  }

  @Test
  void aRequestThatCantBeWrittenFailsAloneAndLeavesNoByteBehind() {
    Peer peer = tested.greet();

    BrokenRequest broken = tested.submit(BrokenRequest.inWriting());
    ValueRequest next = tested.get("a");

    assertThat(peer.received()).isEqualTo("mg a v O1\r\n");
    assertThatThrownBy(broken::join).hasCauseInstanceOf(ArithmeticException.class);
    peer.replies("EN\r\n");
    assertThat(next).isCompletedWithValue(null);
  }

  @Test
  void aRequestThatWasCancelledInTimeIsNotSent() {
    Peer peer = tested.greet();

    ValueRequest cancelled = new ValueRequest(Key.raw("a"));
    cancelled.cancel(false);
    var unused = tested.submit(cancelled);
    tested.ask("b");

    assertThat(peer.received()).isEqualTo("mg b v O0\r\n");
  }

  @Test
  void anIdleConnectionIsKeptFromBeingForgottenByTheServer() {
    Peer peer = tested.accept().replies(Peer.greeted("1.6.40", "idle_timeout 10"));
    peer.writes();

    tested.loop.advance(Duration.ofMillis(4_999));
    assertThat(peer.received()).isEmpty();
    tested.loop.advance(Duration.ofMillis(1));
    assertThat(peer.received()).isEqualTo("mn\r\n");
    peer.replies("MN\r\n");
    tested.loop.advance(Duration.ofSeconds(5));
    assertThat(peer.received()).isEqualTo("mn\r\n");
  }

  @Test
  void aBusyConnectionNeedsNoKeepingAlive() {
    Peer peer = tested.accept().replies(Peer.greeted("1.6.40", "idle_timeout 10"));
    peer.writes();
    tested.loop.advance(Duration.ofMillis(4_900));

    tested.ask("a", Duration.ofSeconds(3));
    tested.loop.advance(Duration.ofMillis(200));

    assertThat(peer.received()).isEqualTo("mg a v O0\r\n");
  }

  @Test
  void aClosedConnectionIsNotKeptAlive() {
    Peer peer = tested.accept().replies(Peer.greeted("1.6.40", "idle_timeout 10"));
    peer.writes();

    peer.hangsUp();
    tested.loop.advance(Duration.ofSeconds(20));

    assertThat(peer.received()).isEmpty();
    assertThat(tested.owner.ending().isIdle()).isTrue();
  }
}
