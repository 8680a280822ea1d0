package dev.corral;

import dev.corral.cache.Cache;
import dev.corral.cache.CacheOptions;
import dev.corral.check.Argument;
import dev.corral.codec.Codec;
import dev.corral.counter.Counter;
import dev.corral.counter.CounterOptions;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.key.KeyEncoder;
import dev.corral.keyspace.AtomicCache;
import dev.corral.keyspace.AtomicCacheOptions;
import dev.corral.keyspace.Keyspace;
import dev.corral.keyspace.KeyspaceName;
import dev.corral.limit.Limiter;
import dev.corral.limit.LimiterOptions;
import dev.corral.list.IdList;
import dev.corral.list.ListOptions;
import dev.corral.lock.Lock;
import dev.corral.lock.LockOptions;
import dev.corral.metric.CorralStats;
import dev.corral.namespace.Namespace;
import dev.corral.namespace.NamespaceOptions;
import dev.corral.namespace.Namespaces;
import dev.corral.replica.ReplicaOptions;
import dev.corral.replica.Replicas;
import dev.corral.site.Site;
import dev.corral.store.BasicStore;
import dev.corral.store.Store;
import dev.corral.store.StoreProvider;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The way in: a store, and all that Corral builds on it. Safe for use by many threads; an
 * application has one, and closes it at its end.
 */
public final class Corral implements AutoCloseable {
  private final Site site;
  private final AtomicReference<@Nullable Namespaces> namespaces = new AtomicReference<>();

  /** So that all who ask for one share what this process remembers of its last modified time. */
  private final ConcurrentMap<KeyspaceName, Keyspace> keyspaces = new ConcurrentHashMap<>();

  private Corral(Site site) {
    this.site = site;
  }

  /**
   * Opens a corral on the store that the URI names. {@code memory:} is a store in this JVM's
   * memory, {@code memory:name} one that all in this JVM share who use that name. Other kinds are
   * there when their jar is.
   *
   * @param uri what kind of store, and where
   * @return the corral
   * @throws ConfigurationException if there is no such kind, or the URI is wrong
   * @throws dev.corral.fault.CorralException if the URI says where to look for servers, and there
   *     are none
   */
  public static Corral open(String uri) {
    return open(uri, site -> site);
  }

