package dev.corral.cache;

import static dev.corral.future.Answers.when;

import dev.corral.codec.Codec;
import dev.corral.codec.Envelope;
import dev.corral.codec.Lookup;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.scope.Stamp;
import dev.corral.store.BasicStore;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The verbs that load nothing: what is asked of the value that is there, and what changes it. */
/* design
 *
 * A put takes a lease too. A plain set that is late could land after an invalidation that has returned,
 * and bring an old value back; a put under the CAS that was seen before it can't. If it is refused,
 * something else happened to the key meanwhile, and an older value may be there. Then the key is
 * deleted, for what the caller put must not be followed by something older.
 *
 * A touch stores the value once more under its CAS. The server's own touch has no condition: it would
 * make a value fresh again that is stale by now, or prolong the placeholder of a dead process.
 *
 * Where the store has no CAS, what changes a key first deletes the lock of its gate: see LockClaim.
 */
final class Changes<K, V> {
  private final BasicStore store;
  private final @Nullable Store leases;
  private final Codec<V> codec;
  private final Lookups<K, V> lookups;
  private final Near<V> near;

  Changes(Turnstile<K, V> turnstile) {
    this.store = turnstile.site.store();
    this.leases = store instanceof Store full ? full : null;
    this.codec = turnstile.codec;
    this.lookups = turnstile.lookups;
    this.near = turnstile.near;
  }

  /** The value that is there, fresh or servable. */
  CompletableFuture<Lookup<V>> peek(View<K, V> view, K key) {
    Key wire = view.wire(key);
    CompletableFuture<Stamp> stamp = view.scopes().read(false);
    return read(wire).thenCombine(stamp, (reply, read) -> {
      lookups.giveBackWin(wire, reply);
      Verdict<V> verdict = lookups.verdict(wire, reply, read, view.options());
      Kept<V> kept = verdict.kept();
      return kept != null && verdict.servable() ? kept.value() : Lookup.absent();
    });
  }

  /** Reads without taking part in the choice of who loads, save of an item that is marked stale. */
  private CompletableFuture<GetOutcome> read(Key wire) {
    return leases == null ? store.get(wire) : leases.execute(Get.of(wire).withDetails());
  }

  CompletableFuture<@Nullable Void> put(View<K, V> view, K key, V value) {
    CacheOptions<K, V> options = view.options();
    Envelope envelope = Envelope.of(codec.encode(value));
    return change(
        view,
        key,
        wire -> view.scopes().read(true).thenCompose(stamp -> {
          Ttl life = options.life(options.ttl());
          Put put = Put.set(wire, lookups.seal(envelope, stamp, options.ttl(), options), life);
          if (leases == null) {
            return putUnguarded(put);
          }
          Get get = Get.of(wire).withoutValue().withLease(options.lease());
          return leases
              .execute(get)
              .thenCompose(reply -> put(leases, reply, put.withFlags(Turnstile.FLAGS)));
        }));
  }

  private CompletableFuture<Boolean> put(Store full, GetOutcome reply, Put put) {
    if (!(reply instanceof Item item)) {
      return full.delete(put.key()); // out of memory: there is nothing to insist on
    }
    if (!item.hasCas()) {
      return putUnguarded(put);
    }
    return full.execute(put.ifCas(item.cas()))
        .whenComplete((outcome, fault) -> {
          if (fault != null) {
            lookups.giveBackWin(put.key(), reply); // or others would wait for what never comes
          }
        })
        .thenCompose(outcome ->
            outcome.isStored() ? CompletableFuture.completedFuture(true) : full.delete(put.key()));
  }

  private CompletableFuture<Boolean> putUnguarded(Put put) {
    return revoke(put.key())
        .thenCompose(revoked -> lookups.set(put.key(), put.value(), put.ttl()))
        .thenApply(stored -> true);
  }

  CompletableFuture<@Nullable Void> invalidate(View<K, V> view, K key) {
    return change(
        view,
        key,
        wire -> lookups.isUnguarded()
            ? revoke(wire).thenCompose(revoked -> store.delete(wire))
            : store.delete(wire));
  }

  /** On a store that can't mark an item stale, the value goes. */
  CompletableFuture<@Nullable Void> expire(View<K, V> view, K key) {
    return leases == null
        ? invalidate(view, key)
        : change(view, key, wire -> {
          Delete mark = Delete.of(wire).markingStale();
          return lookups.isUnguarded()
              ? revoke(wire).thenCompose(revoked -> leases.execute(mark))
              : leases.execute(mark);
        });
  }

  /** Takes the claim from whoever loads, so that it can't store over what comes now. */
  private CompletableFuture<Boolean> revoke(Key wire) {
    return store
        .delete(lookups.claimKey(wire))
        .thenCompose(revoked -> store.delete(lookups.gateKey(wire)));
  }

  /** Gives a value that is fresh its whole ttl again. */
  CompletableFuture<Boolean> touch(View<K, V> view, K key) {
    if (leases == null) {
      throw new ConfigurationException("touch needs a store that has CAS, which "
          + store.getClass().getSimpleName() + " has not");
    }
    Key wire = view.wire(key);
    CompletableFuture<Stamp> strict = view.scopes().read(true);
    return read(wire).thenCompose(reply -> {
      lookups.giveBackWin(wire, reply);
      return strict.thenCompose(stamp -> touch(leases, wire, reply, stamp, view.options()));
    });
  }

  private CompletableFuture<Boolean> touch(
      Store full, Key wire, GetOutcome reply, Stamp stamp, CacheOptions<K, V> options) {
    Verdict<V> verdict = lookups.verdict(wire, reply, stamp, options);
    Kept<V> kept = verdict.kept();
    if (kept == null
        || verdict.kind() != Verdict.Kind.FRESH
        || !(reply instanceof Item item)
        || !item.hasCas()) {
      return CompletableFuture.completedFuture(false);
    }
    byte[] bytes = lookups.seal(kept.envelope(), stamp, options.ttl(), options);
    Put put = Put.set(wire, bytes, options.life(options.ttl())).withFlags(Turnstile.FLAGS);
    return full.execute(put.ifCas(item.cas())).thenApply(PutOutcome::isStored);
  }

  /** Neither before nor after a change may an older copy stay in this process. */
  private CompletableFuture<@Nullable Void> change(
      View<K, V> view, K key, Function<Key, CompletableFuture<?>> change) {
    Key wire = view.wire(key);
    Object nearKey = view.nearKey(key);
    near.changed(nearKey, wire);
    CompletableFuture<@Nullable Void> result = new CompletableFuture<>();
    when(change.apply(wire), (done, fault) -> {
      near.changed(nearKey, wire);
      if (fault == null) {
        result.complete(null);
      } else {
        result.completeExceptionally(fault);
      }
    });
    return result;
  }
}
