package dev.corral.list;

import dev.corral.check.Argument;
import dev.corral.fault.ConfigurationException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.key.KeyEncoder;
import dev.corral.key.KeyPrefix;
import dev.corral.lease.LeasedReads;
import dev.corral.load.Loader;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Store;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An {@link IdList} whose calls return at once. Loads run on the site's executor. What is thrown
 * there is what the futures fail with here; bad arguments are refused by the call itself. A future
 * that is cancelled ends for its caller; what was begun for it goes on.
 *
 * <p>Safe for use by many threads.
 *
 * @param <K> the kind of keys
 */
public final class AsyncIdList<K> {
  private static final String OWN = "corral-list";

  private final Site site;
  private final Store store;
  private final KeyPrefix prefix;
  private final KeyEncoder<? super K> keys;
  private final long least;
  private final long largest;
  private final LeasedReads reads;
  private final ListItems items;

  AsyncIdList(Site site, String name, KeyEncoder<? super K> keys, ListOptions options) {
    if (!(site.store() instanceof Store full)) {
      throw new ConfigurationException("list " + name + " needs a store that has CAS, which "
          + site.store().getClass().getSimpleName() + " has not");
    }
    this.site = site;
    this.store = full;
    this.prefix = site.prefix().with(OWN, name);
    this.keys = keys;
    this.reads = new LeasedReads(site, store, options.loadTime());
    this.least = options.layout() == Layout.BLACKLIST ? 1 : 0;
    this.largest = new Records(options.width()).largest();
    this.items = switch (options.layout()) {
      case LOG -> new ItemList(site, store, options, new LogFormat(options.width()), reads);
      case BLACKLIST ->
        new ItemList(site, store, options, new BlacklistFormat(options.width()), reads);
      case SEGMENTED ->
        new SegmentedList(site, store, options, site.prefix().with(OWN + "-part", name), reads);
    };
  }

  /**
   * As {@link IdList#get}.
   *
   * @param key whose list
   * @param loader loads all ids from their origin, on the site's executor; null is no ids
   * @return the ids, unchanging
   */
  public CompletableFuture<List<Long>> get(
      K key, Loader<? super K, ? extends Collection<Long>> loader) {
    return items.read(wire(key), origin(key, loader), site.executor());
  }

  List<Long> getOnCaller(K key, Loader<? super K, ? extends Collection<Long>> loader) {
    Key wire = wire(key);
    Callable<Ids> origin = origin(key, loader);
    return reads.onCaller(wire, thread -> items.read(wire, origin, thread));
  }

  /**
   * As {@link IdList#add}.
   *
   * @param key whose list
   * @param id which comes
   * @return done when the list has it, or is not cached
   */
  public CompletableFuture<@Nullable Void> add(K key, long id) {
    return change(key, new Change(fitting("id", id), true));
  }

  /**
   * As {@link IdList#remove}.
   *
   * @param key whose list
   * @param id which leaves
   * @return done when the list has it no more
   */
  public CompletableFuture<@Nullable Void> remove(K key, long id) {
    return change(key, new Change(fitting("id", id), false));
  }

  /**
   * A change that fails may have been made, or be made late. Deleted, the list is soon right, if
   * the store can be reached at all.
   */
  private CompletableFuture<@Nullable Void> change(K key, Change change) {
    Key wire = wire(key);
    return Answers.branch(
        items.change(wire, change),
        done -> CompletableFuture.completedFuture(null),
        fault -> Answers.branch(
            delete(wire),
            deleted -> CompletableFuture.failedFuture(fault),
            unreachable -> CompletableFuture.failedFuture(fault)));
  }

  /**
   * As {@link IdList#compact}.
   *
   * @param key whose list
   * @return whether it was written anew, or deleted
   */
  public CompletableFuture<Boolean> compact(K key) {
    return items.compact(wire(key));
  }

  /**
   * As {@link IdList#invalidate}.
   *
   * @param key whose list
   * @return done when the server has confirmed it
   */
  public CompletableFuture<@Nullable Void> invalidate(K key) {
    return Answers.map(delete(wire(key)), outcome -> null);
  }

  private CompletableFuture<DeleteOutcome> delete(Key wire) {
    return Answers.begin(() -> store.execute(Delete.of(wire)));
  }

  private Key wire(K key) {
    return prefix.encode(keys, key);
  }

  private Callable<Ids> origin(K key, Loader<? super K, ? extends Collection<Long>> loader) {
    Argument.required("loader", loader);
    return () -> {
      Collection<Long> loaded = loader.load(key);
      if (loaded == null) {
        return Ids.of(List.of());
      }
      Argument.allRequired("what the loader returned", loaded)
          .forEach(id -> fitting("an id that the loader returned", id));
      return Ids.of(loaded);
    };
  }

  private long fitting(String name, long id) {
    if (id < least || id > largest) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + largest + ", but is " + id);
    }
    return id;
  }
}
