package dev.corral.it;

import dev.corral.Corral;
import dev.corral.codec.Codec;
import dev.corral.keyspace.AtomicCache;
import dev.corral.keyspace.Keyspace;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.AtomicCacheEvent.Kind;
import dev.corral.metric.AtomicCacheStats;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a keyspace's values as a test says, and tells of its generations and calls. What it
 * generates is the moment at which the generation began, so that all JVMs can tell how old it is.
 */
final class KeyspaceWorker implements Worker {
  private @Nullable AtomicCache<String> cache;
  private @Nullable Keyspace keyspace;
  private @Nullable HotKeyMoment moment;
  private LoadLog.@Nullable Writer log;

  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    MemcachedStore store = MemcachedStore.open(
        ServerList.of(Server.parse(arguments.get(0))), options -> options.deadline(Nodes.PATIENCE));
    Nodes.awaitConnected(store);
    moment = HotKeyMoment.at(arguments.get(1));
    try (Corral corral = Corral.on(store)) {
      for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
        obey(parent, corral, next.get());
      }
    }
  }

  private void obey(Parent parent, Corral corral, Message command) throws Exception {
    switch (command.kind()) {
      case "open" -> {
        keyspace = corral.keyspace(command.text(0));
        Duration generateTtl = Duration.ofMillis(command.number(1));
        cache = corral.atomicCache(
            Codec.strings(), options -> options.generateTtl(generateTtl).maxRetries(40));
        log = new LoadLog.Writer(parent);
        parent.report("open");
      }
      case "fetch" -> new Thread(() -> fetch(parent, command.text(0), command.number(1))).start();
      case "crowd" -> crowd(parent, command);
      case "stats" -> {
        AtomicCacheStats stats = cache().stats();
        List<Object> counts = new ArrayList<>();
        for (Kind kind : Kind.values()) {
          counts.add(kind);
          counts.add(stats.count(kind));
        }
        parent.report("stats", counts.toArray());
      }
      default -> throw new IllegalArgumentException(command.kind());
    }
  }

  /** How often something happened, as a report of it tells. */
  static long count(Message stats, Kind kind) {
    return stats.number(stats.fields().indexOf(kind.name()) + 1);
  }

  private AtomicCache<String> cache() {
    return Objects.requireNonNull(cache);
  }

  private LoadLog.Writer log() {
    return Objects.requireNonNull(log);
  }

  private @Nullable String fetch(String child, Duration time, Runnable begun) {
    return cache().fetch(Objects.requireNonNull(keyspace).child(child), () -> {
      LoadLog.Loading generation = log().begin(child);
      begun.run();
      String value = String.valueOf(System.nanoTime());
      long end = System.nanoTime() + time.toNanos();
      for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      generation.end("generated", value);
      return value;
    });
  }

  /** One call, whose generation takes so many milliseconds and is told of. */
  private void fetch(Parent parent, String child, long millis) {
    String value = fetch(child, Duration.ofMillis(millis), () -> parent.report("generating"));
    parent.report("got", Objects.requireNonNull(value));
  }

  /**
   * Many callers at once, for so many milliseconds; each asks for each child at least once. Reports
   * how many were given nothing, and how many a value older than the shared moment.
   */
  private void crowd(Parent parent, Message command) throws InterruptedException {
    Duration generation = Duration.ofMillis(command.number(2));
    List<String> children = command.fields().subList(3, command.fields().size());
    AtomicLong none = new AtomicLong();
    AtomicLong old = new AtomicLong();
    CountDownLatch go = new CountDownLatch(1);
    AtomicLong end = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < command.number(0); i++) {
      Thread thread = new Thread(() -> {
        awaitQuietly(go);
        do {
          children.forEach(child -> call(child, generation, none, old));
        } while (System.nanoTime() - end.get() < 0);
      });
      thread.start();
      threads.add(thread);
    }
    end.set(parent.awaitGo() + Duration.ofMillis(command.number(1)).toNanos());
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    parent.report("crowd", none.get(), old.get());
    log().finish();
  }

  private void call(String child, Duration generation, AtomicLong none, AtomicLong old) {
    long notBefore = Objects.requireNonNull(moment).get();
    long began = System.nanoTime();
    String value = fetch(child, generation, () -> {});
    log().took("fetch", System.nanoTime() - began);
    if (value == null) {
      none.incrementAndGet();
    } else if (Long.parseLong(value) - notBefore < 0) {
      old.incrementAndGet();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
