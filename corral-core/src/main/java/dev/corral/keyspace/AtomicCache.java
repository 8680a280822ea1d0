package dev.corral.keyspace;

import dev.corral.check.Argument;
import dev.corral.codec.Codec;
import dev.corral.metric.AtomicCacheMeter;
import dev.corral.metric.AtomicCacheStats;
import dev.corral.site.Site;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Values of keyspaces, such as the ids of all active foos. They live until their class's
 * {@linkplain LastModified last modified time} moves. Then one process generates the new value,
 * once, while the others are given the last known one; where there is none, they wait for a while.
 *
 * <p>A value is stored once, under the last modified time that was read before it was generated,
 * and never written over: regenerating one collection does not expire its siblings, and an expiry
 * meanwhile is not lost. Values are in the site's store; locks, last known keys and last modified
 * times in its key store. Both can be {@link dev.corral.store.BasicStore}s. A store that is down
 * fails no fetch: then each process generates for itself, once per keyspace at a time, and stores
 * nothing.
 *
 * <p>Methods block until there is an answer. Safe for use by many threads.
 *
 * @param <V> the kind of values
 */
public final class AtomicCache<V> {
  private final Site site;
  private final Codec<V> codec;
  private final AtomicCacheOptions<V> options;
  private final AtomicCacheMeter meter;
  private final Rounds<V> rounds;

  private AtomicCache(
      Site site,
      Codec<V> codec,
      AtomicCacheOptions<V> options,
      AtomicCacheMeter meter,
      Rounds<V> rounds) {
    this.site = site;
    this.codec = codec;
    this.options = options;
    this.meter = meter;
    this.rounds = rounds;
  }

  /**
   * An atomic cache on a site, for those who put one together by hand. With a corral, it is
   * {@code corral.atomicCache(codec, options)}.
   *
   * @param site the stores and the time
   * @param codec writes values and reads them
   * @param options changes the options
   * @param <V> the kind of values
   * @return the cache
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, naming all that
   *     does not
   */
  public static <V> AtomicCache<V> on(
      Site site, Codec<V> codec, UnaryOperator<AtomicCacheOptions<V>> options) {
    Argument.required("site", site);
    Argument.required("codec", codec);
    AtomicCacheOptions<V> chosen =
        Argument.changed("options", options, new AtomicCacheOptions<V>()).validated();
    AtomicCacheMeter meter = site.meters().add(new AtomicCacheMeter(chosen.listener()));
    return new AtomicCache<>(site, codec, chosen, meter, new Rounds<>());
  }

  /**
   * The value of a keyspace, generated if need be.
   *
   * @param keyspace whose value; of the same corral
   * @param generator makes it, on this thread, if this caller is chosen to; null for there is none.
   *     It reads what is there now: a value is taken to be as new as the moment it was called
   * @return the value; null if there is none, or if there was nothing to be given in time and the
   *     options say no other
   * @throws dev.corral.load.LoadException if the generator threw a checked exception; unchecked
   *     ones come as they are. Then nothing is stored, and the next caller generates
   * @throws dev.corral.fault.ConfigurationException if a store finds that it is set up wrong. That
   *     does not pass: without a word of it, each call would generate
   * @throws dev.corral.load.StillLoadingException if the thread is interrupted while it waits
   */
  public @Nullable V fetch(Keyspace keyspace, Callable<? extends @Nullable V> generator) {
    Argument.required("generator", generator);
    Place<V> place = place(keyspace);
    return new Fetch<>(site, place, keyspace.toString(), options, meter, rounds, generator).run();
  }

  /**
   * The same cache with other options. It shares values and statistics with this one; it is made
   * quickly, for one call or for many.
   *
   * @param changes changes the options
   * @return the cache so seen
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, naming all that
   *     does not
   */
  public AtomicCache<V> with(UnaryOperator<AtomicCacheOptions<V>> changes) {
    AtomicCacheOptions<V> own = Argument.changed("changes", changes, options).validated();
    return new AtomicCache<>(site, codec, own, meter, rounds);
  }

  /**
   * Forgets what is known of a keyspace, for tests: frees the lock whoever has it, removes the last
   * known key, and expires the class.
   *
   * @param keyspace which; of the same corral
   * @throws dev.corral.fault.UnavailableException if a server did not confirm it
   */
  public void reset(Keyspace keyspace) {
    place(keyspace).forget();
    keyspace.lastModified().expire();
  }

  /**
   * What has happened in this cache so far, in this process and all views of it.
   *
   * @return a snapshot
   */
  public AtomicCacheStats stats() {
    return meter.snapshot();
  }

  private Place<V> place(Keyspace keyspace) {
    if (!Argument.required("keyspace", keyspace).isOn(site)) {
      throw new IllegalArgumentException(
          "keyspace must be of the same corral as the cache, but " + keyspace + " is not");
    }
    return new Place<>(site, keyspace, codec);
  }
}
