package dev.corral.it;

import dev.corral.cache.Cache;
import dev.corral.cache.CacheOptions;
import dev.corral.cache.Refresh;
import dev.corral.fault.CorralException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A short history of one key: processes with connections of their own that read it at the same
 * time, one that changes it, and trouble. What is done follows from a seed; when it is done, from
 * the threads of this machine.
 */
final class CacheHistory {
  private static final int NODES = 3;
  private static final int CALLERS = 2;
  private static final Duration DEADLINE = Duration.ofMillis(250);
  private static final Duration LENGTH = Duration.ofMillis(500);

  private static final class OriginFails extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final Memcached server;
  private final Random random;
  private final CacheHistoryChecker checker;
  private final UnaryOperator<CacheOptions<String, String>> options;
  private final UnaryOperator<Store> wrapper;
  private final boolean isScoped;
  private final Key wire;
  private final boolean hasTrouble;
  private final long end = System.nanoTime() + LENGTH.toNanos();
  private final AtomicLong longest = new AtomicLong();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger loads = new AtomicInteger();
  private final AtomicInteger faults = new AtomicInteger();

  private CacheHistory(Memcached server, long seed, UnaryOperator<Store> wrapper) {
    this.server = server;
    this.wrapper = wrapper;
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    int ttl = pick(1, 60, 60, 0);
    Duration computeTime = Duration.ofMillis(pick(60, 200));
    Duration retryAfter = Duration.ofMillis(pick(0, 50));
    Refresh refresh = random.nextBoolean() ? Refresh.BACKGROUND : Refresh.INLINE;
    this.options = o -> (ttl == 0 ? o.noExpiry() : o.ttl(Duration.ofSeconds(ttl)))
        .computeTime(computeTime)
        .retryAfter(retryAfter)
        .refresh(refresh)
        .staleFor(Duration.ofSeconds(5));
    this.hasTrouble = random.nextInt(3) == 0;
    this.isScoped = random.nextInt(3) == 0;
    this.wire = isScoped ? Key.of("c", "s", "a") : Key.of("c", "a");
    this.checker =
        new CacheHistoryChecker(wire, Duration.ofSeconds(ttl == 0 ? Integer.MAX_VALUE : ttl));
  }

  /**
   * What came of a history.
   *
   * @param mistakes what must not have happened
   * @param calls how many calls there were
   * @param loads how many loads
   * @param commits how often what was loaded was stored
   * @param faults how many calls or changes ended with a typed fault
   * @param longest how long the longest call took
   */
  record Outcome(
      List<String> mistakes, int calls, int loads, int commits, int faults, Duration longest) {}

  /** Lives through one history, on a server that nobody else uses. */
  static Outcome run(Memcached server, long seed, UnaryOperator<Store> wrapper) throws Exception {
    CacheHistory history = new CacheHistory(server, seed, wrapper);
    history.run();
    return new Outcome(
        history.checker.mistakes(),
        history.calls.get(),
        history.loads.get(),
        history.checker.commits(),
        history.faults.get(),
        Duration.ofNanos(history.longest.get()));
  }

