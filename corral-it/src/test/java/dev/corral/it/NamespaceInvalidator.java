package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.Corral;
import dev.corral.cache.AsyncCache;
import dev.corral.codec.Codec;
import dev.corral.codec.Lookup;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedStore;
import dev.corral.namespace.Namespaces;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A process that caches a value in each of many namespaces, invalidates them, and looks again. */
final class NamespaceInvalidator implements Worker {
  /** Large enough that a lost bit is hardly ever set by another namespace as well. */
  private static final int BYTES = 8_192;

  /** Who invalidates. */
  enum Client {
    CORRAL,
    SOURCE,
    /** The source, if it read the evidence anew each time. */
    REFRESHING_SOURCE
  }

  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    MemcachedStore store = MemcachedStore.open(
        ServerList.of(Server.parse(arguments.get(0))), options -> options.deadline(Nodes.PATIENCE));
    Nodes.awaitConnected(store);
    try (Corral corral = Corral.on(store)) {
      Namespaces namespaces =
          corral.namespaces(options -> options.evidenceBytes(BYTES).resetWhenMuddled(0));
      AsyncCache<String, String> cache = corral
          .cache("c", Keys.strings(), Codec.strings(), options -> options.ttl(CacheNode.MINUTE))
          .async();
      for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
        obey(
            parent,
            values(Client.valueOf(next.get().text(0)), store, namespaces, cache),
            next.get());
      }
    }
  }

  private static Values values(
      Client client,
      MemcachedStore store,
      Namespaces namespaces,
      AsyncCache<String, String> cache) {
    return client == Client.CORRAL
        ? new OfCorral(namespaces, cache)
        : new OfSource(
            store, new NamespaceSource(store, BYTES, client == Client.REFRESHING_SOURCE), client);
  }

  /** Each command is for so many namespaces, from one on. */
  private static void obey(Parent parent, Values values, Message command)
      throws InterruptedException {
    int first = (int) command.number(1);
    int end = first + (int) command.number(2);
    switch (command.kind()) {
      case "store" -> {
        all(first, end, values::store);
        parent.report("store");
      }
      case "invalidate" -> {
        parent.awaitGo();
        invalidate(first, end, (int) command.number(3), values::invalidate);
        parent.report("invalidate", System.nanoTime());
      }
      case "look" -> {
        List<Boolean> found = all(first, end, values::isThere);
        parent.report("look", found.stream().filter(Boolean::booleanValue).count());
      }
      default -> throw new IllegalArgumentException(command.kind());
    }
  }

  private static <T extends @Nullable Object> List<T> all(
      int first, int end, IntFunction<CompletableFuture<T>> call) {
    List<CompletableFuture<T>> all = IntStream.range(first, end).mapToObj(call).toList();
    return all.stream().map(CompletableFuture::join).toList();
  }

  /** By so many callers at once, each of which makes one call after the other. */
  private static void invalidate(int first, int end, int callers, IntConsumer call)
      throws InterruptedException {
    AtomicInteger next = new AtomicInteger(first);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      Thread thread = new Thread(() -> {
        for (int n = next.getAndIncrement(); n < end; n = next.getAndIncrement()) {
          call.accept(n);
        }
      });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** One value in each namespace, which have numbers. */
  private interface Values {
    CompletableFuture<@Nullable Void> store(int namespace);

    void invalidate(int namespace);

    CompletableFuture<Boolean> isThere(int namespace);
  }

  private record OfCorral(Namespaces namespaces, AsyncCache<String, String> cache)
      implements Values {
    @Override
    public CompletableFuture<@Nullable Void> store(int namespace) {
      return cache.in(namespaces.namespace("n", namespace)).put("a", "value");
    }

    @Override
    public void invalidate(int namespace) {
      namespaces.namespace("n", namespace).invalidate();
    }

    @Override
    public CompletableFuture<Boolean> isThere(int namespace) {
      return cache.in(namespaces.namespace("n", namespace)).peek("a").thenApply(Lookup::isFound);
    }
  }

  private record OfSource(MemcachedStore store, NamespaceSource source, Client client)
      implements Values {
    @Override
    public CompletableFuture<@Nullable Void> store(int namespace) {
      return store.set(source.key(name(namespace)), "value".getBytes(US_ASCII), Ttl.NEVER);
    }

    @Override
    public void invalidate(int namespace) {
      source.invalidate(name(namespace));
    }

    @Override
    public CompletableFuture<Boolean> isThere(int namespace) {
      return store.get(source.key(name(namespace))).thenApply(Item.class::isInstance);
    }

    private String name(int namespace) {
      return client + "-" + namespace;
    }
  }
}
