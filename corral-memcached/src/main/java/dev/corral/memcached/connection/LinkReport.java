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
  private final boolean hasPassword;
  private boolean hasWarned;
  private String told = "";
  private long lostTold;

  LinkReport(Server server, Settings settings) {
    this.server = server;
    this.listener = settings.listener();
    this.hasPassword = settings.protection().login() != null;
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
    if (hasPassword && facts.takesAnyone()) {
      log.warn("{} has been told a password, and wants none", server);
    }
  }

  void disconnected(Owner.Ending ending) {
    warn(new NodeEvent.Disconnected(server, ending.reason().words(), ending.inFlight()));
    told = "";
  }

  /** Warns of each reason once, and not of every attempt. */
  void connectFailed(int failures, String reason, long pause) {
    NodeEvent event =
        new NodeEvent.ConnectFailed(server, failures, reason, Duration.ofNanos(pause));
    if (told.equals(reason)) {
      tell(event);
    } else {
      told = reason;
      warn(event);
    }
  }

  void ejected(int failures) {
    warn(new NodeEvent.Ejected(server, failures));
  }

  void readmitted(int replayed) {
    warn(new NodeEvent.Readmitted(server, replayed));
  }

  /** Tells of changes that were lost since it was told last, out of so many in all. */
  void lost(long lost) {
    if (lost > lostTold) {
      warn(new NodeEvent.JournalOverflowed(server, lost - lostTold));
      lostTold = lost;
    }
  }

  private void warn(NodeEvent event) {
    log.warn("{}", event);
    listener.accept(event);
  }

  private void tell(NodeEvent event) {
    log.debug("{}", event);
    listener.accept(event);
  }
}
