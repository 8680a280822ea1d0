package dev.corral.it;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.cache.CacheOptions;
import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A cache as a process has it, with connections and threads of its own, but in this JVM. */
final class CacheNode implements AutoCloseable {
  static final Duration SECOND = Duration.ofSeconds(1);
  static final Duration MINUTE = Duration.ofSeconds(60);

  final MemcachedStore store;
  final Cache<String, String> cache;
  private final Corral corral;

  private CacheNode(
      ServerList servers,
      Duration deadline,
      UnaryOperator<Store> wrapper,
      UnaryOperator<CacheOptions<String, String>> options) {
    store = MemcachedStore.open(
        servers,
        o -> o.deadline(deadline).reconnectAfter(Duration.ofMillis(5), Duration.ofMillis(50)));
    corral = Corral.on(wrapper.apply(store));
    cache = corral.cache("c", Keys.strings(), Codec.strings(), options);
    Nodes.awaitConnected(store);
  }

  static CacheNode on(Server server, UnaryOperator<CacheOptions<String, String>> options) {
    return new CacheNode(ServerList.of(server), Nodes.PATIENCE, store -> store, options);
  }

  static CacheNode on(ServerList servers, UnaryOperator<CacheOptions<String, String>> options) {
    return new CacheNode(servers, Nodes.PATIENCE, store -> store, options);
  }

  static CacheNode on(
      Server server, Duration deadline, UnaryOperator<CacheOptions<String, String>> options) {
    return new CacheNode(ServerList.of(server), deadline, store -> store, options);
  }

  /** As seen through a store of the test's. */
  static CacheNode on(
      Server server,
      Duration deadline,
      UnaryOperator<Store> wrapper,
      UnaryOperator<CacheOptions<String, String>> options) {
    return new CacheNode(ServerList.of(server), deadline, wrapper, options);
  }

  long count(Kind kind) {
    return cache.stats().count(kind);
  }

  /** What a loader of many keys returns: for each key itself. */
  static Map<String, String> values(Set<String> keys) {
    return keys.stream().collect(Collectors.toMap(key -> key, key -> key));
  }

  /** Calls on a thread of its own. */
  static <T extends @Nullable Object> CompletableFuture<T> begin(Supplier<T> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread = new Thread(
        () -> {
          try {
            result.complete(call.get());
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        },
        "caller");
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  @Override
  public void close() {
    corral.close();
  }
}
