package dev.corral.memcached;

import dev.corral.codec.Codec;
import dev.corral.fault.RejectedException;
import dev.corral.key.Key;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.memcached.request.CountRequest;
import dev.corral.memcached.request.DeleteRequest;
import dev.corral.memcached.request.GetRequest;
import dev.corral.memcached.request.PutRequest;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.SharedValueRequest;
import dev.corral.memcached.request.TouchRequest;
import dev.corral.ring.Server;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A plain client that never blocks: {@link MemcachedClient} with futures, method by method. What
 * the futures fail with, and who runs their callbacks, is as {@link MemcachedStore} says.
 *
 * @param <V> what the values are
 */
public final class AsyncMemcachedClient<V> {
  private final Cluster cluster;
  private final Codec<V> codec;
  private final long timeout;
  private final boolean isAwaited;
  private final Administration administration;

  AsyncMemcachedClient(Cluster cluster, Codec<V> codec, long timeout) {
    this(cluster, codec, timeout, false);
  }

  private AsyncMemcachedClient(Cluster cluster, Codec<V> codec, long timeout, boolean isAwaited) {
    this.cluster = cluster;
    this.codec = codec;
    this.timeout = timeout;
    this.isAwaited = isAwaited;
    this.administration = new Administration(cluster, timeout);
  }

  /** The same for callers that wait for each answer as soon as they have asked. */
  AsyncMemcachedClient<V> awaited() {
    return new AsyncMemcachedClient<>(cluster, codec, timeout, true);
  }

  /**
   * Reads a value.
   *
   * @param key whose
   * @return the value, or null if there is none
   */
  public CompletableFuture<@Nullable V> get(String key) {
    Request<byte @Nullable []> request = value(key);
    if (isRaw()) {
      @SuppressWarnings("unchecked") // V is byte[]
      CompletableFuture<@Nullable V> raw = (CompletableFuture<@Nullable V>) (Object) request;
      return raw;
    }
    return after(request, this::decodedOrNull);
  }

  /** Asks for a value, to be decoded by whoever waits for it. */
  Request<byte @Nullable []> value(String key) {
    return send(new SharedValueRequest(Key.raw(key)));
  }

  @Nullable
  V decodedOrNull(byte @Nullable [] bytes) {
    return bytes == null ? null : decoded(bytes);
  }

  @SuppressWarnings("unchecked") // if they are raw, V is byte[]
  V decoded(byte[] bytes) {
    return isRaw() ? (V) bytes : codec.decode(bytes);
  }

  /** Whether values are bytes as they are: what came is the caller's own, and needs no copy. */
  private boolean isRaw() {
    return codec == (Object) Codec.bytes();
  }

  /**
   * Reads the values of many keys, in as few commands as is cheapest.
   *
   * @param keys whose
   * @return those that are there, in the order of the keys; it can't be changed; fails if any
   *     server does
   */
  public CompletableFuture<Map<String, V>> getAll(Collection<String> keys) {
    ManyValues<V> values = many(keys);
    return after(values.all(), done -> values.join(this::decoded));
  }

  ManyValues<V> many(Collection<String> keys) {
    return ManyValues.ask(cluster, keys, timeout, isAwaited);
  }

  /**
   * Reads a value and its CAS, for a later {@link #cas}.
   *
   * @param key whose
   * @return the value, or nothing if there is none; fails as rejected if the server keeps no CAS
   */
  public CompletableFuture<Optional<CasValue<V>>> gets(String key) {
    return after(send(details(key)), outcome -> casValue(key, outcome));
  }

  static GetRequest details(String key) {
    return new GetRequest(Get.of(Key.raw(key)).withDetails());
  }

  Optional<CasValue<V>> casValue(String key, GetOutcome outcome) {
    if (!(outcome instanceof Item item)) {
      return Optional.empty();
    }
    if (!item.hasCas()) {
      throw new RejectedException("gets " + key + ": the server keeps no CAS (-C)");
    }
    return Optional.of(new CasValue<>(decoded(item.value()), item.cas()));
  }

  /**
   * Writes a value, whether or not there is one, for ever.
   *
   * @param key whose
   * @param value what
   * @return completes when it is stored
   */
  public CompletableFuture<@Nullable Void> set(String key, V value) {
    return set(key, value, Ttl.NEVER);
  }

