package dev.corral.list;

import dev.corral.check.Argument;
import dev.corral.fault.ConfigurationException;
import dev.corral.future.Answers;
import dev.corral.key.KeyEncoder;
import dev.corral.load.Loader;
import dev.corral.site.Site;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Lists of ids, one for each key: who follows a user, what is in a basket. A list that is missing
 * is loaded from its origin, by one process while the others wait; then it is changed in place, by
 * any number of processes at once, without being read. The data of the ids are elsewhere: a
 * {@code cache.getAll(list.get(…), …)} brings them.
 *
 * <p>Change the origin first, then the list, and wait for both before the same id is changed again.
 * Then an id that was added is in the list, and one that was removed is not, as soon as the call
 * has returned, for every reader, for as long as the list is cached; and a list that is not cached
 * is loaded with it. Changes of one id that overlap take effect in any order, and in another one
 * than in the origin perhaps, until the list's ttl ends.
 *
 * <p>Each id is in a list once, where it was loaded or added first; one that was removed and comes
 * back comes at the end. A change that changes nothing may be made again.
 *
 * <p>A change that fails may or may not have been made. The list is deleted then; if that fails
 * too, because the server is down, it may stay wrong until its ttl ends, so {@link #invalidate} it
 * later.
 *
 * <p>Methods block until there is an answer; {@link #async} does not wait for it. Safe for use by
 * many threads.
 *
 * @param <K> the kind of keys
 */
public final class IdList<K> {
  private final AsyncIdList<K> async;

  private IdList(AsyncIdList<K> async) {
    this.async = async;
  }

  /**
   * Lists on a site, for those who put them together by hand. With a corral, it is
   * {@code corral.list(name, keys, options)}.
   *
   * @param site the store, the time and the threads
   * @param name what all of these lists are called together; it is part of their keys
   * @param keys says which segments a key consists of
   * @param options changes the options; a ttl, or that there is none, must be given
   * @param <K> the kind of keys
   * @return the lists
   * @throws ConfigurationException if the options make no sense, naming all that does not, or if
   *     the store has no CAS
   */
  public static <K> IdList<K> on(
      Site site, String name, KeyEncoder<? super K> keys, UnaryOperator<ListOptions> options) {
    Argument.required("site", site);
    Argument.required("keys", keys);
    Argument.notEmpty("name", name);
    ListOptions chosen = Argument.changed("options", options, new ListOptions()).validated(name);
    return new IdList<>(new AsyncIdList<>(site, name, keys, chosen));
  }

  /**
   * The ids of a list, loaded if need be. A list that is too large to be cached is loaded at each
   * call, and the log says so.
   *
   * @param key whose list
   * @param loader loads all ids from their origin, on the calling thread; null is no ids. It must
   *     see all that was committed before it was called: not in a transaction that is open already,
   *     whose snapshot may be older, and not on a replica that lags behind
   * @return the ids, unchanging
   * @throws IllegalArgumentException if the key is null, or the loader returns an id that does not
   *     fit
   * @throws dev.corral.load.LoadException if the loader throws a checked exception; an unchecked
   *     one is thrown as it is
   * @throws dev.corral.load.StillLoadingException if the thread is interrupted while it waits for
   *     another's load
   */
  public List<Long> get(K key, Loader<? super K, ? extends Collection<Long>> loader) {
    return async.getOnCaller(key, loader);
  }

  /**
   * Adds an id to a list, if that is cached; if it is not, it will be loaded with it. Call it when
   * the origin has it.
   *
   * @param key whose list
   * @param id 0 or more, or 1 or more in a {@link Layout#BLACKLIST}, and no more than
   *     {@link ListOptions#width} bytes hold
   * @throws ListFullException if the list does not fit into an item any more
   * @throws dev.corral.fault.CorralException if it may not have been added
   */
  public void add(K key, long id) {
    Answers.join(async.add(key, id));
  }

  /**
   * Removes an id from a list, if that is cached. Call it when the origin has it no more.
   *
   * @param key whose list
   * @param id as for {@link #add}
   * @throws dev.corral.fault.CorralException if it may not have been removed
   */
  public void remove(K key, long id) {
    Answers.join(async.remove(key, id));
  }

  /**
   * Writes a list anew without what later changes have made void; a segmented list is deleted
   * instead, to be loaded again. Reads do so by themselves when more than half of a list is void.
   *
   * @param key whose list
   * @return false if nothing was void, the list is not cached, or another changed it meanwhile
   */
  public boolean compact(K key) {
    return Answers.join(async.compact(key));
  }

  /**
   * Deletes a list, which is loaded by the next reader. What is being loaded meanwhile is not
   * stored.
   *
   * @param key whose list
   * @throws dev.corral.fault.CorralException if the server did not confirm it
   */
  public void invalidate(K key) {
    Answers.join(async.invalidate(key));
  }

  /**
   * The same with futures.
   *
   * @return a view of these lists that does not wait for answers
   */
  public AsyncIdList<K> async() {
    return async;
  }
}
