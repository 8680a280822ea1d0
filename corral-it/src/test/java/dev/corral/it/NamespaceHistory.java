package dev.corral.it;

import dev.corral.fault.CorralException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.namespace.NamespaceOptions;
import dev.corral.ring.Dialect;
import dev.corral.ring.Membership;
import dev.corral.ring.ServerList;
import dev.corral.scope.Scope;
import dev.corral.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A short history of a few namespaces: processes whose clocks differ read what is in them and
 * invalidate it, while bookkeeping is lost, flushes roll, and servers restart, come and go. What is
 * done follows from a seed; when it is done, from the threads of this machine.
 */
final class NamespaceHistory {
  private static final int NODES = 3;
  private static final int READERS = 5;
  private static final Duration LENGTH = Duration.ofMillis(400);

  /** Which namespaces the values are in. */
  private static final int[][] ROWS = {{0}, {1}, {2}, {3}, {0, 1}, {1, 2}, {0, 2, 3}};

  private static final int NAMESPACES = 4;

  private final List<Memcached> servers;
  private final @Nullable Memcached values;
  private final Membership membership;
  private final UnaryOperator<Store> wrapper;
  private final Random random;
  private final String prefix;
  private final UnaryOperator<NamespaceOptions> options;
  private final List<Trouble> troubles = new ArrayList<>();
  private final List<ServerList> lists = new ArrayList<>();
  private final int pace;
  private final boolean hasSleeper;
  private final NamespaceHistoryChecker checker = new NamespaceHistoryChecker(NAMESPACES);
  private final AtomicReferenceArray<NamespaceRingNode> nodes = new AtomicReferenceArray<>(NODES);
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger loads = new AtomicInteger();
  private final AtomicInteger faults = new AtomicInteger();
  private final AtomicInteger invalidations = new AtomicInteger();
  private final Queue<String> events = new ConcurrentLinkedQueue<>();
  private final long began = System.nanoTime();

  private NamespaceHistory(
      List<Memcached> servers, Memcached safe, long seed, UnaryOperator<Store> wrapper) {
    this.servers = servers;
    this.wrapper = wrapper;
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.values = random.nextBoolean() ? safe : null;
    this.prefix = "h" + seed;
    boolean hasEvidence = random.nextInt(8) != 0;
    int bytes = pick(1, 8, 80);
    Duration period = Duration.ofMillis(pick(20, 100, 300));
    this.options = o -> o.evidence(hasEvidence).evidenceBytes(bytes).rollingPeriod(period);
    this.pace = pick(10, 30, 80);
    this.hasSleeper = random.nextInt(3) == 0;
    for (Trouble trouble : Trouble.values()) {
      if (random.nextInt(3) == 0 && (hasEvidence || trouble != Trouble.ROLL)) {
        troubles.add(trouble);
      }
    }
    lists.add(serversButFor(-1));
    if (troubles.contains(Trouble.CHANGE_SERVERS)) {
      lists.add(serversButFor(random.nextInt(servers.size())));
      lists.add(serversButFor(random.nextInt(servers.size())));
    }
    this.membership = new Membership(lists.get(0), Dialect.LIBKETAMA);
  }

  /** What happens to the bookkeeping in some histories. */
  private enum Trouble {
    LOSE_EVIDENCE,
    LOSE_GENERATION,
    ROLL,
    RESTART,
    CHANGE_SERVERS,
    PAUSE,
    REPLACE_NODE
  }

  /**
   * What came of a history.
   *
   * @param mistakes what must not have happened
   * @param events what was done to the servers and the bookkeeping
   * @param calls how many calls there were
   * @param loads how many loads
   * @param invalidations how many invalidations
   * @param faults how many of all those ended with a typed fault
   */
  record Outcome(
      List<String> mistakes,
      List<String> events,
      int calls,
      int loads,
      int invalidations,
      int faults) {}

  /**
   * Lives through one history.
   *
   * @param servers which nobody else uses
   * @param safe one to which nothing happens, so that an old value is always there to be found
   */
  static Outcome run(
      List<Memcached> servers, Memcached safe, long seed, UnaryOperator<Store> wrapper)
      throws Exception {
    NamespaceHistory history = new NamespaceHistory(servers, safe, seed, wrapper);
    history.run();
    List<String> mistakes = history.checker.mistakes().stream()
        .map(mistake -> "seed " + seed + ": " + mistake)
        .toList();
    return new Outcome(
        mistakes,
        List.copyOf(history.events),
        history.calls.get(),
        history.loads.get(),
        history.invalidations.get(),
        history.faults.get());
  }

