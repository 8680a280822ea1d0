package dev.corral.replica;

import dev.corral.check.Argument;
import dev.corral.codec.Codec;
import dev.corral.codec.Lookup;
import dev.corral.fault.ConfigurationException;
import dev.corral.future.Answers;
import dev.corral.key.KeyEncoder;
import dev.corral.load.Loader;
import dev.corral.site.Site;
import dev.corral.store.Store;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Hot items, each on several servers at once, so that no server bears all of their readers, and
 * none takes them along when it dies.
 *
 * <p>A put goes to all copies and to a generation item, which says which put is in force. A read
 * asks one copy, at random, and the generation, in one flight. A copy that has missed a put is not
 * served: the others are asked, and it is repaired.
 *
 * <p>With any one server out of reach or empty, reads and puts go on. With more there may be no
 * value where there was one, and puts may fail; but an older value than the last that was put is
 * never served, among processes with equal server lists.
 *
 * <p>Methods block until there is an answer; {@link #async} does not wait for it. Safe for use by
 * many threads.
 *
 * @param <K> the kind of keys
 * @param <V> the kind of values
 */
/* design
 *
 * A wheel: the generation item is the hub, the copies are its rim. Each of these n + 1 holders is on a
 * server of its own, if there are as many, and says which version it has. A quorum is
 *
 *   the hub and one copy, or all copies
 *
 * and any two quorums have a member in common. A version that a quorum has is in force; so there is no
 * moment at which two are. A put has ended when a quorum has taken it, a value is read from a quorum. One
 * holder, whichever it is, can fail at any time. One that has nothing, for it is new, was restarted or has
 * evicted it, is of no help to any version, and so forgetting never brings an old one back.
 *
 * What keeps it so is that no holder goes back. All writes are by the CAS of what was seen before, and
 * a put is greater than all versions that it saw; repairs write only over what is less, or nothing, and
 * only if their version is in force after they saw that. See Writes, Repairs, decision 28.
 *
 * When the servers change, holders move, and what is left behind is found again if they change back. So
 * a process that sees a change believes no version that was drawn before it.
 *
 * That nothing is in force is a version too: an invalidation is a put of nothing. To delete the holders
 * would not do, since a reader could repair the first from the others before they are reached.
 */
public final class Replicas<K, V> {
  private final AsyncReplicas<K, V> async;

  private Replicas(AsyncReplicas<K, V> async) {
    this.async = async;
  }

  /**
   * Replicas on a site, for those who put them together by hand. With a corral, they are
   * {@code corral.replicas(name, keys, codec, options)}.
   *
   * @param site the store, the time and the threads
   * @param name the name of the items, which is part of all of their keys; not empty
   * @param keys says which segments a key consists of
   * @param codec writes values and reads them
   * @param options changes the options
   * @param <K> the kind of keys
   * @param <V> the kind of values
   * @return the replicas
   * @throws ConfigurationException if the options make no sense, naming all that does not, or if
   *     the store has no CAS
   */
  public static <K, V> Replicas<K, V> on(
      Site site,
      String name,
      KeyEncoder<? super K> keys,
      Codec<V> codec,
      UnaryOperator<ReplicaOptions> options) {
    Argument.required("site", site);
    Argument.required("keys", keys);
    Argument.required("codec", codec);
    Argument.notEmpty("name", name);
    ReplicaOptions chosen =
        Argument.changed("options", options, new ReplicaOptions()).validated();
    if (!(site.store() instanceof Store store)) {
      throw new ConfigurationException("replicas need a store that has CAS, which "
          + site.store().getClass().getSimpleName() + " has not");
    }
    return new Replicas<>(new AsyncReplicas<>(site, store, name, keys, codec, chosen));
  }

  /**
   * The value that is there. One round trip, or two if the first copy that is asked does not
   * answer, or has missed something.
   *
   * @param key whose value
   * @return the value; absent if there is none, or too few of its servers answer to be sure
   * @throws dev.corral.fault.UnavailableException if none of its servers answers
   */
  public Lookup<V> get(K key) {
    return Answers.join(async.get(key));
  }

  /**
   * The value of a key, loaded if need be. Of all processes one loads, while the others wait, for
   * as long as a {@linkplain ReplicaOptions#loadTime load may take}; then they load too. What was
   * loaded is stored only if nothing was put or invalidated since the load began.
   *
   * @param key whose value
   * @param loader loads it, on this thread, if this caller is chosen to
   * @return the value; null if the loader says that there is none, which is not remembered
   * @throws dev.corral.load.LoadException if the loader threw a checked exception; unchecked ones
   *     come as they are
   * @throws dev.corral.load.StillLoadingException if the thread is interrupted while it waits
   */
  public @Nullable V get(K key, Loader<? super K, ? extends V> loader) {
    return async.load(key, loader);
  }

  /**
   * Stores a value. When it returns, nobody is given an older one. Two round trips. Of puts at the
   * same time one is the last, for all readers.
   *
   * @param key whose value
   * @param value the value
   * @throws dev.corral.fault.UnavailableException if too few servers confirmed it: this value or an
   *     older one is there, but the same for all readers
   * @throws dev.corral.fault.RejectedException if the value can't be written, or is too large
   * @throws ConfigurationException if a server keeps no CAS
   */
  public void put(K key, V value) {
    Answers.join(async.put(key, value));
  }

  /**
   * Removes a value. When it returns, nobody who asks later is given it, and a load that is running
   * can no longer store it. Two round trips.
   *
   * @param key whose value
   * @throws dev.corral.fault.UnavailableException if too few servers confirmed it: the value may
   *     still be there
   * @throws ConfigurationException if a server keeps no CAS
   */
  public void invalidate(K key) {
    Answers.join(async.invalidate(key));
  }

  /**
   * The same with futures.
   *
   * @return a view of these replicas
   */
  public AsyncReplicas<K, V> async() {
    return async;
  }

  /**
   * What has happened so far, in this process.
   *
   * @return a snapshot
   */
  public ReplicaStats stats() {
    return async.stats();
  }
}
