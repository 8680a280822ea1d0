package dev.corral.ring;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
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
  /* design
   *
   * A file that is written in place can be read half written and still look right, with some
   * servers missing. The poller therefore takes up a content only when it reads the same twice in a
   * row; a check that is asked for takes it at once.
   *
   * The file is read and the ring changed under one lock, so that no older content comes over a
   * newer one, and nothing changes after a close, which takes the lock too. The membership's
   * listeners are not ours: they are told when the lock is free again.
   */

  private static final Logger log = LoggerFactory.getLogger(ServerFile.class);

  private final Path file;
  private final Supplier<byte[]> reading;
  private final Membership membership;
  private final ReentrantLock checking = new ReentrantLock();
  // Guarded by the lock.
  private byte @Nullable [] seen;
  private byte @Nullable [] taken;
  private @Nullable ScheduledFuture<?> polling;
  private boolean isClosed;

  private volatile @Nullable ServerListException problem;

  private ServerFile(Path file, Supplier<byte[]> reading, Membership membership) {
    this.file = file;
    this.reading = reading;
    this.membership = membership;
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
   * @throws IllegalArgumentException if the interval is not more than zero
   */
  public static ServerFile watch(
      Path file, Membership membership, ScheduledExecutorService poller, Duration interval) {
    return watch(file, () -> ServerList.bytesOf(file), membership, poller, interval);
  }

  static ServerFile watch(
      Path file,
      Supplier<byte[]> reading,
      Membership membership,
      ScheduledExecutorService poller,
      Duration interval) {
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException("interval must be more than zero, but is " + interval);
    }
    ServerFile watched = new ServerFile(file, reading, membership);
    watched.check();
    watched.pollBy(poller, interval.toNanos());
    return watched;
  }

  private void pollBy(ScheduledExecutorService poller, long nanos) {
    checking.lock();
    try {
      polling = poller.scheduleWithFixedDelay(this::poll, nanos, nanos, TimeUnit.NANOSECONDS);
    } finally {
      checking.unlock();
    }
  }

  /**
   * Reads the file now and takes up what it says, even if the file is as it was and the membership
   * has been changed by others meanwhile; the poller leaves such changes alone until the file
   * changes. Does nothing once this is closed.
   *
   * @return whether the ring has changed by it; listeners may hear of it later, as in
   *     {@link Membership#replace}
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

  /**
   * Ends the watching. The membership stays as it is: once this has returned, nothing here changes
   * it. Waits for a look at the file that is under way, but not for listeners.
   */
  @Override
  public void close() {
    checking.lock();
    try {
      isClosed = true;
      if (polling != null) {
        polling.cancel(false);
      }
    } finally {
      checking.unlock();
    }
  }

  private void poll() {
    try {
      look(false);
    } catch (RuntimeException | Error e) {
      // Even an error: a task that throws would never be run again.
      log.warn("{} could not be checked", file, e);
    }
  }

  private boolean look(boolean isAsked) {
    boolean hasChanged;
    checking.lock();
    try {
      hasChanged = !isClosed && follow(isAsked);
    } finally {
      checking.unlock();
    }
    membership.tellNews();
    return hasChanged;
  }

  private boolean follow(boolean isAsked) {
    try {
      byte[] content = reading.get();
      boolean isSettled = Arrays.equals(content, seen);
      seen = content;
      return (isAsked || (isSettled && !Arrays.equals(content, taken))) && take(content);
    } catch (ServerListException e) {
      // The file may come back as it was: that must be taken up too.
      seen = null;
      taken = null;
      report(e);
      return false;
    }
  }

  private boolean take(byte[] content) {
    boolean hasChanged = false;
    try {
      hasChanged = membership.replaceUntold(ServerList.parse(content, file.toString()));
      problem = null;
    } catch (ServerListException e) {
      report(e);
    }
    taken = content;
    return hasChanged;
  }

  private void report(ServerListException found) {
    ServerListException known = problem;
    if (known == null || !known.problems().equals(found.problems())) {
      log.warn("the servers stay as they are, since {} is bad:\n{}", file, found.getMessage());
    }
    problem = found;
  }
}