  private int pick(int... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private ServerList serversButFor(int left) {
    return ServerList.of(IntStream.range(0, servers.size())
        .filter(i -> i != left)
        .mapToObj(i -> servers.get(i).server())
        .toList());
  }

  private NamespaceRingNode node() {
    Duration ahead = Duration.ofMillis(pick(0, 0, 40, -40, 30_000, -30_000));
    InstantSource clock = () -> InstantSource.system().instant().plus(ahead);
    return NamespaceRingNode.impatient(
        membership, values, wrapper, site -> site.prefix(prefix).clock(clock), options);
  }

  private void run() throws Exception {
    List<CompletableFuture<@Nullable Void>> threads = new ArrayList<>();
    List<NamespaceRingNode> all = new ArrayList<>();
    try {
      for (int i = 0; i < NODES; i++) {
        all.add(node());
        nodes.set(i, all.get(i));
      }
      long end = System.nanoTime() + LENGTH.toNanos();
      for (int i = 0; i < READERS; i++) {
        Random own = new Random(random.nextLong());
        threads.add(begin(end, () -> call(own)));
      }
      for (int i = 0; i < 2; i++) {
        Random own = new Random(random.nextLong());
        threads.add(begin(end, () -> invalidate(own)));
      }
      while (System.nanoTime() - end < 0) {
        idle(random.nextInt(2 * pace));
        if (!troubles.isEmpty()) {
          make(troubles.get(random.nextInt(troubles.size())), all);
        }
      }
      for (CompletableFuture<?> thread : threads) {
        thread.get(30, TimeUnit.SECONDS);
      }
      Memcached.awaitUntil("a round without a load", this::isQuietRound);
    } finally {
      all.forEach(NamespaceRingNode::close);
    }
  }

  private static CompletableFuture<@Nullable Void> begin(long end, Runnable step) {
    return CacheNode.<@Nullable Void>begin(() -> {
      while (System.nanoTime() - end < 0) {
        step.run();
      }
      return null;
    });
  }

  private static void idle(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** A process; in some histories one of them hardly ever does anything. */
  private int someNode(Random own) {
    int node = own.nextInt(NODES);
    return hasSleeper && node == 0 && own.nextInt(20) > 0 ? 1 : node;
  }

  private void call(Random own) {
    int node = someNode(own);
    call(node, ROWS[own.nextInt(ROWS.length)], own.nextInt(10));
    idle(own.nextInt(4));
  }

  private void call(int number, int[] row, long loadMillis) {
    NamespaceRingNode node = nodes.get(number);
    calls.incrementAndGet();
    long errors = node.count(Kind.STORE_ERROR);
    long[] atLeast = checker.settled(row);
    long from = System.nanoTime();
    try {
      Scope[] scopes = Arrays.stream(row).mapToObj(node::namespace).toArray(Scope[]::new);
      String value = node.cache.in(scopes).get("k", key -> load(row, loadMillis));
      // Who can't ask the store shares a load that runs, however old that is.
      if (value != null && node.count(Kind.STORE_ERROR) == errors) {
        checker.given(
            value,
            atLeast,
            row,
            "node " + number + " from " + at(from) + " to " + at(System.nanoTime()));
      }
    } catch (CorralException e) {
      faults.incrementAndGet();
    }
  }

  private String load(int[] row, long millis) {
    loads.incrementAndGet();
    idle(millis / 2);
    String value = checker.read(row);
    idle(millis - millis / 2);
    return value;
  }

  private void invalidate(Random own) {
    idle(own.nextInt(40));
    NamespaceRingNode node = nodes.get(someNode(own));
    int[] some = own.nextInt(4) == 0
        ? new int[] {own.nextInt(2), 2 + own.nextInt(2)}
        : new int[] {own.nextInt(NAMESPACES)};
    long[] written = Arrays.stream(some).mapToLong(checker::write).toArray();
    invalidations.incrementAndGet();
    try {
      node.namespaces.invalidateAll(
          Arrays.stream(some).mapToObj(node::namespace).toList());
      for (int i = 0; i < some.length; i++) {
        checker.settle(some[i], written[i]);
      }
    } catch (CorralException e) {
      faults.incrementAndGet();
    }
  }

  private String at(long moment) {
    return TimeUnit.NANOSECONDS.toMicros(moment - began) + " µs";
  }

  private void note(String event) {
    events.add(at(System.nanoTime()) + " " + event);
  }

  private void make(Trouble trouble, List<NamespaceRingNode> all) {
    int number = random.nextInt(NODES);
    NamespaceRingNode node = nodes.get(number);
    Memcached server = servers.get(random.nextInt(servers.size()));
    try {
      switch (trouble) {
        case LOSE_EVIDENCE -> lose(node, Key.of(prefix, "corral-evidence"));
        case LOSE_GENERATION ->
          lose(node, Key.of(prefix, "___counter", "n", random.nextInt(NAMESPACES)));
        case ROLL -> {
          Duration period = Duration.ofMillis(pick(0, 20, 100, 300));
          note("roll over " + period + " by " + number);
          node.namespaces.rollingFlush(period);
        }
        case RESTART -> {
          note("restart " + server.server());
          server.restart();
        }
        case CHANGE_SERVERS -> {
          ServerList next = lists.get(random.nextInt(lists.size()));
          note("servers " + next);
          membership.replace(next);
        }
        case PAUSE -> {
          note("pause " + server.server());
          server.pause();
          idle(random.nextInt(100));
          server.resume();
        }
        case REPLACE_NODE -> {
          note("replace node " + number);
          NamespaceRingNode next = node();
          all.add(next);
          nodes.set(number, next);
        }
      }
      note("done");
    } catch (CorralException e) {
      faults.incrementAndGet();
    }
  }

  /** Loses an item, as if it were evicted. */
  private void lose(NamespaceRingNode node, Key key) {
    note("lose " + key);
    Answers.join(node.store.delete(key));
  }

  /** Whether nobody has to load, when all is well again: processes agree on what is right. */
  private boolean isQuietRound() {
    int before = loads.get() + faults.get();
    for (int node = 0; node < NODES; node++) {
      for (int[] row : ROWS) {
        call(node, row, 0);
      }
    }
    return loads.get() + faults.get() == before;
  }
}
