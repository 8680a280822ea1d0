package dev.corral.it;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.metric.CacheStats;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls a cache as a test says, and tells of its loads and its calls. What it loads is the moment
 * at which the load began, so that all JVMs can tell how old a value is.
 */
final class CacheWorker implements Worker {
  static final String KEY = "hot";

  /** Which client a crowd of callers uses. */
  enum Client {
    CORRAL,
    /** Corral, in a scope. */
    SCOPED,
    NAIVE
  }

  private @Nullable Corral corral;
  private @Nullable Cache<String, String> cache;
  private @Nullable NaiveCache naive;
  private @Nullable HotKeyMoment moment;
  private LoadLog.@Nullable Writer log;

  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    MemcachedStore store = MemcachedStore.open(
        ServerList.of(Server.parse(arguments.get(0))),
        options -> options.deadline(Nodes.PATIENCE).maxInFlight(1 << 20));
    Nodes.awaitConnected(store);
    moment = HotKeyMoment.at(arguments.get(1));
    try (Corral open = Corral.on(store)) {
      corral = open;
      for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
        obey(parent, store, next.get());
      }
    }
  }

  private void obey(Parent parent, MemcachedStore store, Message command) throws Exception {
    switch (command.kind()) {
      case "open" -> {
        open(store, command);
        log = new LoadLog.Writer(parent);
        parent.report("open");
      }
      case "get" -> new Thread(() -> get(parent, command.number(0))).start();
      case "crowd" -> crowd(parent, command);
      case "connect" -> {
        Nodes.awaitAnswer(store, Key.of("any"));
        parent.report("connect");
      }
      case "expire" -> {
        cache().expire(KEY);
        parent.report("expire");
      }
      case "peek" -> parent.report("peek", cache().peek(KEY).orElse("none"));
      case "stats" -> {
        CacheStats stats = cache().stats();
        List<Object> counts = new ArrayList<>();
        for (Kind kind : Kind.values()) {
          counts.add(kind);
          counts.add(stats.count(kind));
        }
        parent.report("stats", counts.toArray());
      }
      case "finish" -> log().finish();
      default -> throw new IllegalArgumentException(command.kind());
    }
  }

  /** How often something happened, as a report of it tells. */
  static long count(Message stats, Kind kind) {
    return stats.number(stats.fields().indexOf(kind.name()) + 1);
  }

  /** Opens a cache by a name, with a ttl, a compute time and a time to be stale. */
  private void open(MemcachedStore store, Message command) {
    String name = command.text(0);
    Duration ttl = Duration.ofMillis(command.number(1));
    cache = Objects.requireNonNull(corral)
        .cache(
            name,
            Keys.strings(),
            Codec.strings(),
            options -> options
                .ttl(ttl)
                .computeTime(Duration.ofMillis(command.number(2)))
                .staleFor(Duration.ofMillis(command.number(3))));
    if (Client.valueOf(command.text(4)) == Client.SCOPED) {
      cache = cache.in(new CacheGeneration(store, name));
    }
    naive = new NaiveCache(store, name, ttl);
  }

  private Cache<String, String> cache() {
    return Objects.requireNonNull(cache);
  }

  private LoadLog.Writer log() {
    return Objects.requireNonNull(log);
  }

  private String load(Duration time, Runnable begun) {
    LoadLog.Loading loading = log().begin(KEY);
    begun.run();
    String value = String.valueOf(System.nanoTime());
    idle(time);
    loading.end("loaded", value);
    return value;
  }

  private static void idle(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** One call, with a load that takes so many milliseconds, and of which it tells. */
  private void get(Parent parent, long loadMillis) {
    long began = System.nanoTime();
    String value = cache()
        .get(KEY, key -> load(Duration.ofMillis(loadMillis), () -> parent.report("loading")));
    parent.report("got", Objects.requireNonNull(value), System.nanoTime() - began);
  }

  /**
   * Many callers at once, for so many milliseconds; each calls at least once. Reports how many were
   * given a value older than the shared moment was when they asked.
   */
  private void crowd(Parent parent, Message command) throws InterruptedException {
    Client client = Client.valueOf(command.text(0));
    Duration load = Duration.ofMillis(command.number(3));
    Supplier<@Nullable String> call = client == Client.NAIVE
        ? () -> Objects.requireNonNull(naive).get(KEY, () -> load(load, () -> {}))
        : () -> cache().get(KEY, key -> load(load, () -> {}));
    AtomicLong old = new AtomicLong();
    CountDownLatch go = new CountDownLatch(1);
    AtomicLong end = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < command.number(1); i++) {
      Thread thread = new Thread(() -> {
        awaitQuietly(go);
        do {
          call(call, old);
        } while (System.nanoTime() - end.get() < 0);
      });
      thread.start();
      threads.add(thread);
    }
    end.set(parent.awaitGo() + Duration.ofMillis(command.number(2)).toNanos());
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    parent.report("crowd", old.get());
    log().finish();
  }

  private void call(Supplier<@Nullable String> call, AtomicLong old) {
    long notBefore = Objects.requireNonNull(moment).get();
    long began = System.nanoTime();
    String value = call.get();
    log().took("get", System.nanoTime() - began);
    if (Long.parseLong(Objects.requireNonNull(value)) - notBefore < 0) {
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
