package dev.corral.memcached.connection;

import io.netty.channel.EventLoop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An I/O thread, on which connections live and look at their deadlines together. What it is told of
 * connections is its own; all else is for any thread.
 */
final class Loop {
  /* design
   *
   * While any connection waits for anything, all of them look at their deadlines every TICK. One
   * timer for each would be dear where there are many: a caller that goes from server to server, and
   * writes to each by itself, would find most of them without a timer, and have to wake this thread to
   * start it.
   *
   * The flag is lowered before the connections are looked at, and looked at by callers after their
   * request is in its queue: so either the look finds the request, or the caller the lowered flag.
   * The look finds it since a connection is watched before callers may write to it by themselves.
   */

  /** How often to look while anything waits, in nanoseconds. */
  static final long TICK = TimeUnit.MILLISECONDS.toNanos(10);

  private static final Logger log = LoggerFactory.getLogger(Loop.class);

  private final EventLoop events;
  private final VirtualThreads virtualThreads;
  private final Set<Connection> watched = new LinkedHashSet<>();
  private volatile boolean isTicking;

  Loop(EventLoop events) {
    this(events, VirtualThreads.ofJdk());
  }

  Loop(EventLoop events, VirtualThreads virtualThreads) {
    this.events = events;
    this.virtualThreads = virtualThreads;
  }

  /** The thread itself, which refuses tasks when it has ended. */
  EventLoop events() {
    return events;
  }

  /** Those who may wait for what it reads. */
  VirtualThreads virtualThreads() {
    return virtualThreads;
  }

  /** Runs a task on the thread, unless that has ended, and all connections before it. */
  void execute(Runnable task) {
    try {
      events.execute(task);
    } catch (RejectedExecutionException e) {
      log.debug("nothing is left to be done for a connection that was closed");
    }
  }

  /** Whether the deadlines of all that are watched will be looked at once more. On any thread. */
  boolean isTicking() {
    return isTicking;
  }

  /** From now on, looks at the deadlines of a connection, too. */
  void watch(Connection connection) {
    watched.add(connection);
    if (!isTicking && connection.isWaiting()) {
      tickLater();
    }
  }

  private void tickLater() {
    ScheduledFuture<?> unused = events.schedule(this::tick, TICK, TimeUnit.NANOSECONDS);
    isTicking = true; // only now: if there was no room for the task, the next one tries again
  }

  /** The connection has ended. */
  void forget(Connection connection) {
    watched.remove(connection);
  }

  private void tick() {
    isTicking = false;
    try {
      for (Connection connection : List.copyOf(watched)) {
        connection.tick();
      }
    } finally { // one that fails even to end is met no more
      // Asked once of each: a burst may end at any moment, and others wait.
      if (!isTicking && watched.stream().anyMatch(Connection::isWaiting)) {
        tickLater();
      }
    }
  }
}
