package dev.corral.it;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedStore;
import dev.corral.namespace.Evidence;
import dev.corral.namespace.Namespace;
import dev.corral.namespace.Namespaces;
import dev.corral.namespace.Roll;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads values in namespaces as a test says, and tells of its loads. There is one value in each
 * namespace, named by the same number; or in each two that follow one another. What it loads is the
 * moment at which the load began, so that all JVMs can tell how old a value is.
 */
final class NamespaceFlushWorker implements Worker {
  private static final int THREADS = 3;
  private static final long LOAD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** Which stamps a process accepts during a flush. */
  enum Stamps {
    ALL,
    /** That of its own view only. */
    ONE
  }

  private @Nullable NamespaceFlushTap tap;
  private @Nullable Namespaces namespaces;
  private @Nullable Cache<String, String> cache;
  private LoadLog.@Nullable Writer log;
  private List<Scope[]> scopes = List.of();
  private final List<Thread> readers = new ArrayList<>();
  private volatile boolean isReading;

  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    try (MemcachedStore store = MemcachedStore.open(
        ServerList.of(Server.parse(arguments.get(0))),
        options -> options.deadline(Nodes.PATIENCE))) {
      Nodes.awaitConnected(store);
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
      case "warm" -> {
        for (int i = 0; i < scopes.size(); i++) {
          get(i);
        }
        parent.report("warm");
      }
      case "read" -> read();
      case "stop" -> {
        isReading = false;
        for (Thread reader : readers) {
          reader.join();
        }
        readers.clear();
        log().finish();
      }
      case "finish" -> log().finish();
      case "get" -> parent.report("get", get((int) command.number(0)));
      case "invalidate" -> {
        long before = System.nanoTime();
        namespaces().namespace("n", command.number(0)).invalidate();
        parent.report("invalidate", before, System.nanoTime());
      }
      case "muddle" -> {
        long first = command.number(0);
        long count = command.number(1);
        parent.awaitGo();
        muddle(first, count);
        parent.report("muddle");
      }
      case "flush" -> {
        Duration period = Duration.ofMillis(command.number(0));
        long moment = parent.awaitGo();
        Roll roll = namespaces().rollingFlush(period);
        parent.report("flush", roll.start().toEpochMilli(), roll.period().toMillis(), moment);
      }
      case "flush_all" -> {
        parent.report("flush_all", System.nanoTime());
        store.client(Codec.strings()).flushAll();
      }
      case "generations" -> {
        int count = (int) command.number(0);
        parent.report(
            "generations",
            IntStream.range(0, count)
                .mapToObj(i -> namespaces().namespace("n", i).generation())
                .toArray());
      }
      case "evidence" -> {
        Evidence evidence = namespaces().evidence();
        parent.report(
            "evidence",
            evidence.epoch(),
            evidence.roll().map(roll -> roll.start().toEpochMilli()).orElse(0L),
            Objects.requireNonNull(tap).begun());
      }
      default -> throw new IllegalArgumentException(command.kind());
    }
  }

  /**
   * Opens namespaces by a prefix, with a clock that is so many milliseconds ahead, evidence of so
   * many bytes, so many values, each in one or two namespaces, and stamps.
   */
  private void open(MemcachedStore store, Message command) {
    String prefix = command.text(0);
    Duration ahead = Duration.ofMillis(command.number(1));
    InstantSource clock = () -> InstantSource.system().instant().plus(ahead);
    NamespaceFlushTap tapped = new NamespaceFlushTap(store, Key.of(prefix, "corral-evidence"));
    // Not closed, for the next one opens on the same store.
    Corral corral = Corral.on(tapped, site -> site.prefix(prefix).clock(clock));
    Namespaces own = corral.namespaces(options ->
        options.evidenceBytes((int) command.number(2)).rollingPeriod(Duration.ofMinutes(1)));
    int count = (int) command.number(3);
    int each = (int) command.number(4);
    boolean acceptsOne = Stamps.valueOf(command.text(5)) == Stamps.ONE;
    scopes = IntStream.range(0, count)
        .mapToObj(i -> IntStream.range(0, each)
            .mapToObj(j -> own.namespace("n", (i + j) % count))
            .map(scope -> acceptsOne ? new OneStamp(own, scope) : scope)
            .toArray(Scope[]::new))
        .collect(Collectors.toList());
    cache = corral.cache(
        "c", Keys.strings(), Codec.strings(), options -> options.ttl(Duration.ofMinutes(10)));
    namespaces = own;
    tap = tapped;
  }

  private Namespaces namespaces() {
    return Objects.requireNonNull(namespaces);
  }

  private LoadLog.Writer log() {
    return Objects.requireNonNull(log);
  }

  /** Reads values on and on, now this one, now that one, on several threads. */
  private void read() {
    isReading = true;
    for (int number = 0; number < THREADS; number++) {
      Thread reader = new Thread(() -> {
        while (isReading) {
          get(ThreadLocalRandom.current().nextInt(scopes.size()));
        }
      });
      readers.add(reader);
      reader.start();
    }
  }

  private String get(int number) {
    Cache<String, String> in = Objects.requireNonNull(cache).in(scopes.get(number));
    long began = System.nanoTime();
    String value = Objects.requireNonNull(in.get("v", key -> load(number, began)));
    log().took("get", System.nanoTime() - began);
    return value;
  }

  private String load(int number, long asked) {
    LoadLog.Loading loading = log().begin(String.valueOf(number), asked);
    String value = String.valueOf(System.nanoTime());
    LockSupport.parkNanos(LOAD_NANOS);
    loading.end("loaded", value);
    return value;
  }

  /** Invalidates so many namespaces, on several threads. */
  private void muddle(long first, long count) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < THREADS; number++) {
      long offset = first + number;
      Thread thread = new Thread(() -> {
        for (long i = offset; i < first + count; i += THREADS) {
          namespaces().namespace("n", i).invalidate();
        }
      });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** A namespace whose values are right by the reader's own view only. */
  private record OneStamp(Namespaces namespaces, Namespace namespace) implements Scope {
    @Override
    public String name() {
      return namespace.name();
    }

    @Override
    public CompletableFuture<Stamp> read(boolean strict) {
      return namespaces.async().key("own", namespace).thenApply(key -> Stamp.of(key.hashCode()));
    }
  }
}