  /**
   * Writes a value, whether or not there is one.
   *
   * @param key whose
   * @param value what
   * @param ttl how long it lives, more than zero
   * @return completes when it is stored
   */
  public CompletableFuture<@Nullable Void> set(String key, V value, Duration ttl) {
    return set(key, value, Ttl.of(ttl));
  }

  private CompletableFuture<@Nullable Void> set(String key, V value, Ttl ttl) {
    return send(MemcachedStore.set(Put.set(Key.raw(key), codec.encode(value), ttl)));
  }

  /**
   * Writes a value if there is none.
   *
   * @param key whose
   * @param value what
   * @param ttl how long it lives, more than zero
   * @return whether it was stored
   */
  public CompletableFuture<Boolean> add(String key, V value, Duration ttl) {
    return put(Put.add(Key.raw(key), codec.encode(value), Ttl.of(ttl)), PutOutcome::isStored);
  }

  /**
   * Writes a value if there is one already.
   *
   * @param key whose
   * @param value what
   * @param ttl how long it lives, more than zero
   * @return whether it was stored
   */
  public CompletableFuture<Boolean> replace(String key, V value, Duration ttl) {
    return put(Put.replace(Key.raw(key), codec.encode(value), Ttl.of(ttl)), PutOutcome::isStored);
  }

  /**
   * Adds bytes behind the value that is there.
   *
   * @param key whose
   * @param value what to add, as the codec writes it
   * @return whether there was one to add to, and room
   */
  public CompletableFuture<Boolean> append(String key, V value) {
    return put(Put.append(Key.raw(key), codec.encode(value)), PutOutcome::isStored);
  }

