package dev.corral.memcached.discovery;

import dev.corral.ring.Membership;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a ring in step with what a finder finds. */
public final class FollowedServers implements AutoCloseable {
  /* design
   *
   * Half a list looks like a whole one: a server's DNS answer may lack what did not fit, or come in
   * the midst of a change. So what is new is looked at again soon, and followed only when it is told
   * twice in a row. A look that fails changes nothing, and is no answer between two others.
   */

  private static final Duration SECOND_LOOK = Duration.ofSeconds(1);

  /** What differs in a message each time, though nothing else does: how long it took. */
  private static final Pattern MILLIS = Pattern.compile("[0-9]+ ms");

  private final String what;
  private final Finder finder;
  private final Membership membership;
  private final long interval;
  private final ScheduledExecutorService poller;
  private final Logger log;

  // The poller's own.
  private @Nullable ServerList seen;
  private String problem = "";

  private volatile boolean isClosed;

  private FollowedServers(
      String what,
      Finder finder,
      Membership membership,
      Duration interval,
      ScheduledExecutorService poller,
      Logger log) {
    this.what = what;
    this.finder = finder;
    this.membership = membership;
    this.interval = interval.toNanos();
    this.poller = poller;
    this.log = log;
  }

  /**
   * Begins to follow.
   *
   * @param what what the finder finds, in words for the log
   * @param finder what finds the servers; it is closed with this
   * @param membership what is to follow
   * @param interval the time between two looks
   * @return what has begun
   */
  public static FollowedServers follow(
      String what, Finder finder, Membership membership, Duration interval) {
    ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread thread = new Thread(task, "corral-discovery");
      thread.setDaemon(true);
      return thread;
    });
    Logger log = LoggerFactory.getLogger(FollowedServers.class);
    return follow(what, finder, membership, interval, poller, log);
  }

  static FollowedServers follow(
      String what,
      Finder finder,
      Membership membership,
      Duration interval,
      ScheduledExecutorService poller,
      Logger log) {
    FollowedServers followed = new FollowedServers(what, finder, membership, interval, poller, log);
    followed.lookAfter(followed.interval);
    return followed;
  }

  private void lookAfter(long nanos) {
    try {
      var unused = poller.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("{} are followed no more", what);
    }
  }

  private void look() {
    boolean isSettled = follow();
    lookAfter(isSettled ? interval : Math.min(interval, SECOND_LOOK.toNanos()));
  }

  /** Looks, and tells whether there is nothing to be looked at again. */
  private boolean follow() {
    try {
      ServerList found = finder.find();
      boolean isNew = !found.equals(membership.ring().servers());
      boolean isToldTwice = found.equals(seen);
      seen = found;
      if (isNew && isToldTwice && !isClosed) {
        membership.replace(found);
        log.info("{} are now {}", what, found);
      }
      problem = "";
      return !isNew || isToldTwice;
    } catch (RuntimeException | Error e) { // even an error: nobody would ever look again
      report(e);
      return true;
    }
  }

  private void report(Throwable found) {
    String message = String.valueOf(found.getMessage());
    String now = MILLIS.matcher(message).replaceAll("");
    if (!now.equals(problem) && !isClosed) {
      problem = now;
      log.warn("the servers stay as they are, since {} are not known: {}", what, message);
    }
  }

  /** Ends the following. A look that is under way finds nothing any more. */
  @Override
  public void close() {
    isClosed = true;
    poller.shutdownNow();
    finder.close();
  }
}
