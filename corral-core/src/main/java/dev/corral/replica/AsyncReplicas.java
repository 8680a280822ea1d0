package dev.corral.replica;

import dev.corral.check.Argument;
import dev.corral.codec.Codec;
import dev.corral.codec.CorruptValueException;
import dev.corral.codec.Lookup;
import dev.corral.crowd.Retries;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.KeyEncoder;
import dev.corral.lease.Content;
import dev.corral.lease.LeasedReads;
import dev.corral.load.Loader;
import dev.corral.site.Site;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@link Replicas} whose calls return at once. Loads run on the site's executor. What is thrown
 * there is what the futures fail with here; bad arguments are refused by the call itself. Callbacks
 * run on whichever thread brought the answer.
 *
 * <p>Safe for use by many threads.
 *
 * @param <K> the kind of keys
 * @param <V> the kind of values
 */
public final class AsyncReplicas<K, V> {
  private final Site site;
  private final Codec<V> codec;
  private final ReplicaOptions options;
  private final Meter meter = new Meter();
  private final Wheels<K> wheels;
  private final Reads reads;
  private final Writes<K> writes;
  private final Repairs repairs;

  AsyncReplicas(
      Site site,
      Store store,
      String name,
      KeyEncoder<? super K> keys,
      Codec<V> codec,
      ReplicaOptions options) {
    this.site = site;
    this.codec = codec;
    this.options = options;
    this.wheels = new Wheels<>(site, store, name, keys, options.copies());
    this.reads = new Reads(site, meter);
    this.writes = new Writes<>(wheels, new Retries(site), options);
    this.repairs = new Repairs(writes.lease(), meter);
  }

  /**
   * As {@link Replicas#get(Object)}.
   *
   * @param key whose value
   * @return the value, or absent
   */
  public CompletableFuture<Lookup<V>> get(K key) {
    Wheel wheel = wheels.of(Argument.required("key", key));
    return Answers.map(reads.look(wheel), sighting -> {
      Holding current = sighting.current();
      if (current != null) {
        repairs.begin(sighting, current);
      }
      Item item = current == null ? null : current.item();
      V value = item == null ? null : decode(item);
      (value == null ? meter.misses : meter.hits).increment();
      return value == null ? Lookup.absent() : Lookup.found(value);
    });
  }

  /** The value of an item; null if it has none, or none that can be read. */
  private @Nullable V decode(Item item) {
    if (!Form.hasValue(item)) {
      return null;
    }
    try {
      return codec.decode(item.value(), Form.HEADER, item.value().length - Form.HEADER);
    } catch (CorruptValueException e) {
      return null;
    }
  }

  /**
   * As {@link Replicas#get(Object, Loader)}.
   *
   * @param key whose value
   * @param loader loads it, if this caller is chosen to
   * @return the value; null if the loader says that there is none
   */
  public CompletableFuture<@Nullable V> get(K key, Loader<? super K, ? extends V> loader) {
    Argument.required("loader", loader);
    CompletableFuture<Lookup<V>> found = Answers.then(
        known(key),
        lookup -> lookup.isFound()
            ? CompletableFuture.completedFuture(lookup)
            : leased(key).read(wheels.of(key).hub(), content(key, loader)));
    return Answers.map(found, Lookup::orNull);
  }

  /** The same on the calling thread, which also loads. */
  @Nullable
  V load(K key, Loader<? super K, ? extends V> loader) {
    Argument.required("loader", loader);
    Lookup<V> known = Answers.join(known(key));
    return known.isFound()
        ? known.orNull()
        : leased(key).get(wheels.of(key).hub(), content(key, loader)).orNull();
  }

  /** The value that is there; absent too if nobody answers. */
  private CompletableFuture<Lookup<V>> known(K key) {
    return Answers.branch(
        get(key),
        CompletableFuture::completedFuture,
        fault -> fault instanceof UnavailableException
            ? CompletableFuture.completedFuture(Lookup.absent())
            : CompletableFuture.failedFuture(fault));
  }

  private LeasedReads leased(K key) {
    return new LeasedReads(site, new WheelStore<>(key, wheels, writes), options.loadTime());
  }

  private Content<Lookup<V>> content(K key, Loader<? super K, ? extends V> loader) {
    return new Content<>() {
      @Override
      public @Nullable Lookup<V> read(Item item) {
        V value = decode(item);
        return value == null ? null : Lookup.found(value);
      }

      @Override
      public Lookup<V> load() throws Exception {
        V value = loader.load(key);
        return value == null ? Lookup.absent() : Lookup.found(value);
      }

      @Override
      public @Nullable Put put(Lookup<V> loaded, byte[] before, byte[] behind) {
        return loaded instanceof Lookup.Found<V> found
            ? Put.set(wheels.of(key).hub(), codec.encode(found.value()), Ttl.NEVER)
            : null;
      }
    };
  }

  /**
   * As {@link Replicas#put}.
   *
   * @param key whose value
   * @param value the value
   * @return completes when nobody is given an older value any more
   */
  public CompletableFuture<@Nullable Void> put(K key, V value) {
    Argument.required("key", key);
    Argument.required("value", value);
    return change(key, () -> Lookup.found(codec.encode(value)));
  }

  /**
   * As {@link Replicas#invalidate}.
   *
   * @param key whose value
   * @return completes when nobody is given the value any more
   */
  public CompletableFuture<@Nullable Void> invalidate(K key) {
    Argument.required("key", key);
    return change(key, Lookup::absent);
  }

  private CompletableFuture<@Nullable Void> change(K key, Supplier<Lookup<byte[]>> value) {
    return Answers.map(Answers.begin(() -> writes.put(key, value.get())), done -> null);
  }

  /**
   * What has happened so far, in this process.
   *
   * @return a snapshot
   */
  public ReplicaStats stats() {
    return meter.snapshot();
  }
}