  /**
   * Opens a corral on the store that the URI names, with a prefix for its keys, say.
   *
   * @param uri what kind of store, and where; see {@link #open(String)}
   * @param changes changes the site that all of the corral stands on
   * @return the corral
   * @throws ConfigurationException if there is no such kind, or the URI is wrong
   * @throws dev.corral.fault.CorralException if the URI says where to look for servers, and there
   *     are none
   */
  public static Corral open(String uri, UnaryOperator<Site> changes) {
    Argument.required("changes", changes);
    Store store = store(Argument.required("uri", uri));
    try {
      return on(store, changes);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  private static Store store(String uri) {
    Map<String, StoreProvider> providers = providers();
    int colon = uri.indexOf(':');
    String scheme = uri.substring(0, colon + 1).toLowerCase(Locale.ROOT);
    StoreProvider provider = providers.get(scheme);
    if (provider != null) {
      return provider.open(uri);
    }
    String known = String.join(", ", providers.keySet());
    throw new ConfigurationException(
        colon < 0
            ? "no store for '" + uri + "'; a store's URI begins with its kind and a colon, "
                + "and on the class path there are: " + known
            : "no store for '" + scheme + "'; on the class path there are: " + known);
  }

  /** By what their URIs begin with. What the calling thread's class loader finds comes first. */
  private static Map<String, StoreProvider> providers() {
    Map<String, StoreProvider> providers = new TreeMap<>();
    // A pool's thread may have a class loader that does not even see Corral's own providers.
    ServiceLoader.load(StoreProvider.class, Corral.class.getClassLoader())
        .forEach(provider -> enter(provider, providers));
    ServiceLoader.load(StoreProvider.class).forEach(provider -> enter(provider, providers));
    return providers;
  }

  private static void enter(StoreProvider provider, Map<String, StoreProvider> providers) {
    provider.schemes().forEach(scheme -> providers.put(scheme + ":", provider));
  }

  /**
   * A corral on a store that is open already.
   *
   * @param store the store, which closes with the corral
   * @return the corral
   */
  public static Corral on(BasicStore store) {
    return on(store, site -> site);
  }

  /**
   * A corral on a store that is open already, with a prefix for its keys, say.
   *
   * @param store the store, which closes with the corral
   * @param changes changes the site that all of the corral stands on
   * @return the corral
   */
  public static Corral on(BasicStore store, UnaryOperator<Site> changes) {
    return new Corral(Argument.changed("changes", changes, Site.on(store)));
  }

  /**
   * A cache: get-or-compute without the herd.
   *
   * @param name the cache's name, which is part of all of its keys
   * @param keys says which segments a key consists of
   * @param codec writes values and reads them
   * @param options changes the options; a ttl, or that there is none, must be given
   * @param <K> the kind of keys
   * @param <V> the kind of values
   * @return a cache of this name; make it once, for statistics and near copies are its own
   * @throws ConfigurationException if the options make no sense, naming all that does not
   */
  public <K, V> Cache<K, V> cache(
      String name,
      KeyEncoder<? super K> keys,
      Codec<V> codec,
      UnaryOperator<CacheOptions<K, V>> options) {
    return Cache.on(site, name, keys, codec, options);
  }

  /**
   * Lists of ids that many processes change at once.
   *
   * @param name what all of these lists are called together
   * @param keys says which segments a key consists of
   * @param options changes the options; a ttl, or that there is none, must be given
   * @param <K> the kind of keys
   * @return the lists
   * @throws ConfigurationException if the options make no sense, naming all that does not, or if
   *     the store has no CAS
   */
  public <K> IdList<K> list(
      String name, KeyEncoder<? super K> keys, UnaryOperator<ListOptions> options) {
    return IdList.on(site, name, keys, options);
  }

  /**
   * A lock that processes share.
   *
   * @param name the lock's name
   * @return the lock, free or held
   */
  public Lock lock(String name) {
    return lock(name, options -> options);
  }

  /**
   * A lock that processes share.
   *
   * @param name the lock's name
   * @param options changes the options
   * @return the lock, free or held
   * @throws ConfigurationException if the options make no sense, naming all that does not
   */
  public Lock lock(String name, UnaryOperator<LockOptions> options) {
    Key key = site.prefix().key("corral-lock", Argument.required("name", name));
    LockOptions chosen = Argument.changed("options", options, LockOptions.on(site));
    return Lock.on(site.keyStore(), key, chosen);
  }

  /**
   * A rate limiter that processes share.
   *
   * @param name the limiter's name, which is part of all of its keys
   * @param keys says which segments a key consists of
   * @param options changes the options; a way to limit must be chosen
   * @param <K> the kind of keys
   * @return a limiter of this name; all of that name share what they count
   * @throws ConfigurationException if the options make no sense, naming all that does not, or if
   *     the store can't count
   */
  public <K> Limiter<K> limiter(
      String name, KeyEncoder<? super K> keys, UnaryOperator<LimiterOptions> options) {
    return Limiter.on(site, name, keys, options);
  }

  /**
   * A counter: the numbers that a database would have to count.
   *
   * @param name the counter's name, which is part of all of its keys
   * @param keys says which segments a key consists of
   * @param options changes the options
   * @param <K> the kind of keys
   * @return a counter of this name
   * @throws ConfigurationException if the options make no sense, naming all that does not, or if
   *     the store has no CAS
   */
  public <K> Counter<K> counter(
      String name, KeyEncoder<? super K> keys, UnaryOperator<CounterOptions> options) {
    return Counter.on(site, name, keys, options);
  }

  /**
   * A name that cached values can belong to, and that makes all of them vanish when it is
   * invalidated: {@code cache.in(corral.namespace("userId", 12543))}. Of {@link #namespaces()}.
   *
   * @param field what the value is the value of, such as {@code userId}
   * @param value which one: a string, a whole number, a UUID or an enum
   * @return the namespace
   * @throws ConfigurationException if the store has no CAS
   */
  public Namespace namespace(String field, Object value) {
    return namespaces().namespace(field, value);
  }

  /**
   * All namespaces, with the usual options. Who wants others makes them by
   * {@link #namespaces(UnaryOperator)}, and gets each namespace from there.
   *
   * @return the same each time
   * @throws ConfigurationException if the store has no CAS
   */
  public Namespaces namespaces() {
    return namespaces.updateAndGet(known -> known == null ? namespaces(options -> options) : known);
  }

  /**
   * All namespaces, with options of one's own, which all processes must share.
   *
   * @param options changes the options
   * @return namespaces with these options; make them once, for they keep a copy of the evidence
   * @throws ConfigurationException if the options make no sense, naming all that does not, or if
   *     the store has no CAS
   */
  public Namespaces namespaces(UnaryOperator<NamespaceOptions> options) {
    return Namespaces.on(site, options);
  }

  /**
   * The keyspace of a model class: its simple name in lower case.
   *
   * @param model the class
   * @return the keyspace
   */
  public Keyspace keyspace(Class<?> model) {
    return keyspace(Keyspace.of(model));
  }

  /**
   * A keyspace: what is cached for a model class, and expires together.
   *
   * @param name what it is called
   * @return the keyspace
   */
  public Keyspace keyspace(String name) {
    return keyspace(Keyspace.of(name));
  }

  /**
   * A keyspace, with a namespace or a version in its name.
   *
   * @param name what it is called
   * @return the same keyspace each time; it is remembered for as long as the corral is there
   */
  public Keyspace keyspace(KeyspaceName name) {
    return keyspaces.computeIfAbsent(
        Argument.required("name", name), unused -> Keyspace.on(site, name));
  }

  /**
   * A cache for keyspaces' values, with the default options.
   *
   * @param codec writes values and reads them
   * @param <V> the kind of values
   * @return the cache; make it once, for statistics are its own
   */
  public <V> AtomicCache<V> atomicCache(Codec<V> codec) {
    return atomicCache(codec, options -> options);
  }

  /**
   * A cache for keyspaces' values: one process regenerates what has expired, while the others are
   * given the last known value.
   *
   * @param codec writes values and reads them
   * @param options changes the options
   * @param <V> the kind of values
   * @return the cache; make it once, for statistics are its own
   * @throws ConfigurationException if the options make no sense, naming all that does not
   */
  public <V> AtomicCache<V> atomicCache(
      Codec<V> codec, UnaryOperator<AtomicCacheOptions<V>> options) {
    return AtomicCache.on(site, codec, options);
  }

  /**
   * Hot items on several servers at once: one is read, and none that has missed a write.
   *
   * @param name the name of the items, which is part of all of their keys
   * @param keys says which segments a key consists of
   * @param codec writes values and reads them
   * @param options changes the options
   * @param <K> the kind of keys
   * @param <V> the kind of values
   * @return replicas of this name; make them once, for statistics are their own
   * @throws ConfigurationException if the options make no sense, naming all that does not, or if
   *     the store has no CAS
   */
  public <K, V> Replicas<K, V> replicas(
      String name,
      KeyEncoder<? super K> keys,
      Codec<V> codec,
      UnaryOperator<ReplicaOptions> options) {
    return Replicas.on(site, name, keys, codec, options);
  }

  /**
   * The store itself.
   *
   * @return the store that all of this corral works on
   * @throws ConfigurationException if it is only a {@link BasicStore}
   */
  public Store store() {
    if (site.store() instanceof Store store) {
      return store;
    }
    throw new ConfigurationException(site.store().getClass().getSimpleName()
        + " is a basic store: it can be used by what needs no more, but not as a Store");
  }

  /**
   * The store itself, of whatever kind: for who needs no more than all stores can do.
   *
   * @return the store that all of this corral works on
   */
  public BasicStore basicStore() {
    return site.store();
  }

  /**
   * What all of this corral has counted in this process: a snapshot. Two of them, a moment apart,
   * tell by {@link CorralStats#since} what happened in between.
   *
   * @return the counts of its caches by name, of its atomic caches and of its namespaces, as far as
   *     they are in use: what an object has counted goes with it
   */
  public CorralStats stats() {
    return site.meters().snapshot();
  }

  /** Closes the store, and the threads that the corral has started. */
  @Override
  public void close() {
    site.close();
  }
}
