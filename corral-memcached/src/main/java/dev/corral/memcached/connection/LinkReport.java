package dev.corral.memcached.connection;

import dev.corral.memcached.node.NodeEvent;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.ring.Server;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listener and the log what becomes of a link. The event loop's own. */
final class LinkReport {
  private static final Logger log = LoggerFactory.getLogger(Link.class);

  private final Server server;
  private final Consumer<NodeEvent> listener;
  private boolean hasWarned;
  private long lostTold;

  LinkReport(Server server, Consumer<NodeEvent> listener) {
    this.server = server;
    this.listener = listener;
  }

  void connected(ServerFacts facts, long nanos) {
    if (!hasWarned) {
      hasWarned = true;
      warn(facts);
    }
    tell(new NodeEvent.Connected(server, facts.version(), Duration.ofNanos(nanos)));
  }

  private void warn(ServerFacts facts) {
    if (!facts.version().isAtLeast(ServerVersion.ADVISED)) {
      log.warn(
          "{} runs memcached {}; {} or later is advised",
          server,
          facts.version(),
          ServerVersion.ADVISED);
    }
    if (!facts.keepsCas()) {
      log.warn("{} runs without CAS (-C): no leases and no compare-and-set there", server);
    }
  }

  void disconnected(Owner.Ending ending) {
    log.warn(
        "{}: connection lost with {} requests in flight: {}",
        server,
        ending.inFlight(),
        ending.reason());
    tell(new NodeEvent.Disconnected(server, ending.reason(), ending.inFlight()));
  }

  void connectFailed(int failures, String reason, long pause) {
    if (failures == 1) {
      log.warn("{} can't be used: {}", server, reason);
    }
    tell(new NodeEvent.ConnectFailed(server, failures, reason, Duration.ofNanos(pause)));
  }

  void ejected(int failures) {
    tell(new NodeEvent.Ejected(server, failures));
  }

  void readmitted(int replayed) {
    tell(new NodeEvent.Readmitted(server, replayed));
  }

  /** Tells of changes that were lost since it was told last, out of so many in all. */
  void lost(long lost) {
    if (lost > lostTold) {
      log.warn("{} missed {} changes beyond what the journal holds", server, lost - lostTold);
      tell(new NodeEvent.JournalOverflowed(server, lost - lostTold));
      lostTold = lost;
    }
  }

  private void tell(NodeEvent event) {
    log.debug("{}", event);
    listener.accept(event);
  }
}