  /**
   * Adds bytes before the value that is there.
   *
   * @param key whose
   * @param value what to add, as the codec writes it
   * @return whether there was one to add to, and room
   */
  public CompletableFuture<Boolean> prepend(String key, V value) {
    return put(Put.prepend(Key.raw(key), codec.encode(value)), PutOutcome::isStored);
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
  public CompletableFuture<PutOutcome> cas(String key, V value, Duration ttl, Cas cas) {
    return put(
        Put.set(Key.raw(key), codec.encode(value), Ttl.of(ttl)).ifCas(cas), Function.identity());
  }

  /**
   * Adds to a counter.
   *
   * @param key whose
   * @param delta how much, unsigned
   * @return what it is now, or nothing if there is none; fails as rejected if it is no number
   */
  public CompletableFuture<OptionalLong> increment(String key, long delta) {
    return count(Arithmetic.add(Key.raw(key), delta));
  }

  /**
   * Adds to a counter, or creates it.
   *
   * @param key whose
   * @param delta how much, unsigned
   * @param initial its value if it is created, unsigned; the delta is not added to it
   * @param ttl how long it lives if it is created, more than zero
   * @return what it is now; fails as rejected if it is no number
   */
  public CompletableFuture<Long> increment(String key, long delta, long initial, Duration ttl) {
    return countOrCreate(Arithmetic.add(Key.raw(key), delta), initial, ttl);
  }

  /**
   * Subtracts from a counter, down to 0.
   *
   * @param key whose
   * @param delta how much, unsigned
   * @return what it is now, or nothing if there is none; fails as rejected if it is no number
   */
  public CompletableFuture<OptionalLong> decrement(String key, long delta) {
    return count(Arithmetic.subtract(Key.raw(key), delta));
  }

  /**
   * Subtracts from a counter, down to 0, or creates it.
   *
   * @param key whose
   * @param delta how much, unsigned
   * @param initial its value if it is created, unsigned; the delta is not subtracted from it
   * @param ttl how long it lives if it is created, more than zero
   * @return what it is now; fails as rejected if it is no number
   */
  public CompletableFuture<Long> decrement(String key, long delta, long initial, Duration ttl) {
    return countOrCreate(Arithmetic.subtract(Key.raw(key), delta), initial, ttl);
  }

  /**
   * Gives an item another life, from now on.
   *
   * @param key whose
   * @param ttl how long, more than zero
   * @return whether there is one
   */
  public CompletableFuture<Boolean> touch(String key, Duration ttl) {
    return send(new TouchRequest(Key.raw(key), Ttl.of(ttl)));
  }

  /**
   * Reads a value, and gives it another life, from now on.
   *
   * @param key whose
   * @param ttl how long, more than zero
   * @return the value, or null if there is none
   */
  public CompletableFuture<@Nullable V> getAndTouch(String key, Duration ttl) {
    return after(
        send(new GetRequest(Get.of(Key.raw(key)).withTouch(Ttl.of(ttl)))),
        found -> found instanceof Item item ? decoded(item.value()) : null);
  }

  /**
   * Removes an item.
   *
   * @param key whose
   * @return whether there was one
   */
  public CompletableFuture<Boolean> delete(String key) {
    return send(
        new DeleteRequest<>(Delete.of(Key.raw(key)), outcome -> outcome == DeleteOutcome.DELETED));
  }

  /**
   * The servers' general statistics.
   *
   * @return by server, by name; fails if any server does
   */
  public CompletableFuture<Map<Server, Map<String, String>>> stats() {
    return after(administration.stats(""));
  }

  /**
   * A group of the servers' statistics.
   *
   * @param group which, such as {@code settings}, {@code items} or {@code slabs}
   * @return by server, by name; fails if any server does, rejected if there is no such group
   */
  public CompletableFuture<Map<Server, Map<String, String>>> stats(String group) {
    return after(administration.stats(Administration.requireGroup(group)));
  }

  /**
   * Drops all items of all servers, whoever they belong to.
   *
   * @return completes when all servers have done it; fails if any does, the others may have
   */
  public CompletableFuture<@Nullable Void> flushAll() {
    return after(administration.flush(0).all(), done -> null);
  }

  /**
   * Drops all items of all servers, whoever they belong to, after a while.
   *
   * @param delay when: more than zero, at most 30 days; rounded up to seconds
   * @return completes when all servers have taken note; fails if any does, the others may have
   */
  public CompletableFuture<@Nullable Void> flushAll(Duration delay) {
    return after(administration.flush(Administration.requireDelay(delay)).all(), done -> null);
  }

  /**
   * The servers' versions.
   *
   * @return by server; fails if any server does
   */
  public CompletableFuture<Map<Server, ServerVersion>> versions() {
    return after(administration.versions());
  }

  private <R extends @Nullable Object> CompletableFuture<R> put(
      Put put, Function<PutOutcome, R> reading) {
    return send(new PutRequest<>(put, reading));
  }

  private CompletableFuture<OptionalLong> count(Arithmetic count) {
    return send(new CountRequest<>(
        count,
        outcome -> outcome == ArithmeticOutcome.Refused.NOT_FOUND
            ? OptionalLong.empty()
            : OptionalLong.of(counted(outcome))));
  }

  private CompletableFuture<Long> countOrCreate(Arithmetic count, long initial, Duration ttl) {
    return send(
        new CountRequest<>(count.orCreate(initial, Ttl.of(ttl)), outcome -> counted(outcome)));
  }

  private static long counted(ArithmeticOutcome outcome) {
    if (outcome instanceof ArithmeticOutcome.Counted counted) {
      return counted.value();
    }
    throw new RejectedException("it was answered with " + outcome);
  }

  <R extends @Nullable Object> Request<R> send(Request<R> request) {
    if (isAwaited) {
      request.expect();
    }
    return cluster.send(request, timeout);
  }

  private static <R> CompletableFuture<Map<Server, R>> after(Everywhere<?, R> asked) {
    return after(asked.all(), done -> asked.join());
  }

  Administration administration() {
    return administration;
  }

  /** As thenApply, but a fault reaches callbacks as it is. */
  static <A extends @Nullable Object, B extends @Nullable Object> CompletableFuture<B> after(
      CompletableFuture<A> future, Function<A, B> function) {
    CompletableFuture<B> result = new CompletableFuture<>();
    CompletableFuture<A> unused = future.whenComplete((value, fault) -> {
      if (fault != null) {
        result.completeExceptionally(MemcachedClient.unwrapped(fault));
        return;
      }
      try {
        result.complete(function.apply(value));
      } catch (RuntimeException | Error e) {
        result.completeExceptionally(e); // or whoever waits for it would wait for ever
      }
    });
    return result;
  }
}
