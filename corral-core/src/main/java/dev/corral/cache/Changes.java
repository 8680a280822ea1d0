package dev.corral.cache;

import static dev.corral.future.Answers.when;

import dev.corral.check.Argument;
import dev.corral.codec.Envelope;
import dev.corral.codec.Lookup;
import dev.corral.crowd.Near;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.scope.Stamp;
import dev.corral.shelf.Kept;
import dev.corral.shelf.Shelf;
import dev.corral.shelf.Verdict;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
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
 * Where the store has no CAS, what changes a key first deletes the mark of whoever loads, and its
 * lock: see LockClaim.
 */
final class Changes<K, V> {
  private final Site site;
  private final Shelf<V> shelf;
  private final Gates<K, V> gates;
  private final Near<V> near;

  Changes(Site site, Shelf<V> shelf, Gates<K, V> gates, Near<V> near) {
    this.site = site;
    this.shelf = shelf;
    this.gates = gates;
    this.near = near;
  }

  /** The value that is there, fresh or servable. */
  CompletableFuture<Lookup<V>> peek(View<K, V> view, K key) {
    Key wire = view.wire(key);
    CompletableFuture<Stamp> stamp = view.scopes().read(false);
    return shelf.look(wire).thenCompose(reply -> {
      shelf.giveBackWin(wire, reply);
      return stamp.thenApply(read -> {
        Verdict<V> verdict = shelf.judge(reply, read, view.options().terms());
        Kept<V> kept = verdict.kept();
        return kept != null && verdict.servable() ? kept.value() : Lookup.<V>absent();
      });
    });
  }

  CompletableFuture<@Nullable Void> put(View<K, V> view, K key, V value) {
    CacheOptions<K, V> options = view.options();
    Argument.required("value", value);
    Envelope envelope;
    try {
      envelope = shelf.wrap(value);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return change(
        view,
        key,
        wire -> view.scopes().read(true).thenCompose(stamp -> {
          Put put =
              shelf.put(wire, envelope, stamp, options.drawTtl(site.random()), options.terms());
          Store leases = shelf.leases();
          if (leases == null) {
            return putUnguarded(put);
          }
          Get get = Get.of(wire).withoutValue().withLease(options.terms().lease());
          return leases.execute(get).thenCompose(reply -> put(leases, reply, put));
        }));
  }

  private CompletableFuture<Boolean> put(Store leases, GetOutcome reply, Put put) {
    if (!(reply instanceof Item item)) {
      return leases.delete(put.key()); // out of memory: there is nothing to insist on
    }
    if (!item.hasCas()) {
      return putUnguarded(put);
    }
    return leases
        .execute(put.ifCas(item.cas()))
        .whenComplete((outcome, fault) -> {
          if (fault != null) {
            shelf.giveBackWin(put.key(), reply); // or others would wait for what never comes
          }
        })
        .thenCompose(outcome -> outcome.isStored()
            ? CompletableFuture.completedFuture(true)
            : leases.delete(put.key()));
  }

  private CompletableFuture<Boolean> putUnguarded(Put put) {
    return gates
        .revoke(put.key())
        .thenCompose(revoked -> shelf.store(put))
        .thenApply(stored -> true);
  }

  CompletableFuture<@Nullable Void> invalidate(View<K, V> view, K key) {
    return change(view, key, wire -> gates.change(Delete.of(wire)));
  }

  /** On a store that can't mark an item stale, the value goes. */
  CompletableFuture<@Nullable Void> expire(View<K, V> view, K key) {
    return change(view, key, wire -> gates.change(Delete.of(wire).markingStale()));
  }

  /** Gives a value that is fresh its whole ttl again. */
  CompletableFuture<Boolean> touch(View<K, V> view, K key) {
    Store leases = shelf.leases();
    if (leases == null) {
      return CompletableFuture.failedFuture(
          new ConfigurationException("touch needs a store that has CAS, which "
              + shelf.store().getClass().getSimpleName() + " has not"));
    }
    Key wire = view.wire(key);
    CompletableFuture<Stamp> strict = view.scopes().read(true);
    return shelf.look(wire).thenCompose(reply -> {
      shelf.giveBackWin(wire, reply);
      return strict.thenCompose(stamp -> touch(leases, wire, reply, stamp, view.options()));
    });
  }

  private CompletableFuture<Boolean> touch(
      Store leases, Key wire, GetOutcome reply, Stamp stamp, CacheOptions<K, V> options) {
    Verdict<V> verdict = shelf.judge(reply, stamp, options.terms());
    Kept<V> kept = verdict.kept();
    if (kept == null || !(reply instanceof Item item) || verdict.kind() != Verdict.Kind.FRESH) {
      return CompletableFuture.completedFuture(false);
    }
    if (!item.hasCas()) {
      return CompletableFuture.failedFuture(new ConfigurationException(
          "touch needs CAS, which the server of " + wire + " is run without (-C)"));
    }
    // The stamp that it has: another that is right too may be right for longer.
    Stamp own = Stamp.of(kept.stamp());
    Put put =
        shelf.put(wire, kept.envelope(), own, options.drawTtl(site.random()), options.terms());
    return leases.execute(put.ifCas(item.cas())).thenApply(PutOutcome::isStored);
  }

  /** Has the store count a value as used, whatever its freshness, and tells whether it is there. */
  CompletableFuture<Boolean> keepAlive(View<K, V> view, K key) {
    Key wire = view.wire(key);
    return shelf.glance(wire).thenApply(reply -> {
      shelf.giveBackWin(wire, reply);
      return reply instanceof Item item && (shelf.leases() == null || item.flags() != 0);
    });
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
