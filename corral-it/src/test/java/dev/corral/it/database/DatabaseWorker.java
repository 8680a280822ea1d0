package dev.corral.it.database;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Parent;
import dev.corral.it.Worker;
import dev.corral.jdbc.JdbcLocks;
import dev.corral.key.Keys;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.lock.Hold;
import dev.corral.lock.Lock;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes a database's locks as a test says, and tells when it had them. */
final class DatabaseWorker implements Worker {
  private static final int CALLERS = 8;

  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    JdbcLocks locks = JdbcLocks.on(
        Database.dataSource(arguments.get(0)),
        options ->
            options.deadline(Nodes.PATIENCE).pauses(Duration.ofMillis(5), Duration.ofMillis(20)));
    for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
      Message command = next.get();
      switch (command.kind()) {
        case "hold" ->
          parent.report("hold", acquire(locks.lock(command.text(0))).token());
        case "rounds" -> rounds(parent, locks.lock(command.text(0)), command.number(1));
        case "get" -> get(parent, locks, Server.parse(command.text(0)));
        default -> throw new IllegalArgumentException(command.kind());
      }
    }
  }

  private static Hold acquire(Lock lock) throws InterruptedException {
    return ((Acquired) lock.tryAcquire(Nodes.PATIENCE)).hold();
  }

  private static void rounds(Parent parent, Lock lock, long count) throws InterruptedException {
    parent.awaitGo();
    for (int round = 0; round < count; round++) {
      try (Hold hold = acquire(lock)) {
        long begin = System.nanoTime();
        hold.renew(); // work that takes a while
        parent.report("section", begin, System.nanoTime());
      }
    }
    parent.report("rounds");
  }

  /** Loads by way of a cache on a server without CAS, whose gate the database is. */
  private static void get(Parent parent, JdbcLocks locks, Server server)
      throws InterruptedException {
    MemcachedStore store =
        MemcachedStore.open(ServerList.of(server), options -> options.deadline(Nodes.PATIENCE));
    Nodes.awaitConnected(store);
    AtomicInteger loads = new AtomicInteger();
    CountDownLatch word = new CountDownLatch(1);
    try (Corral corral = Corral.on(store)) {
      Cache<String, String> cache = corral.cache(
          "gated",
          Keys.strings(),
          Codec.strings(),
          options ->
              options.ttl(Duration.ofMinutes(1)).computeTime(Nodes.PATIENCE).gate(locks::lock));
      parent.awaitGo();
      List<CompletableFuture<String>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        callers.add(CompletableFuture.supplyAsync(
            () -> cache.get("key", key -> {
              loads.incrementAndGet();
              word.await();
              return "value";
            }),
            task -> new Thread(task).start()));
      }
      Memcached.awaitUntil(
          "a load, or a shut gate", () -> loads.get() + cache.stats().count(Kind.LOST) > 0);
      parent.report("settled");
      parent.next(); // the word
      word.countDown();
      callers.forEach(CompletableFuture::join);
      parent.report("loads", loads.get());
    }
  }
}
