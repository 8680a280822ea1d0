package dev.corral.memcached.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.metric.Latencies;
import dev.corral.metric.LatencyHistogram;
import dev.corral.ring.Server;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeStatusTest {
  private static final Server SERVER = Server.parse("cache1:11211");

  @Test
  void aServerThatIsUpIsToldInOneLine() {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(180_000);
    NodeStatus status = new NodeStatus(
        SERVER,
        true,
        false,
        Optional.of(new ServerVersion(1, 6, 27)),
        true,
        1_048_576,
        3,
        1204,
        2,
        1,
        4,
        0,
        0,
        histogram.snapshot());

    assertThat(status)
        .hasToString("cache1:11211: connected, version 1.6.27, items up to 1048576 bytes, "
            + "3 in flight, 1204 requests, 2 errors, 1 timeouts, 4 reconnects; "
            + "latencies: 1 in all, mean 0.18 ms, p50 0.18 ms, p99 0.18 ms, max 0.18 ms");
    assertThat(status.supports(Capability.GIVEN_CAS)).isTrue();
    assertThat(status.supports(Capability.CONDITIONAL_GET)).isFalse();
  }

  @Test
  void ofAServerThatWasNeverReachedNothingIsMadeUp() {
    NodeStatus status = new NodeStatus(
        SERVER, false, true, Optional.empty(), false, 0, 0, 9, 9, 0, 0, 7, 2, Latencies.none());

    assertThat(status)
        .hasToString("cache1:11211: not connected, ejected, without CAS, 0 in flight, 9 requests, "
            + "9 errors, 0 timeouts, 0 reconnects, 7 journalled, 2 lost to a full journal; "
            + "latencies: none");
    assertThat(status.supports(Capability.CREATING_APPEND)).isFalse();
  }
}
