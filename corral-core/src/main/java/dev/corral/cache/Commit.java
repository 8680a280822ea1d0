package dev.corral.cache;

import static dev.corral.future.Answers.when;

import dev.corral.codec.Envelope;
import dev.corral.codec.Lookup;
import dev.corral.load.LoadException;
import dev.corral.load.Loaded;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.shelf.Claim;
import dev.corral.shelf.Kept;
import dev.corral.shelf.LeaseClaim;
import dev.corral.shelf.LockClaim;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.ValueTooLargeException;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a load has brought, on its way to the store and to those who wait for it. Values go out in
 * one batch, each under its claim. Whether they are stored or not, the callers are given them.
 */
final class Commit<K, V> {
  private final Turnstile<K, V> turnstile;
  private final Visit<K, V> lead;
  private final long loadNanos;
  private final List<Ready<K, V>> ready = new ArrayList<>();

  /** A value, to be stored; without a life it is not stored. */
  private record Ready<K, V>(
      Flight<K, V> flight,
      Lookup<V> value,
      Envelope envelope,
      @Nullable Ttl fresh) {}

  Commit(Visit<K, V> lead, long loadNanos) {
    this.turnstile = lead.turnstile;
    this.lead = lead;
    this.loadNanos = loadNanos;
  }

  /** Adds what was loaded for a key. Throws if it can't be written. */
  void add(Flight<K, V> flight, Loaded<V> loaded) {
    Lookup<V> value;
    Envelope envelope;
    Ttl fresh = loaded.ttl();
    RandomGenerator random = turnstile.site.random();
    if (loaded instanceof Loaded.Value<V> one) {
      value = Lookup.found(one.value());
      envelope = turnstile.shelf.wrap(one.value());
      fresh = fresh == null ? lead.options.drawTtl(random) : fresh;
    } else if (loaded instanceof Loaded.Absent<V>) {
      value = Lookup.absent();
      envelope = Envelope.absent();
      fresh = fresh == null ? lead.options.drawAbsentTtl(random) : fresh;
    } else {
      Kept<V> old = flight.old;
      if (old == null) {
        throw new LoadException(
            "the loader says that " + flight.wire + " is unchanged, but there is no old value");
      }
      value = old.value();
      envelope = old.envelope();
      Ttl usual =
          value.isFound() ? lead.options.drawTtl(random) : lead.options.drawAbsentTtl(random);
      fresh = fresh == null ? usual : fresh;
    }
    Envelope timed = envelope.loadTime(Duration.ofNanos(loadNanos));
    ready.add(new Ready<>(flight, value, timed, fresh));
  }

  /** Stores what may be stored, and answers the callers. */
  void send() {
    List<Ready<K, V>> leased = new ArrayList<>();
    List<Put> puts = new ArrayList<>();
    for (Ready<K, V> one : ready) {
      turnstile.meter.count(Kind.LOADED, one.flight.wire, loadNanos);
      Claim claim = one.flight.claim;
      Ttl fresh = one.fresh;
      if (claim == null) {
        answer(one, false);
      } else if (fresh == null) {
        claim.remove(one.flight.wire);
        answer(one, false);
      } else if (claim instanceof LeaseClaim lease) {
        leased.add(one);
        puts.add(lease.guard(put(one, fresh)));
      } else if (claim instanceof LockClaim lock) {
        when(
            lock.commit(put(one, fresh)),
            (stored, fault) -> settle(one, Boolean.TRUE.equals(stored), fault));
      }
    }
    List<CompletableFuture<PutOutcome>> outcomes = turnstile.shelf.storeAll(puts);
    for (int i = 0; i < leased.size(); i++) {
      Ready<K, V> one = leased.get(i);
      when(
          outcomes.get(i),
          (outcome, fault) -> settle(one, outcome != null && outcome.isStored(), fault));
    }
  }

  private Put put(Ready<K, V> one, Ttl fresh) {
    return turnstile.shelf.put(
        one.flight.wire, one.envelope, one.flight.stamp, fresh, lead.options.terms());
  }

  private void settle(Ready<K, V> one, boolean stored, @Nullable Throwable fault) {
    if (fault != null) {
      turnstile.meter.count(Kind.STORE_ERROR, one.flight.wire);
      if (fault instanceof ValueTooLargeException) {
        turnstile.warn(
            "too large to be stored, so it is loaded each time anew:", one.flight.wire, fault);
        one.flight.giveBack();
      }
    } else if (!stored) {
      turnstile.meter.count(Kind.FENCED, one.flight.wire);
    }
    answer(one, stored);
  }

  private void answer(Ready<K, V> one, boolean stored) {
    Flight<K, V> flight = one.flight;
    if (stored && one.fresh != null) {
      turnstile.near.offer(
          lead.view.nearKey(flight.key),
          flight.wire,
          flight.version,
          one.value,
          one.fresh.toNanos());
    }
    for (Caller<K, V> caller : turnstile.loads.land(flight)) {
      caller.saw(Kind.MISS);
      caller.give(one.value);
    }
  }
}
