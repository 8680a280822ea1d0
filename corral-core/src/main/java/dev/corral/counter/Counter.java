package dev.corral.counter;

import dev.corral.check.Argument;
import dev.corral.counter.CountItems.Sight;
import dev.corral.fault.ConfigurationException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.key.KeyEncoder;
import dev.corral.key.KeyPrefix;
import dev.corral.lease.LeasedReads;
import dev.corral.site.Site;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Store;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that a database would have to count, such as a post's comments. Each is counted once, by
 * one process, and kept in the store; who then changes the truth does so {@linkplain #update
 * through the counter}, which adds the change to what is kept.
 *
 * <p>What {@link #get} returns is the count of a moment, and some of the changes that were
 * committed since, each once: all whose {@code update} had returned before, and of those that run
 * meanwhile any. It stays right when items are evicted, expire or are invalidated, when servers are
 * restarted and requests are lost. It is wrong, until the ttl ends, when a process dies between the
 * commit and the addition, or when rows are changed without the counter. A server that can't be
 * reached after a commit is asked again and again to delete the item; until it has, the number that
 * it keeps may lack the change: see {@link #overdue}.
 *
 * <p>Numbers are 0 to 2<sup>63</sup> - 1. On a server that keeps no CAS ({@code -C}), each get
 * counts. Methods block until there is an answer. Safe for use by many threads.
 *
 * @param <K> the kind of keys
 */
public final class Counter<K> {
  private final Site site;
  private final KeyPrefix prefix;
  private final KeyEncoder<? super K> encoder;
  private final CounterOptions options;
  private final LeasedReads reads;
  private final Overdue overdue;
  private final CountItems items;
  private final CountItems waiting;

  /**
   * A transaction.
   *
   * @param <E> what it throws
   */
  @FunctionalInterface
  public interface Action<E extends Exception> {
    /**
     * Runs it. When it returns, it is committed.
     *
     * @throws E if it fails
     */
    void run() throws E;
  }

  /**
   * A transaction with a result.
   *
   * @param <R> the kind of result
   * @param <E> what it throws
   */
  @FunctionalInterface
  public interface Work<R extends @Nullable Object, E extends Exception> {
    /**
     * Runs it. When it returns, it is committed.
     *
     * @return the result
     * @throws E if it fails
     */
    R run() throws E;
  }

  /**
   * A transaction that knows only afterwards by how much it has changed the count.
   *
   * @param <E> what it throws
   */
  @FunctionalInterface
  public interface Change<E extends Exception> {
    /**
     * Runs it. When it returns, it is committed.
     *
     * @return how many have come, negative if some have gone
     * @throws E if it fails
     */
    long run() throws E;
  }

  private Counter(
      Site site,
      Store store,
      KeyPrefix prefix,
      KeyEncoder<? super K> encoder,
      CounterOptions options) {
    this.site = site;
    this.prefix = prefix;
    this.encoder = encoder;
    this.options = options;
    this.reads = new LeasedReads(site, store, options.loadTime());
    this.overdue = new Overdue(site, store, options.longestLife());
    this.items = new CountItems(store, overdue);
    this.waiting = items.waiting();
  }

  /**
   * A counter on a site, for those who put one together by hand. With a corral, it is
   * {@code corral.counter(name, keys, options)}.
   *
   * @param site the store and the time
   * @param name the counter's name, which is part of all of its keys
   * @param keys says which segments a key consists of
   * @param options changes the options
   * @param <K> the kind of keys
   * @return the counter
   * @throws ConfigurationException if the options make no sense, naming all that does not, or if
   *     the site's store is only a {@link dev.corral.store.BasicStore}
   */
  public static <K> Counter<K> on(
      Site site, String name, KeyEncoder<? super K> keys, UnaryOperator<CounterOptions> options) {
    Argument.required("site", site);
    Argument.required("keys", keys);
    Argument.notEmpty("name", name);
    CounterOptions chosen =
        Argument.changed("options", options, new CounterOptions()).validated(name);
    if (!(site.store() instanceof Store store)) {
      throw new ConfigurationException("counter " + name + " needs a store that has CAS, which "
          + site.store().getClass().getSimpleName() + " has not");
    }
    return new Counter<>(site, store, site.prefix().with("corral-count", name), keys, chosen);
  }

  /**
   * How many there are.
   *
   * @param key what of
   * @param loader counts, on this thread, if there is no number and this caller is chosen to; also
   *     if the store is down, or if another takes longer than the options' {@code loadTime}
   * @return the number
   * @throws dev.corral.load.LoadException if the loader threw a checked exception or returned less
   *     than 0; unchecked ones come as they are
   * @throws dev.corral.load.StillLoadingException if the thread is interrupted while it waits
   */
  public long get(K key, CountLoader<? super K> loader) {
    Count<K> count = count(key, loader);
    return reads.get(wire(key), count);
  }

  /**
   * Runs a transaction that changes the count. It runs once, on this thread, also if the store is
   * down. If it throws, it may have been committed all the same; so what is kept is deleted.
   *
   * @param key what of
   * @param delta how many come, negative if some go
   * @param action the transaction, which is committed when it returns; it must not be part of a
   *     larger one that is committed later
   * @param <E> what it throws
   * @throws E what the action throws, as it is
   * @throws dev.corral.fault.CorralException if the store is set up wrong; only before the action
   *     runs. Once it was committed, nothing is thrown
   */
  public <E extends Exception> void update(K key, long delta, Action<E> action) throws E {
    Argument.required("action", action);
    boolean unused = call(key, delta, () -> {
      action.run();
      return true;
    });
  }

  /**
   * As {@link #update}, with a transaction that has a result.
   *
   * @param key what of
   * @param delta how many come, negative if some go
   * @param work the transaction, which is committed when it returns
   * @param <R> the kind of result
   * @param <E> what it throws
   * @return what the work returned
   * @throws E what the work throws, as it is
   */
  public <R extends @Nullable Object, E extends Exception> R call(
      K key, long delta, Work<R, E> work) throws E {
    return run(key, Argument.required("work", work), result -> delta);
  }

  /**
   * As {@link #update}, with a transaction that tells itself how many have come or gone: rows
   * deleted, say.
   *
   * @param key what of
   * @param change the transaction, which is committed when it returns
   * @param <E> what it throws
   * @return what the change returned
   * @throws E what the change throws, as it is
   */
  public <E extends Exception> long updateBy(K key, Change<E> change) throws E {
    Argument.required("change", change);
    return this.<Long, E>run(key, change::run, delta -> delta);
  }

  private <R extends @Nullable Object, E extends Exception> R run(
      K key, Work<R, E> work, ToLongFunction<R> delta) throws E {
    Key wire = wire(key);
    Sight before = Answers.join(waiting.look(wire));
    R result;
    try {
      result = work.run();
    } catch (Throwable e) {
      boolean unused = Answers.join(waiting.drop(wire));
      throw e;
    }
    boolean unused = Answers.join(waiting.add(wire, before, delta.applyAsLong(result)));
    return result;
  }

  /**
   * Forgets a number, after its rows were changed without the counter, say. Who asks after this has
   * returned has it counted anew.
   *
   * @param key what of
   * @throws dev.corral.fault.UnavailableException if the server did not confirm it
   */
  public void invalidate(K key) {
    DeleteOutcome unused = Answers.join(waiting.delete(wire(key)));
  }

  /**
   * How many numbers may be wrong, since servers have not confirmed that they are deleted. They are
   * asked again, for as long as the items can be there.
   *
   * @return 0 in good times; of this process
   */
  public int overdue() {
    return overdue.size();
  }

  /**
   * The same with futures.
   *
   * @return a view of this counter that does not wait for answers
   */
  public AsyncCounter<K> async() {
    return new AsyncCounter<>(this, site, reads, items);
  }

  Key wire(K key) {
    return prefix.encode(encoder, key);
  }

  Count<K> count(K key, CountLoader<? super K> loader) {
    return new Count<>(site, options, wire(key), key, Argument.required("loader", loader));
  }
}
