package dev.corral.ring;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ring whose servers change while it is in use. Readers take the {@linkplain #ring() ring of the
 * moment} without a lock and finish on it; every change makes another. Changes come one after the
 * other: none is lost, whichever thread makes it, and one that cannot be made leaves all as it was.
 */
public final class Membership {
  /*
   * design
   *
   * A change and its place in the queue of news are made under one lock, so that the queue has the
   * order of the changes. The news are told outside of the lock, by one thread at a time: whoever
   * raises the count of untold news from zero tells them until it is zero again. So every listener
   * hears of each change once and in order; and a listener may itself change the membership, or wait
   * for another thread that does, without a deadlock.
   */

  private static final Logger log = LoggerFactory.getLogger(Membership.class);

  private final ReentrantLock changing = new ReentrantLock();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final Queue<Change> news = new ConcurrentLinkedQueue<>();
  private final AtomicInteger untold = new AtomicInteger();
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

  private record Change(Ring before, Ring after) {}

  /**
   * The ring of the moment.
   *
   * @return a ring that never changes; ask again to see changes
   */
  public Ring ring() {
    return ring;
  }

  /**
   * Adds a server.
   *
   * @param server the new one
   * @return the ring after the change
   * @throws ServerListException if its name or address is taken
   */
  public Ring add(Server server) {
    return change(servers -> servers.with(server));
  }

  /**
   * Takes a server away.
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
   * Changes a server's weight.
   *
   * @param nameOrAddress which one, as in {@link ServerList#find}
   * @param weight the new weight, at least 1
   * @return the ring after the change
   * @throws IllegalArgumentException if there is no such server
   */
  public Ring reweigh(String nameOrAddress, int weight) {
    return change(servers -> servers.withWeight(nameOrAddress, weight));
  }

  /**
   * Takes another list of servers in place of the present one.
   *
   * @param servers the new list
   * @return the ring after the change; the same as before if the lists are equal
   * @throws ServerListException if the dialect cannot name all servers, or gives two the same name
   */
  public Ring replace(ServerList servers) {
    return change(before -> servers);
  }

  /**
   * Adds a listener, which is told of changes from now on until it is {@linkplain #removeListener
   * removed}.
   *
   * @param listener whom to tell
   */
  public void addListener(Listener listener) {
    listeners.add(listener);
  }

  /**
   * Removes a listener. If a change is being told at this moment it may hear of that one yet.
   *
   * @param listener whom to tell no more
   */
  public void removeListener(Listener listener) {
    listeners.remove(listener);
  }

  private Ring change(UnaryOperator<ServerList> edit) {
    Ring after;
    changing.lock();
    try {
      Ring before = ring;
      ServerList servers = edit.apply(before.servers());
      if (servers.equals(before.servers())) {
        return before;
      }
      after = Ring.of(servers, before.dialect());
      ring = after;
      news.add(new Change(before, after));
    } finally {
      changing.unlock();
    }
    tellNews();
    return after;
  }

  private void tellNews() {
    if (untold.getAndIncrement() > 0) {
      return;
    }
    do {
      Change change = news.remove();
      for (Listener listener : listeners) {
        tell(listener, change);
      }
    } while (untold.decrementAndGet() > 0);
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
