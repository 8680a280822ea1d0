package dev.corral.it;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.namespace.Namespace;
import dev.corral.namespace.NamespaceOptions;
import dev.corral.namespace.Namespaces;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Namespaces as a process has them, and a cache, with connections of its own, but in this JVM. */
final class NamespaceNode implements AutoCloseable {
  /** Where the evidence is. */
  static final Key EVIDENCE = Key.of("corral-evidence");

  final MemcachedStore store;
  final Namespaces namespaces;
  final Cache<String, String> cache;
  private final Corral corral;

  private NamespaceNode(
      ServerList servers,
      UnaryOperator<MemcachedOptions> client,
      UnaryOperator<NamespaceOptions> options) {
    store = MemcachedStore.open(
        servers,
        base -> client.apply(base.deadline(Nodes.PATIENCE)
            .reconnectAfter(Duration.ofMillis(5), Duration.ofMillis(50))));
    corral = Corral.on(store);
    namespaces = corral.namespaces(options);
    cache = corral.cache(
        "c",
        Keys.strings(),
        Codec.strings(),
        base -> base.ttl(CacheNode.MINUTE).computeTime(CacheNode.SECOND));
    Nodes.awaitConnected(store);
  }

  static NamespaceNode on(ServerList servers, UnaryOperator<NamespaceOptions> options) {
    return new NamespaceNode(servers, client -> client, options);
  }

  /** With a client of its own ways. */
  static NamespaceNode on(
      ServerList servers,
      UnaryOperator<MemcachedOptions> client,
      UnaryOperator<NamespaceOptions> options) {
    return new NamespaceNode(servers, client, options);
  }

  Namespace namespace(String field, Object value) {
    return namespaces.namespace(field, value);
  }

  /** Where a namespace's generation is, once it has been touched. */
  static Key generationKey(Namespace namespace) {
    return Key.of("___counter", namespace.field(), namespace.value());
  }

  long count(Kind kind) {
    return cache.stats().count(kind);
  }

  @Override
  public void close() {
    corral.close();
  }
}
