package dev.corral.keyspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.lock.Acquisition;
import dev.corral.lock.Hold;
import dev.corral.lock.Lock;
import dev.corral.site.Site;
import dev.corral.store.BasicStore;
import dev.corral.store.FourOperations;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Two stores, and processes on them, in a time that the test moves and that passes with pauses. */
final class KeyspaceRig {
  static final Instant START = Instant.parse("2025-06-01T12:00:00Z");
  static final KeyspaceName FOOS = Keyspace.of("foo").namespace("company").version(5);
  static final String LMT = "company:foo:v5:lmt";
  static final String IDS = "company:foo:v5:activeids:";

  /** What the stores can do. */
  enum Kind {
    /** All that memcached can. */
    FULL,
    /** All but CAS, as a server with -C. */
    WITHOUT_CAS,
    /** Get, set, add and delete. */
    BASIC
  }

  private final Kind kind;
  private final AtomicLong nanos = new AtomicLong();
  private final SplittableRandom random = new SplittableRandom(42);

  final EventfulStore values;
  final EventfulStore keys;
  final List<Duration> pauses = new ArrayList<>();

  /** Told of each pause, the first being 1, when it is over. */
  IntConsumer onPause = number -> {};

  /** Whether pauses never end. */
  boolean timerIsStuck;

  /** What is to be added to the hour. */
  Duration clockError = Duration.ZERO;

  KeyspaceRig() {
    this(Kind.FULL);
  }

  KeyspaceRig(Kind kind) {
    this.kind = kind;
    values = new EventfulStore(memory(), kind != Kind.WITHOUT_CAS);
    keys = new EventfulStore(memory(), kind != Kind.WITHOUT_CAS);
  }

  private MemoryStore memory() {
    return MemoryStore.create(options -> options.ticker(nanos::get));
  }

  private BasicStore offered(EventfulStore store) {
    return kind == Kind.BASIC ? new FourOperations(store) : store;
  }

  Site site() {
    return Site.on(offered(values))
        .keyStore(offered(keys))
        .ticker(nanos::get)
        .clock(this::now)
        .random(() -> random)
        .timer((time, task) -> {
          pauses.add(time);
          pass(time);
          onPause.accept(pauses.size());
          if (!timerIsStuck) {
            task.run();
          }
          return () -> {};
        });
  }

  Instant now() {
    return START.plusNanos(nanos.get()).plus(clockError);
  }

  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  /** A process: it shares nothing with other members but the stores. */
  Member process() {
    return process(options -> options);
  }

  Member process(UnaryOperator<AtomicCacheOptions<String>> options) {
    Site site = site();
    Keyspace foos = Keyspace.on(site, FOOS);
    return new Member(
        foos, foos.child("activeids"), AtomicCache.on(site, Codec.strings(), options));
  }

  record Member(Keyspace foos, Keyspace ids, AtomicCache<String> cache) {
    @Nullable
    String fetch(String generated) {
      return cache.fetch(ids, () -> generated);
    }

    /** The value that must be there. */
    @Nullable
    String read() {
      return cache.fetch(ids, () -> {
        throw new AssertionError("generated");
      });
    }

    void expire() {
      foos.lastModified().expire();
    }
  }

  /** Takes the lock of the active ids, as a process that is generating them. */
  Hold lock() {
    Lock lock = Lock.on(
        offered(keys),
        Key.of("company", "foo", "v5", "activeids", "lock"),
        options -> options.ticker(nanos::get));
    return ((Acquisition.Acquired) lock.tryAcquire()).hold();
  }

  boolean isLocked() {
    return text(keys, IDS + "lock") != null;
  }

  /** What is under the key, or null. */
  static @Nullable String text(EventfulStore store, String key) {
    return store.memory.get(Key.raw(key)).join() instanceof Item item
        ? new String(item.value(), UTF_8)
        : null;
  }

  static long number(EventfulStore store, String key) {
    String text = text(store, key);
    return text == null ? 0 : Long.parseLong(text);
  }

  static void write(EventfulStore store, String key, Object value) {
    store.memory.set(Key.raw(key), value.toString().getBytes(UTF_8), Ttl.NEVER).join();
  }
}
