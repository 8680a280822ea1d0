package dev.corral.cache;

import dev.corral.check.Argument;
import dev.corral.codec.Codec;
import dev.corral.codec.Lookup;
import dev.corral.crowd.CallerThread;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.key.KeyEncoder;
import dev.corral.key.KeyPrefix;
import dev.corral.load.BatchComputation;
import dev.corral.load.BatchLoader;
import dev.corral.load.Computation;
import dev.corral.load.Loader;
import dev.corral.load.StillLoadingException;
import dev.corral.metric.CacheStats;
import dev.corral.queue.RefreshQueue;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import dev.corral.site.Site;
import dev.corral.store.GetOutcome;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Values that are loaded once, however many processes ask. One caller loads a value that is missing
 * or no longer fresh, while the others are given the old one, or, where there is none, wait.
 *
 * <p>A load runs on the thread of the caller that was chosen for it, unless it happens behind the
 * callers' backs. What is loaded is stored only if nothing newer has happened to its key since. A
 * store that is down fails no read: then each process loads for itself, once per key at a time.
 *
 * <p>Safe for use by many threads. {@link #async} has the same with futures.
 *
 * @param <K> the kind of keys
 * @param <V> the kind of values
 */
public final class Cache<K, V> {
  private static final String RESERVED = "corral-";

  private final View<K, V> view;
  private final Turnstile<K, V> turnstile;

  Cache(View<K, V> view) {
    this.view = view;
    this.turnstile = view.turnstile();
  }

  /**
   * A cache on a site, for those who put one together by hand. With a corral, it is
   * {@code corral.cache(name, keys, codec, options)}.
   *
   * @param site the store, the time and the threads
   * @param name the cache's name, which is part of all of its keys; it is not empty, and does not
   *     begin with {@code corral-}
   * @param keys says which segments a key consists of
   * @param codec writes values and reads them
   * @param options changes the options; a ttl, or that there is none, must be given
   * @param <K> the kind of keys
   * @param <V> the kind of values
   * @return the cache
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, naming all that
   *     does not
   */
  public static <K, V> Cache<K, V> on(
      Site site,
      String name,
      KeyEncoder<? super K> keys,
      Codec<V> codec,
      UnaryOperator<CacheOptions<K, V>> options) {
    Argument.required("site", site);
    Argument.required("name", name);
    Argument.required("keys", keys);
    Argument.required("codec", codec);
    CacheOptions<K, V> chosen =
        Argument.changed("options", options, new CacheOptions<K, V>()).validated();
    if (name.isEmpty() || name.startsWith(RESERVED)) {
      throw new IllegalArgumentException(
          name.isEmpty()
              ? "name must not be empty"
              : "name must not begin with '" + RESERVED + "', which is Corral's own, but is "
                  + name);
    }
    KeyPrefix prefix = site.prefix().with(name);
    Turnstile<K, V> turnstile = new Turnstile<>(site, name, codec, chosen);
    return new Cache<>(new View<>(turnstile, prefix, prefix, keys, chosen, Scopes.NONE));
  }

  /**
   * The value of a key, loaded if need be.
   *
   * @param key whose value
   * @param loader loads it, on this thread, if this caller is chosen to
   * @return the value; null if the loader says, or is known to have said, that there is none
   * @throws dev.corral.load.LoadException if the loader threw a checked exception or took too long;
   *     unchecked ones come as they are
   * @throws StillLoadingException if somebody else is loading, and the options say so, or if the
   *     thread is interrupted while it waits
   * @throws dev.corral.fault.ConfigurationException if a scope that this cache is in is not set up
   *     as that of other processes
   */
  public @Nullable V get(K key, Loader<? super K, ? extends V> loader) {
    Argument.required("loader", loader);
    Lookup<V> copy = turnstile.copy(view, Argument.required("key", key));
    return copy != null ? copy.orNull() : find(key, Computations.loading(loader));
  }

  /**
   * As {@link #get}, with a loader that is told of the old value and can answer more than a value.
   * It runs only if this caller is chosen to load.
   *
   * @param key whose value
   * @param computation makes it, on this thread, if this caller is chosen to
   * @return the value; null if there is none
   */
  public @Nullable V compute(K key, Computation<? super K, V> computation) {
    Argument.required("computation", computation);
    Lookup<V> copy = turnstile.copy(view, Argument.required("key", key));
    return copy != null ? copy.orNull() : find(key, Computations.computing(computation));
  }

  /**
   * The values of many keys, loaded if need be: one flight for each server, and one call of the
   * loader for all keys that this caller was chosen for.
   *
   * @param keys whose values; duplicates are asked for once
   * @param loader loads them, on this thread
   * @return the values by their keys, in the order of the keys; without those that have none
   * @throws dev.corral.load.LoadException as {@link #get}, and if the loader leaves out a key or
   *     returns one that it was not asked for; what it did return is kept
   */
  public Map<K, V> getAll(Collection<? extends K> keys, BatchLoader<K, ? extends V> loader) {
    return findAll(keys, Computations.loadingAll(loader));
  }

  /**
   * As {@link #getAll}, with a loader that is told of the old values and can answer more than
   * values, such as a ttl for each.
   *
   * @param keys whose values; duplicates are asked for once
   * @param computation makes them, on this thread
   * @return the values by their keys, in the order of the keys; without those that have none
   */
  public Map<K, V> computeAll(Collection<? extends K> keys, BatchComputation<K, V> computation) {
    return findAll(keys, Argument.required("computation", computation));
  }

  /**
   * The value that is there, if it is fresh or not too old to be served. Nothing is loaded, and
   * near copies are not asked.
   *
   * @param key whose value
   * @return the value; absent if there is none, or if it is known that there is none
   * @throws dev.corral.fault.UnavailableException if the store did not answer
   */
  public Lookup<V> peek(K key) {
    return Answers.join(turnstile.changes.peek(view, key));
  }

  /**
   * Stores a value. When it returns, nobody is given an older one: if the value can't be stored
   * because something else happened to the key at the same time, there is none.
   *
   * @param key whose value
   * @param value the value
   * @throws dev.corral.fault.UnavailableException if the key's server did not confirm it: an older
   *     value may still be there
   * @throws dev.corral.fault.RejectedException if the value can't be written, or is too large
   */
  public void put(K key, V value) {
    Answers.join(turnstile.changes.put(view, key, value));
  }

  /**
   * Ends a value's freshness: the next caller loads, and the others are given the old one
   * meanwhile. A load that is running can no longer store.
   *
   * @param key whose value
   * @throws dev.corral.fault.UnavailableException if the key's server did not confirm it
   */
  public void expire(K key) {
    Answers.join(turnstile.changes.expire(view, key));
  }

  /**
   * Removes a value. When it returns, nobody who asks later is given it, and a load that is running
   * can no longer store it.
   *
   * @param key whose value
   * @throws dev.corral.fault.UnavailableException if the key's server did not confirm it: the value
   *     may still be there
   */
  public void invalidate(K key) {
    Answers.join(turnstile.changes.invalidate(view, key));
  }

  /**
   * Gives a fresh value its whole ttl again. The value is read and stored once more, so that it
   * can't bring back one that has been replaced.
   *
   * @param key whose value
   * @return whether there was a fresh value, and it stayed the same meanwhile
   * @throws dev.corral.fault.UnavailableException if the store did not answer
   * @throws dev.corral.fault.ConfigurationException if the store keeps no CAS
   */
  public boolean touch(K key) {
    return Answers.join(turnstile.changes.touch(view, key));
  }

  /**
   * Keeps a value from being evicted for want of use: the store is asked for it, without having to
   * send it. Neither its ttl nor its freshness changes, and nobody's load is taken away.
   *
   * @param key whose value
   * @return whether there is one, fresh or not, or the remark that there is none; scopes are not
   *     asked
   * @throws dev.corral.fault.UnavailableException if the store did not answer
   */
  public boolean keepAlive(K key) {
    return Answers.join(turnstile.changes.keepAlive(view, key));
  }

  /**
   * Hands a refresh of a value to the queue of {@link CacheOptions#loadBy}, and does not wait for
   * it: whoever serves this cache there expires the value and loads it. A refresh that is handed in
   * while one of the same key waits or runs is that one. So who has changed what the value comes
   * from first expires or invalidates the key: then what a running one has loaded is not stored.
   *
   * @param key whose value
   * @throws dev.corral.fault.UnavailableException if the queue did not take it over
   * @throws dev.corral.fault.ConfigurationException if there is no queue, or this cache is one in
   *     scopes, of which those who serve it don't know
   */
  public void enqueueRefresh(K key) {
    Answers.join(turnstile.jobs.refresh(view, key));
  }

  /**
   * Does the loads and refreshes of this cache that processes hand to the queue of
   * {@link CacheOptions#loadBy}. The cache must have the same name, prefix and codecs as theirs;
   * one that serves need not load for itself. A refresh of what somebody is loading by now is left
   * to that one. {@link CacheOptions#maxLoads} is for callers: here {@code atOnce} is the limit.
   *
   * @param atOnce how many at the same time in this process; 1 or more
   * @param loader loads values, on threads of the queue
   * @return closing it takes no more jobs
   * @throws dev.corral.fault.ConfigurationException if there is no queue
   */
  public RefreshQueue.Service serve(int atOnce, Loader<? super K, ? extends V> loader) {
    Argument.required("loader", loader);
    return turnstile.jobs.serve(view.handover(), atOnce, with(Jobs::forOthers), loader);
  }

  /**
   * The same cache with other options. It shares values, loads and statistics with this one; it is
   * made quickly, for one call or for many.
   *
   * @param changes changes the options
   * @return the cache so seen
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, naming all that
   *     does not
   */
  public Cache<K, V> with(UnaryOperator<CacheOptions<K, V>> changes) {
    return new Cache<>(view.with(changes));
  }

  /**
   * The same cache in scopes: its values are those that belong to all of them, and are gone when
   * one of them is invalidated.
   *
   * @param scopes one or more, beside those that this cache is in already
   * @return the cache so seen
   */
  public Cache<K, V> in(Scope... scopes) {
    return new Cache<>(view.in(Argument.required("scopes", scopes)));
  }

  /**
   * The same with futures.
   *
   * @return a view of this cache
   */
  public AsyncCache<K, V> async() {
    return new AsyncCache<>(view);
  }

  /**
   * What has happened in this cache so far, in this process and all views of it.
   *
   * @return a snapshot
   */
  public CacheStats stats() {
    return turnstile.meter.snapshot();
  }

  private @Nullable V find(K key, BatchComputation<K, V> computation) {
    // A fresh value, the usual reply, needs no visit and nothing else of what that costs.
    long since = turnstile.site.ticker().nanos();
    Key wire = view.wire(key);
    long version = turnstile.near.version(wire);
    Supplier<CompletableFuture<Stamp>> asked = view.scopes().ask(false);
    CompletableFuture<GetOutcome> reply =
        turnstile.shelf.askAwaited(wire, view.options().terms());
    CompletableFuture<Stamp> stamp = Answers.arrives(reply) ? asked.get() : Scopes.NO_STAMP;
    Lookup<V> fresh = turnstile.fresh(view, key, wire, version, reply, stamp);
    if (fresh != null) {
      return fresh.orNull();
    }
    CallerThread thread = new CallerThread(turnstile.site.executor());
    Visit<K, V> visit = new Visit<>(view, List.of(key), computation, thread, since);
    Ask<K, V> ask = new Ask<>(visit, key, wire, visit.callers, version);
    turnstile.enter(visit, List.of(ask), List.of(reply), stamp);
    await(visit, thread);
    return Answers.join(visit.callers.get(0).result).orNull();
  }

  private Map<K, V> findAll(Collection<? extends K> keys, BatchComputation<K, V> computation) {
    Batch<K, V> batch = new Batch<>(view, keys);
    CallerThread thread = new CallerThread(turnstile.site.executor());
    Visit<K, V> visit = batch.begin(computation, thread);
    if (visit != null) {
      await(visit, thread);
    }
    return batch.values();
  }

  /** Lends the thread to the visit until it has ended. */
  private void await(Visit<K, V> visit, CallerThread thread) {
    try {
      thread.runUntil(visit.ended);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      StillLoadingException fault =
          new StillLoadingException("interrupted after " + visit.elapsed() / 1_000_000
              + " ms of waiting for another's load of " + visit.callers.get(0).wire);
      visit.callers.forEach(caller -> caller.fail(fault));
    }
  }
}
