package dev.corral.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ring whose servers change while it is in use. Readers take the {@linkplain #ring() ring of the
 * moment} without a lock and finish on it; every change makes another. Changes come one after the
 * other: none is lost, whichever thread makes it, and one that cannot be made leaves all as it was.
 *
 * <p>Whoever makes a change tells the listeners of it before the call returns, unless another
 * thread is telling them of earlier changes: then that thread tells of this one too, and the call
 * may return before they have heard.
 */
public final class Membership {
  /* design
   *
   * A change, its listeners and its place in the queue of news are settled under one lock, so that
   * the queue has the order of the changes, and a listener hears of just those made after it was
   * added. The news are told outside of the lock, by one thread at a time: whoever raises the count
   * of calls from zero tells all there is until no call came in meanwhile. So every listener hears
   * of each change once and in order; and a listener may itself change the membership, or wait for
   * another thread that does, without a deadlock.
   */

  private static final Logger log = LoggerFactory.getLogger(Membership.class);

  private final ReentrantLock changing = new ReentrantLock();
  private final Queue<Change> news = new ConcurrentLinkedQueue<>();
  private final AtomicInteger callsToTell = new AtomicInteger();
  private List<Listener> listeners = List.of(); // replaced under the lock, never changed
  private volatile Ring ring;

  /**
   * Begins with the given servers.
   *
   * @param servers the first servers
   * @param dialect whose rules the rings follow
   * @throws ServerListException if the dialect cannot name all servers, or gives two the same name
   */
  public Membership(ServerList servers, Dialect dialect) {
    this.ring = Ring.of(servers, dialect);
  }

  /** Is told of changes. */
  @FunctionalInterface
  public interface Listener {
    /**
     * The ring has changed. Called by a thread that changes the membership, once for each change
     * and in their order, never by two threads at a time. What it throws is logged and stops
     * nobody.
     *
     * @param before the ring until now
     * @param after the ring from now on
     */
    void changed(Ring before, Ring after);
  }

  private record Change(Ring before, Ring after, List<Listener> listeners) {}

  /**
   * The ring of the moment.
   *
   * @return a ring that never changes; ask again to see changes
   */
  public Ring ring() {
    return ring;
  }

  /**
   * Adds a server. May return before the listeners have heard if another thread is telling them of
   * earlier changes.
   *
   * @param server the new one
   * @return the ring after the change
   * @throws ServerListException if its name or address is taken
   */
  public Ring add(Server server) {
    return change(servers -> servers.with(server));
  }

  /**
   * Takes a server away. May return before the listeners have heard if another thread is telling
   * them of earlier changes.
   *
   * @param nameOrAddress which one, as in {@link ServerList#find}
   * @return the ring after the change
   * @throws IllegalArgumentException if there is no such server
   * @throws ServerListException if it is the last one
   */
  public Ring remove(String nameOrAddress) {
    return change(servers -> servers.without(nameOrAddress));
  }

  /**
   * Changes a server's weight. May return before the listeners have heard if another thread is
   * telling them of earlier changes.
   *
   * @param nameOrAddress which one, as in {@link ServerList#find}
   * @param weight the new weight, at least 1
   * @return the ring after the change
   * @throws IllegalArgumentException if there is no such server, or the weight is less
   */
  public Ring reweigh(String nameOrAddress, int weight) {
    return change(servers -> servers.withWeight(nameOrAddress, weight));
  }

  /**
   * Takes another list of servers in place of the present one. May return before the listeners have
   * heard if another thread is telling them of earlier changes.
   *
   * @param servers the new list
   * @return the ring after the change; the same as before if the lists are equal
   * @throws ServerListException if the dialect cannot name all servers, or gives two the same name
   */
  public Ring replace(ServerList servers) {
    return change(before -> servers);
  }

  /**
   * Adds a listener. It is told of every change from the returned ring on, and of none before,
   * until it is {@linkplain #removeListener removed}.
   *
   * @param listener whom to tell
   * @return the ring of this moment, which the first change it hears of begins with
   */
  public Ring addListener(Listener listener) {
    changing.lock();
    try {
      listeners = Stream.concat(listeners.stream(), Stream.of(listener)).toList();
      return ring;
    } finally {
      changing.unlock();
    }
  }

  /**
   * Removes a listener. Of changes made before, it may hear yet.
   *
   * @param listener whom to tell of no more changes
   */
  public void removeListener(Listener listener) {
    changing.lock();
    try {
      List<Listener> others = new ArrayList<>(listeners);
      others.remove(listener);
      listeners = List.copyOf(others);
    } finally {
      changing.unlock();
    }
  }

  private Ring change(UnaryOperator<ServerList> edit) {
    Ring after = changeUntold(edit);
    tellNews();
    return after;
  }

  /**
   * As {@link #replace}, but the listeners are told only by the next {@link #tellNews}. Tells
   * whether the ring has changed.
   */
  boolean replaceUntold(ServerList servers) {
    changing.lock();
    try {
      Ring before = ring;
      return changeUntold(unused -> servers) != before;
    } finally {
      changing.unlock();
    }
  }

  private Ring changeUntold(UnaryOperator<ServerList> edit) {
    changing.lock();
    try {
      Ring before = ring;
      ServerList servers = edit.apply(before.servers());
      if (servers.equals(before.servers())) {
        return before;
      }
      Ring after = Ring.of(servers, before.dialect());
      ring = after;
      news.add(new Change(before, after, listeners));
      return after;
    } finally {
      changing.unlock();
    }
  }

  /** Tells whatever is not told yet, unless another thread is at it, which then tells this too. */
  void tellNews() {
    if (callsToTell.getAndIncrement() > 0) {
      return;
    }
    int answered = 1;
    while (answered > 0) {
      for (Change change = news.poll(); change != null; change = news.poll()) {
        tell(change);
      }
      answered = callsToTell.addAndGet(-answered);
    }
  }

  private static void tell(Change change) {
    for (Listener listener : change.listeners()) {
      tell(listener, change);
    }
  }

  private static void tell(Listener listener, Change change) {
    try {
      listener.changed(change.before(), change.after());
    } catch (RuntimeException | Error e) {
      // Even an error: let through, it would leave the news after it untold for ever.
      log.warn(
          "a listener failed to take the change from {} to {}", change.before(), change.after(), e);
    }
  }
}
