package dev.corral.memcached.connection;

import dev.corral.memcached.node.NodeEvent;
import dev.corral.memcached.request.HeldExecutor;
import dev.corral.memcached.security.Protection;
import dev.corral.time.Ticker;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The settings of a test: usual ones, but for those that it changes before they are made. */
final class SettingsOf {
  static final Duration DEADLINE = Duration.ofMillis(500);
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(1);
  static final Duration LEAST = Duration.ofMillis(10);
  static final Duration MOST = Duration.ofSeconds(10);

  final HeldExecutor executor = new HeldExecutor();
  final List<NodeEvent> events = new ArrayList<>();
  final ChosenRandom random = new ChosenRandom();

  Protection protection = Protection.NONE;
  int connections = 1;
  int maxInFlight = 1000;
  long maxBytesInFlight = 1 << 20;
  boolean isWaitingWhenFull;
  int failures;
  int journalKeys;
  int maxItemBytes;

  Settings with(Ticker ticker) {
    return new Settings(
        connections,
        DEADLINE.toNanos(),
        maxInFlight,
        maxBytesInFlight,
        isWaitingWhenFull,
        CONNECT_TIMEOUT.toNanos(),
        LEAST.toNanos(),
        MOST.toNanos(),
        failures,
        journalKeys,
        maxItemBytes,
        DRAIN_TIMEOUT.toNanos(),
        executor,
        events::add,
        host -> new InetAddress[] {InetAddress.getLoopbackAddress()},
        protection,
        random,
        ticker);
  }
}
