package dev.corral.it.discovery;

import dev.corral.it.Memcached;
import dev.corral.it.Samples;
import dev.corral.it.SocketStore;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Ring;
import dev.corral.time.Ttl;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Callers who write and read new keys for as long as this is open, while the ring changes, and who
 * remember which ring each key was written by.
 */
final class RoutedLoad implements AutoCloseable {
  /* design
   *
   * Time is counted in halves: even while a ring holds, odd while the next is on its way. A key
   * belongs on the one server that the ring of its time names; or, if it was written during a change,
   * on either of the servers that the rings before and after it name.
   */

  /** Between which times a key was written. */
  private record Span(int began, int ended) {}

  private final MemcachedStore store;
  private final List<Ring> rings = new CopyOnWriteArrayList<>();
  private final AtomicInteger time = new AtomicInteger();
  private final Map<Key, Span> written = new ConcurrentHashMap<>();
  private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
  private final LongAdder requests = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final List<Thread> callers;
  private volatile boolean isOver;

  RoutedLoad(MemcachedStore store, String name, int callers) {
    this.store = store;
    rings.add(store.membership().ring());
    this.callers = IntStream.range(0, callers)
        .mapToObj(i -> new Thread(() -> run(name + ":" + i), "load-" + i))
        .toList();
    this.callers.forEach(Thread::start);
  }

  private void run(String name) {
    for (int i = 0; !isOver; i++) {
      try {
        call(Samples.key(name, i));
      } catch (RuntimeException e) {
        faults.add(e);
      }
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(500));
    }
  }

  private void call(Key key) {
    int began = time.get();
    requests.increment();
    store.set(key, Samples.value(key), Ttl.NEVER).join();
    int ended = time.get();
    written.put(key, new Span(began, ended));
    requests.increment();
    boolean isFound = Samples.isOf(key, store.get(key).join());
    if (!isFound && began % 2 == 0 && time.get() == began) {
      lost.increment();
    }
  }

  /** From now on the ring may change. */
  void changing() {
    time.incrementAndGet();
  }

  /** The ring has changed. */
  void changed() {
    rings.add(store.membership().ring());
    time.incrementAndGet();
  }

  /** Waits until so many more requests were made. */
  void awaitMore(int count) {
    long goal = requests.sum() + count;
    Memcached.awaitUntil("more requests", () -> requests.sum() >= goal);
  }

  long requests() {
    return requests.sum();
  }

  long failed() {
    return faults.size();
  }

  Queue<Throwable> faults() {
    return faults;
  }

  /** How many items were not found by who had just written them while a ring held. */
  long lost() {
    return lost.sum();
  }

  /** How many items are not where they belong. */
  long astray(List<Memcached> servers, Function<Memcached, String> address) {
    Map<String, SocketStore> direct = new HashMap<>();
    servers.forEach(server -> direct.put(address.apply(server), new SocketStore(server.address())));
    try {
      return written.entrySet().stream()
          .filter(entry -> homes(entry.getKey(), entry.getValue())
              .map(direct::get)
              .noneMatch(
                  home -> Samples.isOf(entry.getKey(), home.get(entry.getKey()).join())))
          .count();
    } finally {
      direct.values().forEach(SocketStore::close);
    }
  }

  private Stream<String> homes(Key key, Span span) {
    return rings.subList(span.began / 2, (span.ended + 1) / 2 + 1).stream()
        .map(ring -> ring.locate(key).address())
        .distinct();
  }

  @Override
  public void close() {
    isOver = true;
    for (Thread caller : callers) {
      try {
        caller.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }
}
