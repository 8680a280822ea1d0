package dev.corral.cache;

import dev.corral.check.Argument;
import dev.corral.codec.Lookup;
import dev.corral.future.Answers;
import dev.corral.load.BatchComputation;
import dev.corral.load.BatchLoader;
import dev.corral.load.Computation;
import dev.corral.load.Loader;
import dev.corral.metric.CacheStats;
import dev.corral.scope.Scope;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Cache} whose calls return at once. Loads run on the site's executor. What is thrown
 * there is what the futures fail with here; bad arguments are refused by the call itself. Futures
 * that are cancelled end for their callers; what was begun for them goes on.
 *
 * <p>Safe for use by many threads.
 *
 * @param <K> the kind of keys
 * @param <V> the kind of values
 */
public final class AsyncCache<K, V> {
  private final View<K, V> view;
  private final Turnstile<K, V> turnstile;

  AsyncCache(View<K, V> view) {
    this.view = view;
    this.turnstile = view.turnstile();
  }

  /**
   * As {@link Cache#get}.
   *
   * @param key whose value
   * @param loader loads it, if this caller is chosen to
   * @return the value; null if there is none
   */
  public CompletableFuture<@Nullable V> get(K key, Loader<? super K, ? extends V> loader) {
    return find(key, Computations.loading(loader));
  }

  /**
   * As {@link Cache#compute}.
   *
   * @param key whose value
   * @param computation makes it, if this caller is chosen to
   * @return the value; null if there is none
   */
  public CompletableFuture<@Nullable V> compute(K key, Computation<? super K, V> computation) {
    return find(key, Computations.computing(computation));
  }

  /**
   * As {@link Cache#getAll}.
   *
   * @param keys whose values; duplicates are asked for once
   * @param loader loads them
   * @return the values by their keys, in the order of the keys; without those that have none
   */
  public CompletableFuture<Map<K, V>> getAll(
      Collection<? extends K> keys, BatchLoader<K, ? extends V> loader) {
    return findAll(keys, Computations.loadingAll(loader));
  }

  /**
   * As {@link Cache#computeAll}.
   *
   * @param keys whose values; duplicates are asked for once
   * @param computation makes them
   * @return the values by their keys, in the order of the keys; without those that have none
   */
  public CompletableFuture<Map<K, V>> computeAll(
      Collection<? extends K> keys, BatchComputation<K, V> computation) {
    return findAll(keys, Argument.required("computation", computation));
  }

  /**
   * As {@link Cache#peek}.
   *
   * @param key whose value
   * @return the value; absent if there is none, or if it is known that there is none
   */
  public CompletableFuture<Lookup<V>> peek(K key) {
    return Answers.bare(turnstile.changes.peek(view, key));
  }

  /**
   * As {@link Cache#put}.
   *
   * @param key whose value
   * @param value the value
   * @return completes when nobody is given an older value any more
   */
  public CompletableFuture<@Nullable Void> put(K key, V value) {
    return Answers.bare(turnstile.changes.put(view, key, value));
  }

  /**
   * As {@link Cache#expire}.
   *
   * @param key whose value
   * @return completes when the next caller will load
   */
  public CompletableFuture<@Nullable Void> expire(K key) {
    return Answers.bare(turnstile.changes.expire(view, key));
  }

  /**
   * As {@link Cache#invalidate}.
   *
   * @param key whose value
   * @return completes when the key's server has confirmed that the value is gone
   */
  public CompletableFuture<@Nullable Void> invalidate(K key) {
    return Answers.bare(turnstile.changes.invalidate(view, key));
  }

  /**
   * As {@link Cache#touch}.
   *
   * @param key whose value
   * @return whether there was a fresh value, and it stayed the same meanwhile
   */
  public CompletableFuture<Boolean> touch(K key) {
    return Answers.bare(turnstile.changes.touch(view, key));
  }

  /**
   * As {@link Cache#keepAlive}.
   *
   * @param key whose value
   * @return whether there is one
   */
  public CompletableFuture<Boolean> keepAlive(K key) {
    return Answers.bare(turnstile.changes.keepAlive(view, key));
  }

  /**
   * As {@link Cache#enqueueRefresh}.
   *
   * @param key whose value
   * @return completes when the queue has taken it over
   */
  public CompletableFuture<@Nullable Void> enqueueRefresh(K key) {
    return Answers.bare(turnstile.jobs.refresh(view, key));
  }

  /**
   * The same cache with other options. It shares values, loads and statistics with this one; it is
   * made quickly, for one call or for many.
   *
   * @param changes changes the options
   * @return the cache so seen
   */
  public AsyncCache<K, V> with(UnaryOperator<CacheOptions<K, V>> changes) {
    return new AsyncCache<>(view.with(changes));
  }

  /**
   * The same cache in scopes: its values are those that belong to all of them, and are gone when
   * one of them is invalidated.
   *
   * @param scopes one or more, beside those that this cache is in already
   * @return the cache so seen
   */
  public AsyncCache<K, V> in(Scope... scopes) {
    return new AsyncCache<>(view.in(Argument.required("scopes", scopes)));
  }

  /**
   * What has happened in this cache so far, in this process and all views of it.
   *
   * @return a snapshot
   */
  public CacheStats stats() {
    return turnstile.meter.snapshot();
  }

  private CompletableFuture<@Nullable V> find(K key, BatchComputation<K, V> computation) {
    Lookup<V> copy = turnstile.copy(view, Argument.required("key", key));
    if (copy != null) {
      return CompletableFuture.completedFuture(copy.orNull());
    }
    long since = turnstile.site.ticker().nanos();
    Visit<K, V> visit =
        new Visit<>(view, List.of(key), computation, turnstile.site.executor(), since);
    turnstile.enter(visit);
    return Answers.map(visit.callers.get(0).result, Lookup::orNull);
  }

  private CompletableFuture<Map<K, V>> findAll(
      Collection<? extends K> keys, BatchComputation<K, V> computation) {
    Batch<K, V> batch = new Batch<>(view, keys);
    Visit<K, V> visit = batch.begin(computation, turnstile.site.executor());
    return visit == null
        ? CompletableFuture.completedFuture(batch.values())
        : Answers.map(visit.ended, ended -> batch.values());
  }
}
