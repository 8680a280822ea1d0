package dev.corral.memcached;

import dev.corral.key.Key;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.memcached.request.GetRequest;
import dev.corral.ring.Server;
import dev.corral.store.Cas;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.PutOutcome;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A plain memcached client, for those who come from another: keys are strings that are sent as they
 * are written, values go through a codec, lives are durations. It blocks until the answer is there
 * or the deadline has passed; {@link #async} does not wait for answers. Faults are as
 * {@link MemcachedStore} says.
 *
 * <p>For any number of threads. A wait goes on when the thread is interrupted, up to the deadline.
 * Lives are rounded up to whole seconds, and one that would end after January 2038 does not end.
 *
 * <p>Keys have 1 to 250 printable ASCII characters and no spaces; others are refused with an
 * {@link IllegalArgumentException} before anything is sent.
 *
 * @param <V> what the values are
 */
public final class MemcachedClient<V> {
  private final AsyncMemcachedClient<V> async;
  private final AsyncMemcachedClient<V> awaited;

  MemcachedClient(AsyncMemcachedClient<V> async) {
    this.async = async;
    this.awaited = async.awaited();
  }

  /**
   * The same with futures.
   *
   * @return a client that does not wait for answers
   */
  public AsyncMemcachedClient<V> async() {
    return async;
  }

  /**
   * Reads a value.
   *
   * @param key whose
   * @return the value, or null if there is none
   */
  public @Nullable V get(String key) {
    return async.decodedOrNull(await(awaited.value(key)));
  }

  /**
   * Reads the values of many keys, in as few commands as is cheapest.
   *
   * @param keys whose
   * @return those that are there, in the order of the keys; it can't be changed; throws if any
   *     server fails
   */
  public Map<String, V> getAll(Collection<String> keys) {
    return await(() -> awaited.many(keys).join(async::decoded));
  }

  /**
   * Reads a value and its CAS, for a later {@link #cas}.
   *
   * @param key whose
   * @return the value, or nothing if there is none; rejected if the server keeps no CAS
   */
  public Optional<CasValue<V>> gets(String key) {
    return async.casValue(key, await(awaited.send(AsyncMemcachedClient.details(key))));
  }

  /**
   * Writes a value, whether or not there is one, for ever.
   *
   * @param key whose
   * @param value what
   */
  public void set(String key, V value) {
    await(awaited.set(key, value));
  }

  /**
   * Writes a value, whether or not there is one.
   *
   * @param key whose
   * @param value what
   * @param ttl how long it lives, more than zero
   */
  public void set(String key, V value, Duration ttl) {
    await(awaited.set(key, value, ttl));
  }

  /**
   * Writes a value if there is none.
   *
   * @param key whose
   * @param value what
   * @param ttl how long it lives, more than zero
   * @return whether it was stored
   */
  public boolean add(String key, V value, Duration ttl) {
    return await(awaited.add(key, value, ttl));
  }

  /**
   * Writes a value if there is one already.
   *
   * @param key whose
   * @param value what
   * @param ttl how long it lives, more than zero
   * @return whether it was stored
   */
  public boolean replace(String key, V value, Duration ttl) {
    return await(awaited.replace(key, value, ttl));
  }

  /**
   * Adds bytes behind the value that is there.
   *
   * @param key whose
   * @param value what to add, as the codec writes it
   * @return whether there was one to add to, and room
   */
  public boolean append(String key, V value) {
    return await(awaited.append(key, value));
  }

  /**
   * Adds bytes before the value that is there.
   *
   * @param key whose
   * @param value what to add, as the codec writes it
   * @return whether there was one to add to, and room
   */
  public boolean prepend(String key, V value) {
    return await(awaited.prepend(key, value));
  }

  /**
   * Writes a value if the one that is there has not changed since it was read by {@link #gets}.
   *
   * @param key whose
   * @param value what
   * @param ttl how long it lives, more than zero
   * @param cas what was read
   * @return whether it was stored, or why not
   */
  public PutOutcome cas(String key, V value, Duration ttl, Cas cas) {
    return await(awaited.cas(key, value, ttl, cas));
  }

  /**
   * Adds to a counter.
   *
   * @param key whose
   * @param delta how much, unsigned
   * @return what it is now, or nothing if there is none; rejected if it is no number
   */
  public OptionalLong increment(String key, long delta) {
    return await(awaited.increment(key, delta));
  }

  /**
   * Adds to a counter, or creates it.
   *
   * @param key whose
   * @param delta how much, unsigned
   * @param initial its value if it is created, unsigned; the delta is not added to it
   * @param ttl how long it lives if it is created, more than zero
   * @return what it is now; rejected if it is no number
   */
  public long increment(String key, long delta, long initial, Duration ttl) {
    return await(awaited.increment(key, delta, initial, ttl));
  }

  /**
   * Subtracts from a counter, down to 0.
   *
   * @param key whose
   * @param delta how much, unsigned
   * @return what it is now, or nothing if there is none; rejected if it is no number
   */
  public OptionalLong decrement(String key, long delta) {
    return await(awaited.decrement(key, delta));
  }

  /**
   * Subtracts from a counter, down to 0, or creates it.
   *
   * @param key whose
   * @param delta how much, unsigned
   * @param initial its value if it is created, unsigned; the delta is not subtracted from it
   * @param ttl how long it lives if it is created, more than zero
   * @return what it is now; rejected if it is no number
   */
  public long decrement(String key, long delta, long initial, Duration ttl) {
    return await(awaited.decrement(key, delta, initial, ttl));
  }

  /**
   * Gives an item another life, from now on.
   *
   * @param key whose
   * @param ttl how long, more than zero
   * @return whether there is one
   */
  public boolean touch(String key, Duration ttl) {
    return await(awaited.touch(key, ttl));
  }

  /**
   * Reads a value, and gives it another life, from now on.
   *
   * @param key whose
   * @param ttl how long, more than zero
   * @return the value, or null if there is none
   */
  public @Nullable V getAndTouch(String key, Duration ttl) {
    GetOutcome found =
        await(awaited.send(new GetRequest(Get.of(Key.raw(key)).withTouch(Ttl.of(ttl)))));
    return found instanceof Item item ? async.decoded(item.value()) : null;
  }

  /**
   * Removes an item.
   *
   * @param key whose
   * @return whether there was one
   */
  public boolean delete(String key) {
    return await(awaited.delete(key));
  }

  /**
   * The servers' general statistics.
   *
   * @return by server, by name; throws if any server fails
   */
  public Map<Server, Map<String, String>> stats() {
    return await(async.administration().stats("")::join);
  }

  /**
   * A group of the servers' statistics.
   *
   * @param group which, such as {@code settings}, {@code items} or {@code slabs}
   * @return by server, by name; throws if any server fails, rejected if there is no such group
   */
  public Map<Server, Map<String, String>> stats(String group) {
    return await(async.administration().stats(Administration.requireGroup(group))::join);
  }

  /**
   * Drops all items of all servers, whoever they belong to. Throws if any server fails, though the
   * others may have done it.
   */
  public void flushAll() {
    await(async.administration().flush(0)::join);
  }

  /**
   * Drops all items of all servers, whoever they belong to, after a while.
   *
   * @param delay when: more than zero, at most 30 days; rounded up to seconds
   */
  public void flushAll(Duration delay) {
    await(async.administration().flush(Administration.requireDelay(delay))::join);
  }

  /**
   * The servers' versions.
   *
   * @return by server; throws if any server fails
   */
  public Map<Server, ServerVersion> versions() {
    return await(async.administration().versions()::join);
  }

  /** Waits on this thread for what the client's own requests answer: no executor comes between. */
  private static <R extends @Nullable Object> R await(Supplier<R> waiting) {
    try {
      return waiting.get();
    } catch (CompletionException e) {
      throw unwrapped(e) instanceof RuntimeException fault ? fault : e;
    }
  }

  private static <R extends @Nullable Object> R await(CompletableFuture<R> request) {
    return await(request::join);
  }

  static Throwable unwrapped(Throwable fault) {
    Throwable cause = fault.getCause();
    return fault instanceof CompletionException && cause != null ? cause : fault;
  }
}
