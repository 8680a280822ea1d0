package dev.corral.memcached.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.ring.Server;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NodeEventTest {
  private static final Server SERVER = Server.parse("cache1:11211");

  @ParameterizedTest
  @MethodSource
  void anEventIsASentenceForALog(NodeEvent event, String sentence) {
    assertThat(event.server()).isEqualTo(SERVER);
    assertThat(event).hasToString("cache1:11211: " + sentence);
  }

  static Stream<Arguments> anEventIsASentenceForALog() {
    return Stream.of(
        Arguments.of(
            new NodeEvent.Connected(SERVER, new ServerVersion(1, 6, 18), Duration.ofMillis(3)),
            "connected to version 1.6.18 in 3 ms"),
        Arguments.of(
            new NodeEvent.ConnectFailed(SERVER, 2, "connection refused", Duration.ofMillis(40)),
            "attempt 2 to connect failed, the next is in 40 ms: connection refused"),
        Arguments.of(
            new NodeEvent.Disconnected(SERVER, "reset by peer", 12),
            "connection lost with 12 requests in flight: reset by peer"),
        Arguments.of(
            new NodeEvent.Disconnected(SERVER, "reset by peer", 1),
            "connection lost with 1 request in flight: reset by peer"),
        Arguments.of(new NodeEvent.Ejected(SERVER, 5), "ejected after 5 failures"),
        Arguments.of(
            new NodeEvent.Readmitted(SERVER, 0), "readmitted after 0 journalled keys were deleted"),
        Arguments.of(
            new NodeEvent.Readmitted(SERVER, 1), "readmitted after 1 journalled key was deleted"),
        Arguments.of(
            new NodeEvent.JournalOverflowed(SERVER, 700),
            "the journal was full, 700 changes the server may not know of"));
  }
}
