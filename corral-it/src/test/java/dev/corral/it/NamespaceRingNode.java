package dev.corral.it;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.namespace.Namespace;
import dev.corral.namespace.NamespaceOptions;
import dev.corral.namespace.Namespaces;
import dev.corral.ring.Membership;
import dev.corral.site.Site;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Namespaces and a cache as a process has them, with connections, a copy of the evidence and a
 * clock of its own, but in this JVM.
 */
final class NamespaceRingNode implements AutoCloseable {
  static final Duration TTL = Duration.ofSeconds(60);

  /** Where what is remembered about values is. */
  final MemcachedStore store;

  final Namespaces namespaces;
  final Cache<String, String> cache;
  private final Corral corral;

  private NamespaceRingNode(
      MemcachedStore store,
      MemcachedStore values,
      UnaryOperator<Store> wrapper,
      UnaryOperator<Site> site,
      UnaryOperator<NamespaceOptions> options,
      Duration computeTime) {
    this.store = store;
    this.corral = Corral.on(wrapper.apply(values), site);
    this.namespaces = corral.namespaces(options);
    this.cache = corral.cache(
        "c",
        Keys.strings(),
        Codec.strings(),
        o -> o.ttl(TTL).computeTime(computeTime).retryAfter(Duration.ZERO));
  }

  /**
   * One on servers that others change. A load that was under way when they did so leaves its lease
   * behind, for which others wait when they change back, but not for long.
   */
  static NamespaceRingNode on(Membership servers, Duration period) {
    MemcachedStore store = open(servers, Nodes.PATIENCE);
    return new NamespaceRingNode(
        store,
        store,
        UnaryOperator.identity(),
        site -> site,
        options -> options.rollingPeriod(period),
        Duration.ofMillis(50));
  }

  /**
   * One that has its values elsewhere: only what is remembered about them is on the servers. Its
   * evidence is so large that no namespace is taken for another that was touched.
   */
  static NamespaceRingNode withValuesOn(
      Memcached values, Membership servers, Duration deadline, Duration period) {
    MemcachedStore keyStore = open(servers, deadline);
    return new NamespaceRingNode(
        keyStore,
        MemcachedStore.open(Nodes.list(values), o -> o.deadline(Nodes.PATIENCE)),
        UnaryOperator.identity(),
        site -> site.keyStore(keyStore),
        options -> options.evidenceBytes(8192).rollingPeriod(period),
        Duration.ofSeconds(2));
  }

  /**
   * One that is soon at the end of its patience, and sees its servers through the test's store.
   *
   * @param values where the values are; with the rest if null
   */
  static NamespaceRingNode impatient(
      Membership servers,
      @Nullable Memcached values,
      UnaryOperator<Store> wrapper,
      UnaryOperator<Site> site,
      UnaryOperator<NamespaceOptions> options) {
    Duration deadline = Duration.ofMillis(250);
    Duration computeTime = Duration.ofMillis(100);
    MemcachedStore store = open(servers, deadline);
    if (values == null) {
      return new NamespaceRingNode(store, store, wrapper, site, options, computeTime);
    }
    MemcachedStore apart = MemcachedStore.open(Nodes.list(values), o -> o.deadline(deadline));
    return new NamespaceRingNode(
        store,
        apart,
        UnaryOperator.identity(),
        plain -> site.apply(plain).keyStore(wrapper.apply(store)),
        options,
        computeTime);
  }

  private static MemcachedStore open(Membership servers, Duration deadline) {
    return MemcachedStore.open(
        servers,
        o -> o.deadline(deadline).reconnectAfter(Duration.ofMillis(5), Duration.ofMillis(50)));
  }

  Namespace namespace(int number) {
    return namespaces.namespace("n", number);
  }

  long count(Kind kind) {
    return cache.stats().count(kind);
  }

  @Override
  public void close() {
    corral.close();
  }
}
