package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.memcached.request.LineRequest;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.memcached.request.ValuesRequest;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NodeTest {
  private static final Key KEY = Key.raw("a");

  // Ejecting.

  @Test
  void aServerIsEjectedAfterSoManyFailuresAndReadmittedWhenItIsBack() {
    TestNode tested = new TestNode(settings -> settings.failures = 2);

    tested.transport.refuse("refused");
    assertThat(tested.node.isEjected(KEY)).isFalse();
    tested.loop.advance(Duration.ofMillis(10));
    tested.transport.refuse("refused");
    assertThat(tested.node.isEjected(KEY)).isTrue();
    tested.loop.advance(Duration.ofMillis(20));
    tested.transport.refuse("refused");
    tested.loop.advance(Duration.ofMillis(40));
    tested.up();

    assertThat(tested.node.isEjected(KEY)).isFalse();
    assertThat(tested.events())
        .containsExactly(
            "attempt 1 to connect failed, the next is in 10 ms: refused",
            "attempt 2 to connect failed, the next is in 20 ms: refused",
            "ejected after 2 failures",
            "attempt 3 to connect failed, the next is in 40 ms: refused",
            "connected to version 1.6.40 in 0 ms",
            "readmitted after 0 journalled keys were deleted");
  }

  @Test
  void aServerIsNeverEjectedWhereTheSettingsSaySo() {
    TestNode tested = new TestNode();

    tested.transport.refuse("refused");

    assertThat(tested.node.isEjected(KEY)).isFalse();
  }

  // Several connections.

  @Test
  void eachKeyKeepsToOneOfTheConnections() {
    TestNode tested = new TestNode(settings -> settings.connections = 3);
    List<Key> keys = IntStream.range(0, 100).mapToObj(i -> Key.raw("k" + i)).toList();

    assertThat(tested.transport.attempts).hasSize(3);
    assertThat(keys.stream().map(tested.node::way).distinct()).hasSize(3);
    assertThat(keys)
        .allMatch(key -> tested.node.way(key) == tested.node.way(Key.raw(key.toString())));
  }

  @Test
  void requestsAboutSeveralKeysTakeTheWayOfTheKeyThatIsGiven() {
    TestNode tested = new TestNode(settings -> settings.connections = 2);
    List<Peer> peers = tested.transport.attempts.stream()
        .map(attempt -> Peer.accept(attempt.connection(), tested.loop).greet())
        .toList();
    Key first = Key.raw("k0");
    Key second = Stream.iterate(1, i -> i + 1)
        .map(i -> Key.raw("k" + i))
        .filter(key -> tested.node.way(key) != tested.node.way(first))
        .findFirst()
        .orElseThrow();

    for (Key key : List.of(first, second)) {
      ValuesRequest request = new ValuesRequest(List.of(key, key));
      assertThat(tested.node.submit(request, key, 1_000_000_000)).isTrue();
    }
    assertThat(peers.stream().map(Peer::received))
        .containsExactlyInAnyOrder(
            "get " + first + " " + first + "\r\n", "get " + second + " " + second + "\r\n");

    assertThat(tested.node.submit(LineRequest.version(), 1_000_000_000)).isTrue();
    assertThat(peers.stream().map(Peer::received)).containsExactly("version\r\n", "");
  }

  // Status.

  @Test
  void ofAServerThatWasNeverReachedNothingIsKnown() {
    TestNode tested = new TestNode();
    ValueRequest first = tested.get("a");
    tested.transport.refuse("refused");
    ValueRequest second = tested.get("b");

    NodeStatus status = tested.node.status();

    assertThat(first).isCompletedExceptionally();
    assertThat(second).isCompletedExceptionally();
    assertThat(status.server()).isEqualTo(TestNode.SERVER);
    assertThat(status.isConnected()).isFalse();
    assertThat(status.version()).isEmpty();
    assertThat(status.keepsCas()).isTrue();
    assertThat(status.maxItemBytes()).isZero();
    assertThat(status.inFlight()).isZero();
    assertThat(status.requests()).isEqualTo(2);
    assertThat(status.errors()).isEqualTo(2);
  }

  @Test
  void theStatusTellsWhatTheServerSaidAndHowItDid() {
    TestNode tested = new TestNode();
    Peer peer = tested.transport.accept();
    peer.writes();
    peer.replies(Peer.greeted("1.6.18", "item_size_max 2048", "cas_enabled no"));
    ValueRequest answered = tested.get("a");
    ValueRequest failed = tested.get("b");
    ValueRequest late = tested.get("c");
    peer.writes();
    tested.loop.advance(Duration.ofMillis(2));
    peer.replies("EN\r\nSERVER_ERROR out of memory\r\n");
    tested.loop.advance(SettingsOf.DEADLINE);
    peer.replies("EN\r\n");
    ValueRequest inFlight = tested.get("d");

    NodeStatus status = tested.node.status();

    assertThat(answered).isCompleted();
    assertThat(failed).isCompletedExceptionally();
    assertThat(late).isCompletedExceptionally();
    assertThat(inFlight).isNotDone();
    assertThat(status.isConnected()).isTrue();
    assertThat(status.version()).contains(new ServerVersion(1, 6, 18));
    assertThat(status.keepsCas()).isFalse();
    assertThat(status.maxItemBytes()).isEqualTo(2048);
    assertThat(status.inFlight()).isPositive();
    assertThat(status.requests()).isEqualTo(4);
    assertThat(status.errors()).isEqualTo(2);
    assertThat(status.timeouts()).isOne();
    assertThat(status.reconnects()).isZero();
  }

  @Test
  void aServerIsConnectedAsLongAsAnyConnectionIs() {
    TestNode tested = new TestNode(settings -> settings.connections = 2);
    tested.up();

    tested.transport.attempts.get(0).connection().close("refused");
    tested.loop.run();

    assertThat(tested.node.status().isConnected()).isTrue();
  }
}
