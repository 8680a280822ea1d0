package dev.corral.it;

import static dev.corral.it.CacheNode.MINUTE;
import static dev.corral.it.CacheNode.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.CacheOptions;
import dev.corral.key.Key;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Servers that can't give leases: those without CAS, and those without memory. */
class CacheServerModesIT {
  private static final Table FIGURES = Table.of(
      "servers without leases", "server", "callers", "loads", "waited", "longest wait", "flights");

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  private static CacheOptions<String, String> options(CacheOptions<String, String> options) {
    return options.ttl(MINUTE).computeTime(SECOND);
  }

  @Test
  void withoutCasOneLoadsUnderALockAndTheOthersWait() {
    AtomicInteger loads = new AtomicInteger();
    try (Memcached server = Memcached.with("-C").start();
        CacheNode ours = CacheNode.on(server.server(), CacheServerModesIT::options);
        CacheNode theirs = CacheNode.on(server.server(), CacheServerModesIT::options)) {
      CountDownLatch word = new CountDownLatch(1);
      List<CompletableFuture<String>> callers = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        CacheNode node = i % 2 == 0 ? ours : theirs;
        callers.add(CacheNode.begin(() -> node.cache.get("a", key -> {
          loads.incrementAndGet();
          word.await();
          return "value";
        })));
      }
      Memcached.awaitUntil(
          "all but one to wait", () -> ours.count(Kind.LOST) + theirs.count(Kind.LOST) == 31);
      word.countDown();
      assertThat(callers).allMatch(caller -> caller.join().equals("value"));
      assertThat(loads).hasValue(1);
      assertThat(ours.cache.peek("a").orElse("none")).isEqualTo("value");
      FIGURES.row(
          "-C, cold start",
          32,
          loads.get(),
          ours.count(Kind.WAITED) + theirs.count(Kind.WAITED),
          ours.cache.stats().waits().plus(theirs.cache.stats().waits()).max(),
          "-");
    }
  }

  @Test
  void withoutCasAMissTakesTheLockAndAHitDoesNot() {
    try (Memcached server = Memcached.with("-C").start();
        CacheWireTap tap = new CacheWireTap(server.address());
        CacheNode node = CacheNode.on(tap.server(), CacheServerModesIT::options)) {
      tap.clear();
      node.cache.get("a", key -> {
        assertThat(tap.commands()).anyMatch(command -> command.startsWith("ms corral-gate:"));
        return "value";
      });
      Memcached.awaitUntil(
          "the lock to be given back",
          () -> tap.commands().stream().anyMatch(command -> command.startsWith("md corral-gate:")));
      Nodes.awaitNothingInFlight(node.store);
      FIGURES.row("-C, a miss", 1, 1, 0, Duration.ZERO, String.valueOf(tap.flights()));
      tap.clear();
      assertThat(node.cache.get("a", key -> "other")).isEqualTo("value");
      assertThat(tap.commands()).hasSize(1);
      assertThat(tap.flights()).isEqualTo(1);
      FIGURES.row("-C, a hit", 1, 0, 0, Duration.ZERO, "1");
    }
  }

  @Test
  void withoutCasAnInvalidationEndsALoadsRightToStore() {
    try (Memcached server = Memcached.with("-C").start();
        CacheNode ours = CacheNode.on(server.server(), CacheServerModesIT::options);
        CacheNode theirs = CacheNode.on(server.server(), CacheServerModesIT::options)) {
      CountDownLatch word = new CountDownLatch(1);
      CompletableFuture<String> old = CacheNode.begin(() -> ours.cache.get("a", key -> {
        word.await();
        return "old";
      }));
      Memcached.awaitUntil("the load", () -> ours.count(Kind.WON) == 1);
      theirs.cache.invalidate("a"); // by a process that has not met the server yet
      assertThat(theirs.cache.get("a", key -> "new")).isEqualTo("new");
      word.countDown();
      assertThat(old.join()).isEqualTo("old");
      assertThat(ours.count(Kind.FENCED)).isEqualTo(1);
      assertThat(ours.cache.get("a", key -> "other")).isEqualTo("new");
    }
  }

  @Test
  void withoutCasToExpireEndsALoadsRightToStoreToo() {
    try (Memcached server = Memcached.with("-C").start();
        CacheNode ours = CacheNode.on(server.server(), CacheServerModesIT::options);
        CacheNode theirs = CacheNode.on(server.server(), CacheServerModesIT::options)) {
      CountDownLatch word = new CountDownLatch(1);
      CompletableFuture<String> old = CacheNode.begin(() -> ours.cache.get("a", key -> {
        word.await();
        return "old";
      }));
      Memcached.awaitUntil("the load", () -> ours.count(Kind.WON) == 1);
      theirs.cache.expire("a");
      word.countDown();
      assertThat(old.join()).isEqualTo("old");
      assertThat(ours.count(Kind.FENCED)).isEqualTo(1);
      assertThat(theirs.cache.get("a", key -> "new")).isEqualTo("new");
    }
  }

  @Test
  void withoutCasAStaleValueIsServedWhileOneLoads() {
    AtomicInteger loads = new AtomicInteger();
    try (Memcached server = Memcached.with("-C").start();
        CacheNode ours = CacheNode.on(server.server(), o -> options(o).ttl(SECOND));
        CacheNode theirs = CacheNode.on(server.server(), o -> options(o).ttl(SECOND))) {
      ours.cache.get("a", key -> "1");
      CountDownLatch word = new CountDownLatch(1);
      Memcached.awaitUntil("it to be stale", () -> {
        assertThat(ours.cache.get("a", key -> {
              loads.incrementAndGet();
              word.await();
              return "2";
            }))
            .isEqualTo("1");
        return loads.get() > 0;
      });
      assertThat(theirs.cache.get("a", key -> "3")).isEqualTo("1");
      word.countDown();
      Memcached.awaitUntil(
          "the new value", () -> theirs.cache.peek("a").orElse("none").equals("2"));
      assertThat(loads).hasValue(1);
    }
  }

  @Test
  void outOfMemoryEachLoadsAndNothingIsStored() {
    try (Memcached server = Memcached.with("-M", "-m", "8", "-I", "512k").start();
        CacheNode node = CacheNode.on(server.server(), CacheServerModesIT::options)) {
      fill(node);
      AtomicInteger loads = new AtomicInteger();
      for (int i = 1; i <= 3; i++) {
        assertThat(node.cache.get("a", key -> "value" + loads.incrementAndGet()))
            .isEqualTo("value" + i);
      }
      assertThat(node.cache.peek("a").isFound()).isFalse();
      assertThat(node.count(Kind.WON)).isZero();
      FIGURES.row("-M, full", 3, loads.get(), 0, Duration.ZERO, "-");

      node.cache.invalidate("a");
      node.cache.put("a", "put"); // There is nowhere to put it, which fails nobody.
      assertThat(node.cache.peek("a").isFound()).isFalse();
    }
  }

  @Test
  void outOfMemoryCallersWhoCameBeforeALoadBeganShareIt() {
    try (Memcached server = Memcached.with("-M", "-m", "8", "-I", "512k").start();
        CacheNode node = CacheNode.on(server.server(), CacheServerModesIT::options)) {
      fill(node);
      AtomicInteger loads = new AtomicInteger();
      CountDownLatch word = new CountDownLatch(1);
      List<CompletableFuture<String>> callers = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        callers.add(CacheNode.begin(() -> node.cache.get("a", key -> {
          loads.incrementAndGet();
          word.await();
          return "value";
        })));
      }
      Memcached.awaitUntil("all to have asked", () -> node.count(Kind.MISS) == 16);
      word.countDown();
      assertThat(callers).allMatch(caller -> caller.join().equals("value"));
      assertThat(loads.get()).isBetween(1, 3);
    }
  }

  /** Fills all classes that a small item could go to. */
  private static void fill(CacheNode node) {
    for (int size : new int[] {400_000, 100_000, 10_000, 1_000, 100, 40, 10, 1}) {
      boolean isFull = false;
      for (int i = 0; !isFull; i++) {
        try {
          node.store.set(Key.of("fill", size, i), new byte[size], Ttl.NEVER).join();
        } catch (CompletionException e) {
          isFull = true;
        }
      }
    }
  }
}