  private int pick(int... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** A process: its cache, and the scope that this is in if there is one. */
  private record Member(CacheNode node, Cache<String, String> cache, CacheGeneration scope) {}

  private Member member(CacheNode node) {
    CacheGeneration scope = new CacheGeneration(node.store, "s");
    return new Member(node, isScoped ? node.cache.in(scope) : node.cache, scope);
  }

  private void run() throws Exception {
    List<CacheNode> nodes = new ArrayList<>();
    List<CompletableFuture<@Nullable Void>> threads = new ArrayList<>();
    try {
      for (int i = 0; i < NODES; i++) {
        nodes.add(CacheNode.on(
            server.server(), DEADLINE, store -> checker.watching(wrapper.apply(store)), options));
      }
      List<Member> members = nodes.stream().map(this::member).toList();
      members.get(0).scope.invalidate();
      for (int i = 0; i < NODES * CALLERS; i++) {
        Member member = members.get(i % NODES);
        Random own = new Random(random.nextLong());
        threads.add(begin(() -> callOnAndOn(member, own)));
      }
      Random own = new Random(random.nextLong());
      threads.add(begin(() -> writeOnAndOn(members, own)));
      if (hasTrouble) {
        makeTrouble();
      }
      for (CompletableFuture<?> thread : threads) {
        thread.get(30, TimeUnit.SECONDS);
      }
    } finally {
      nodes.forEach(CacheNode::close);
    }
  }

  private static CompletableFuture<@Nullable Void> begin(Runnable task) {
    return CacheNode.<@Nullable Void>begin(() -> {
      task.run();
      return null;
    });
  }

  private boolean isOver() {
    return System.nanoTime() - end >= 0;
  }

  private static void idle(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private void callOnAndOn(Member member, Random own) {
    while (!isOver()) {
      call(member, own);
      idle(own.nextInt(8));
    }
  }

  private void call(Member member, Random own) {
    CacheNode node = member.node;
    calls.incrementAndGet();
    long errors = node.count(Kind.STORE_ERROR);
    long atLeast = checker.settled();
    long began = System.nanoTime();
    try {
      String value = own.nextInt(5) == 0
          ? member.cache.getAll(List.of("a", "b"), keys -> loadAll(keys, own)).get("a")
          : member.cache.get("a", key -> load(own));
      // Who can't ask the store shares a load that runs, however old that is.
      if (value != null && node.count(Kind.STORE_ERROR) == errors) {
        checker.given(value, atLeast);
      }
    } catch (OriginFails | CorralException e) {
      faults.incrementAndGet();
    }
    longest.accumulateAndGet(System.nanoTime() - began, Math::max);
  }

  private Map<String, String> loadAll(Set<String> keys, Random own) throws InterruptedException {
    String value = load(own);
    return keys.stream().collect(Collectors.toMap(key -> key, key -> value));
  }

  private String load(Random own) throws InterruptedException {
    loads.incrementAndGet();
    int kind = own.nextInt(100);
    int length = kind < 5 ? 300 : own.nextInt(25);
    int before = own.nextInt(length + 1);
    idle(before);
    String value = checker.read();
    idle(length - before);
    if (kind >= 90 && kind < 98) {
      throw new OriginFails();
    }
    if (kind >= 98) {
      new CountDownLatch(1).await(); // until the cache gives it up
    }
    return value;
  }

  private void writeOnAndOn(List<Member> members, Random own) {
    while (!isOver()) {
      idle(own.nextInt(60));
      try {
        change(members.get(own.nextInt(NODES)), own.nextInt(10));
      } catch (CorralException e) {
        faults.incrementAndGet();
      }
    }
  }

  private void change(Member member, int kind) {
    Cache<String, String> cache = member.cache;
    if (kind < 3 && isScoped) {
      long written = checker.write();
      // What is being loaded may still be stored under its old stamp, and is then void.
      checker.ended(System.nanoTime(), Long.MAX_VALUE);
      member.scope.invalidate();
      checker.settle(written);
    } else if (kind < 5) {
      long written = checker.write();
      checker.ending(() -> cache.invalidate("a"));
      checker.settle(written);
    } else if (kind < 8) {
      long written = checker.write();
      checker.ending(() -> cache.put("a", CacheHistoryChecker.put(written)));
      checker.settle(written);
    } else if (kind < 9) {
      checker.ending(() -> cache.expire("a"));
    } else {
      // As if it were evicted.
      checker.ending(() -> Answers.join(member.node.store.delete(wire)));
    }
  }

  /** The server stands still for a while, or is restarted. */
  private void makeTrouble() {
    idle(random.nextInt(200));
    if (random.nextBoolean()) {
      server.pause();
      idle(random.nextInt(400));
      server.resume();
    } else {
      checker.ending(server::restart);
    }
  }
}
