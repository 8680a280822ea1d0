package dev.corral.it.replica;

import dev.corral.Corral;
import dev.corral.codec.Codec;
import dev.corral.codec.Lookup;
import dev.corral.fault.UnavailableException;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Parent;
import dev.corral.it.Worker;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedStore;
import dev.corral.replica.ReplicaStats;
import dev.corral.replica.Replicas;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** A process that puts rising numbers under a key of its own, and reads those of all. */
public final class ReplicaWorker implements Worker {
  static final Duration DEADLINE = Duration.ofMillis(500);

  /** The commands: how many reads were served so far, and the end. */
  static final String HITS = "hits";

  static final String STOP = "stop";

  /** What is told at the end: some events at a time, and figures. */
  static final String EVENTS = "events";

  private static final int READERS = 2;
  private static final int PER_REPORT = 500;

  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicLong failedPuts = new AtomicLong();
  private final AtomicLong failedReads = new AtomicLong();
  private final AtomicLong worst = new AtomicLong();

  /** Something that took place, as a test is told of it. */
  record Event(boolean isPut, int key, long number, long begin, long end) {
    String text() {
      return (isPut ? 1 : 0) + " " + key + " " + number + " " + begin + " " + end;
    }

    static Event parse(String text) {
      String[] words = text.split(" ", -1);
      return new Event(
          words[0].equals("1"),
          Integer.parseInt(words[1]),
          Long.parseLong(words[2]),
          Long.parseLong(words[3]),
          Long.parseLong(words[4]));
    }
  }

  /** The arguments are how many processes there are, and the servers. */
  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    int processes = Integer.parseInt(arguments.get(0));
    ServerList list = ServerList.of(
        arguments.subList(1, arguments.size()).stream().map(Server::parse).toList());
    MemcachedStore store = MemcachedStore.open(list, options -> options.deadline(DEADLINE));
    Nodes.awaitConnected(store);
    try (Corral corral = Corral.on(store)) {
      Replicas<Integer, Long> replicas =
          corral.replicas("hot", Keys.ints(), Codec.longs(), o -> o.ttl(Duration.ofMinutes(5)));
      replicas.put(parent.number(), 0L);
      parent.awaitGo();
      List<List<Event>> logs = new ArrayList<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i <= READERS; i++) {
        boolean puts = i == 0;
        List<Event> log = new ArrayList<>();
        logs.add(log);
        threads.add(new Thread(() -> {
          if (puts) {
            put(replicas, parent.number(), log);
          } else {
            read(replicas, processes, log);
          }
        }));
      }
      threads.forEach(Thread::start);
      for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
        if (next.get().kind().equals(HITS)) {
          parent.report(HITS, replicas.stats().hits());
          continue;
        }
        end.countDown();
        for (Thread thread : threads) {
          thread.join();
        }
        tell(parent, logs, replicas.stats());
      }
    }
  }

  private boolean goesOn(long pauseMillis) {
    try {
      return !end.await(pauseMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void put(Replicas<Integer, Long> replicas, int key, List<Event> log) {
    for (long number = 1; goesOn(20); number++) {
      long begin = System.nanoTime();
      try {
        replicas.put(key, number);
        log.add(new Event(true, key, number, begin, System.nanoTime()));
      } catch (UnavailableException e) {
        failedPuts.incrementAndGet();
      }
    }
  }

  private void read(Replicas<Integer, Long> replicas, int keys, List<Event> log) {
    for (int i = 0; goesOn(2); i++) {
      long begin = System.nanoTime();
      try {
        Lookup<Long> found = replicas.get(i % keys);
        long now = System.nanoTime();
        worst.accumulateAndGet(now - begin, Math::max);
        if (found instanceof Lookup.Found<Long> there) {
          log.add(new Event(false, i % keys, there.value(), begin, now));
        }
      } catch (UnavailableException e) {
        failedReads.incrementAndGet();
      }
    }
  }

  private void tell(Parent parent, List<List<Event>> logs, ReplicaStats stats) {
    List<Event> all = logs.stream().flatMap(List::stream).toList();
    parent.report(
        STOP,
        (all.size() + PER_REPORT - 1) / PER_REPORT,
        failedPuts.get(),
        failedReads.get(),
        worst.get(),
        stats.hits(),
        stats.misses(),
        stats.further(),
        stats.repairs());
    for (int from = 0; from < all.size(); from += PER_REPORT) {
      List<Event> some = all.subList(from, Math.min(all.size(), from + PER_REPORT));
      parent.report(EVENTS, some.stream().map(Event::text).collect(Collectors.joining(";")));
    }
  }
}
