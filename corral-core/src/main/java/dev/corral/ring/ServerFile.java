package dev.corral.ring;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a {@link Membership} in step with a file of servers: when the file's content changes, the
 * ring changes. A file that is missing or bad changes nothing: its problems are logged when they
 * are new, and kept in {@link #problem()}, and the ring stays as it is.
 *
 * <p>What is looked at is the content, not the time of writing, so that links, mounted volumes and
 * files that are replaced by others are followed too. For any number of threads.
 */
public final class ServerFile implements AutoCloseable {
  /*
   * design
   *
   * A file that is written in place can be read half written and still look right, with some servers
   * missing. The poller therefore takes up a content only when it reads the same twice in a row; a
   * check that is asked for takes it at once.
   */

  private static final Logger log = LoggerFactory.getLogger(ServerFile.class);

  private final Path file;
  private final Membership membership;
  private final ScheduledFuture<?> polling;
  private final ReentrantLock checking = new ReentrantLock();
  private byte @Nullable [] seen;
  private byte @Nullable [] taken;
  private volatile @Nullable ServerListException problem;

  private ServerFile(
      Path file, Membership membership, ScheduledExecutorService poller, Duration interval) {
    this.file = file;
    this.membership = membership;
    this.polling = poller.scheduleWithFixedDelay(
        this::poll, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Begins to watch a file. It is checked at once, so that a change since the membership was made
   * is not missed, and then by the poller until this is closed.
   *
   * @param file the file, as {@link ServerList#read} takes it
   * @param membership what is to follow the file
   * @param poller what reads the file; it stays the caller's to shut down
   * @param interval the time between two looks, more than zero; a change is taken up at the second
   *     look that finds it
   * @return the watched file
   */
  public static ServerFile watch(
      Path file, Membership membership, ScheduledExecutorService poller, Duration interval) {
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException("interval must be more than zero, but is " + interval);
    }
    ServerFile watched = new ServerFile(file, membership, poller, interval);
    watched.check();
    return watched;
  }

  /**
   * Reads the file now and takes up what it says.
   *
   * @return whether the ring has changed by it
   */
  public boolean check() {
    return look(true);
  }

  /**
   * What is wrong with the file.
   *
   * @return the problems that kept the latest content from being taken up, or nothing if all is
   *     well
   */
  public Optional<ServerListException> problem() {
    return Optional.ofNullable(problem);
  }

  /** Ends the watching. The membership stays as it is. */
  @Override
  public void close() {
    polling.cancel(false);
  }

  private void poll() {
    try {
      look(false);
    } catch (RuntimeException e) {
      // A task that throws would never be run again.
      log.warn("{} could not be checked", file, e);
    }
  }

  private boolean look(boolean takesAtOnce) {
    checking.lock();
    try {
      byte[] content = ServerList.bytesOf(file);
      boolean isSettled = takesAtOnce || Arrays.equals(content, seen);
      seen = content;
      return isSettled && !Arrays.equals(content, taken) && take(content);
    } catch (ServerListException e) {
      // The file may come back as it was: that must be taken up too.
      seen = null;
      taken = null;
      report(e);
      return false;
    } finally {
      checking.unlock();
    }
  }

  private boolean take(byte[] content) {
    taken = content;
    try {
      Ring before = membership.ring();
      Ring after = membership.replace(
          ServerList.parse(new String(content, StandardCharsets.UTF_8), file.toString()));
      problem = null;
      return after != before;
    } catch (ServerListException e) {
      report(e);
      return false;
    }
  }

  private void report(ServerListException found) {
    ServerListException known = problem;
    if (known == null || !known.problems().equals(found.problems())) {
      log.warn("the servers stay as they are, since {} is bad:\n{}", file, found.getMessage());
    }
    problem = found;
  }
}
