package dev.corral.cache;

import static dev.corral.future.Answers.when;

import dev.corral.cache.Verdict.Kind;
import dev.corral.codec.Codec;
import dev.corral.codec.Envelope;
import dev.corral.key.Key;
import dev.corral.key.KeyPrefix;
import dev.corral.lock.Acquisition;
import dev.corral.lock.Lock;
import dev.corral.metric.CacheEvent;
import dev.corral.metric.CacheMeter;
import dev.corral.scope.Stamp;
import dev.corral.site.Site;
import dev.corral.store.BasicStore;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Miss;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends lookups, and goes on until a reply can be acted upon. */
/* design
 *
 * A lookup is one flight: the value, which takes part in the choice of who loads, and the stamps of its
 * scopes. Most replies can be acted upon at once. The others take further flights:
 *
 *   a value of another stamp      read the scopes again, strictly, before anything is done about it
 *   nobody was chosen             mark the item stale, if it is still the same, and ask again: whoever
 *                                 asks first is chosen then
 *   no leases on this server      take the lock of the gate, then look again: whoever had it before may
 *                                 have stored the value
 *   won, but it ends soon         the same, with a longer life
 *   the holder is overdue         look for its sign of life; without one, mark the item stale, which
 *                                 takes the lease from it, and ask again
 *
 * A mark is conditional on the CAS that was seen, and the question that follows it in the same flight
 * takes whatever it finds: whether the mark took effect does not matter to it.
 */
final class Lookups<K, V> {
  private static final Logger log = LoggerFactory.getLogger(Lookups.class);
  private static final int MOST_TRIES = 8;

  /** How many times the usual time a load may well take. */
  private static final int LONG_LOAD = 5;

  private static final Duration WIDEST_WINDOW = Duration.ofDays(30);

  private final Site site;
  private final BasicStore store;
  private final @Nullable Store leases;
  private final Codec<V> codec;
  private final CacheMeter meter;
  private final KeyPrefix notes;
  private final KeyPrefix gates;
  private final KeyPrefix claims;
  private final Watches watches;

  private volatile boolean unguarded;

  /** How long the last load took that was heard of, for the draw of an early refresh. */
  private volatile long loadNanos;

  Lookups(Site site, Codec<V> codec, CacheMeter meter) {
    this.site = site;
    this.store = site.store();
    this.leases = store instanceof Store full ? full : null;
    this.codec = codec;
    this.meter = meter;
    this.notes = site.prefix().with("corral-note");
    this.gates = site.prefix().with("corral-gate");
    this.claims = site.prefix().with("corral-claim");
    this.watches = new Watches(site.ticker());
  }

  /** Asks for one key. */
  CompletableFuture<GetOutcome> send(Key key, CacheOptions<?, ?> options) {
    return leases == null ? store.get(key) : leases.execute(get(key, options));
  }

  /** Asks for many keys in one flight. */
  List<CompletableFuture<GetOutcome>> sendAll(List<Key> keys, CacheOptions<?, ?> options) {
    return leases == null
        ? keys.stream().map(store::get).toList()
        : leases.executeAll(keys.stream().map(key -> get(key, options)).toList());
  }

  private Get get(Key key, CacheOptions<?, ?> options) {
    return Get.of(key).withLease(options.lease()).withRefreshAhead(window(options));
  }

  /** How long before the end of its life an item may be won. */
  private Duration window(CacheOptions<?, ?> options) {
    Duration window = options.span().plus(early(options));
    return window.compareTo(WIDEST_WINDOW) < 0 ? window : WIDEST_WINDOW;
  }

  /** How long before it ceases to be fresh a value may be refreshed: drawn for each lookup anew. */
  private Duration early(CacheOptions<?, ?> options) {
    if (options.earlyBeta() == 0) {
      return options.refreshAhead();
    }
    double u = 1 - site.random().nextDouble(); // never 0
    Duration drawn =
        Duration.ofNanos((long) Math.ceil(-options.earlyBeta() * loadNanos * Math.log(u)));
    return options.refreshAhead().compareTo(drawn) < 0 ? drawn : options.refreshAhead();
  }

  /** Stores a value in any case. */
  CompletableFuture<?> set(Key key, byte[] value, Ttl life) {
    return leases == null
        ? store.set(key, value, life)
        : leases.execute(Put.set(key, value, life).withFlags(Turnstile.FLAGS));
  }

  /** Stores values under leases, in one flight. */
  List<CompletableFuture<PutOutcome>> commit(List<Put> puts) {
    return leases == null || puts.isEmpty() ? List.of() : leases.executeAll(puts);
  }

  /** The bytes of a value that is fresh for so long. */
  byte[] seal(Envelope value, Stamp stamp, Ttl fresh, CacheOptions<?, ?> options) {
    Envelope envelope = value.stamp(stamp.value()).expiry(fresh, options.span());
    boolean ends = leases == null && fresh.isLimited();
    return envelope
        .softExpiry(ends ? site.clock().instant().plusNanos(fresh.toNanos()) : Instant.MAX)
        .seal();
  }

  /** What a reply means. */
  Verdict<V> verdict(Key key, GetOutcome reply, Stamp stamp, CacheOptions<?, ?> options) {
    Verdict<V> verdict = leases == null
        ? Verdict.of(reply, stamp, options, codec, site.clock().instant(), early(options))
        : Verdict.of(reply, stamp, options, codec);
    Kept<V> kept = verdict.kept();
    if (kept != null && options.earlyBeta() > 0) {
      loadNanos = kept.envelope().loadTime().toNanos();
    }
    if (verdict.kind() == Kind.FRESH && reply instanceof Item item && item.lease() == Lease.LOST) {
      // Whoever refreshes it early may be dead by the time that it is not fresh any more.
      watches.saw(key, item.cas());
    }
    return verdict;
  }

  /** Goes on from a reply until it can be acted upon. */
  void judge(
      Ask<K, V> ask,
      CompletableFuture<GetOutcome> reply,
      CompletableFuture<Stamp> stamp,
      Consumer<Sighting<K, V>> then) {
    judge(new Inquiry(ask, then, 0, false), reply, stamp);
  }

  /** What is asked, how often it was, and whether the scopes were read strictly. */
  private final class Inquiry {
    final Ask<K, V> ask;
    final Consumer<Sighting<K, V>> then;
    final int tries;
    final boolean strict;

    Inquiry(Ask<K, V> ask, Consumer<Sighting<K, V>> then, int tries, boolean strict) {
      this.ask = ask;
      this.then = then;
      this.tries = tries;
      this.strict = strict;
    }

    void end(Verdict<V> verdict, Stamp stamp, @Nullable Claim claim, @Nullable Object holder) {
      then.accept(new Sighting<>(ask, verdict, stamp, claim, holder));
    }

    void endDown() {
      meter.count(CacheEvent.Kind.STORE_ERROR, ask.wire());
      end(Verdict.down(), Stamp.NONE, null, null);
    }
  }

  private void judge(
      Inquiry inquiry, CompletableFuture<GetOutcome> reply, CompletableFuture<Stamp> stamp) {
    when(reply, (outcome, fault) -> {
      if (outcome == null) {
        inquiry.endDown();
        return;
      }
      when(stamp, (read, unread) -> {
        if (read == null) {
          giveBackWin(inquiry.ask.wire(), outcome);
          inquiry.endDown();
        } else {
          decideOrEnd(inquiry, outcome, read);
        }
      });
    });
  }

  private void decideOrEnd(Inquiry inquiry, GetOutcome reply, Stamp stamp) {
    try {
      decide(inquiry, reply, stamp);
    } catch (RuntimeException | Error e) {
      // A mistake of ours or of a decoder, but nobody shall wait for ever because of it.
      log.error("the value of {} could not be judged", inquiry.ask.wire(), e);
      inquiry.endDown();
    }
  }

  private void decide(Inquiry inquiry, GetOutcome reply, Stamp stamp) {
    Ask<K, V> ask = inquiry.ask;
    CacheOptions<K, V> options = ask.visit().options;
    Verdict<V> verdict = verdict(ask.wire(), reply, stamp, options);
    if (verdict.misfit() && !inquiry.strict && !ask.visit().view.scopes().isEmpty()) {
      Inquiry stricter = new Inquiry(ask, inquiry.then, inquiry.tries, true);
      judge(stricter, CompletableFuture.completedFuture(reply), readStrictly(ask));
      return;
    }
    Item item = reply instanceof Item found ? found : null;
    if (verdict.kind() == Kind.UNGUARDED || verdict.kind() == Kind.DUE) {
      passGate(inquiry, verdict, stamp);
    } else if (item == null) {
      inquiry.end(verdict, stamp, null, null);
    } else {
      switch (verdict.kind()) {
        case EXPIRED -> askAgain(inquiry, mark(ask, item).markingStale());
        case MISFIT -> askAgain(inquiry, mark(ask, item).markingStale(Ttl.of(options.span())));
        case LOST -> inquiry.end(verdict, stamp, null, item);
        case WON -> {
          if (inquiry.tries == 0 && item.flags() != 0 && endsWithin(item, longLoad(options))) {
            // It might go while it is loaded, and another would load too: win it with a longer
            // life.
            askAgain(inquiry, prolonging(mark(ask, item), item, verdict, options));
          } else {
            inquiry.end(verdict, stamp, claim(ask.wire(), item, verdict), null);
          }
        }
        case REFRESH -> inquiry.end(verdict, stamp, claim(ask.wire(), item, verdict), null);
        default -> inquiry.end(verdict, stamp, null, null);
      }
    }
  }

  private static Delete mark(Ask<?, ?> ask, Item item) {
    return Delete.of(ask.wire()).ifCas(item.cas());
  }

  private @Nullable Claim claim(Key key, Item item, Verdict<V> verdict) {
    return leases == null || !item.hasCas()
        ? null
        : new LeaseClaim(leases, key, item, note(key, item.cas()), verdict.kind() == Kind.REFRESH);
  }

  /**
   * Marks an item stale so that it lives through another load. A value that is too old to be served
   * must not get a life with which it would look servable.
   */
  private Delete prolonging(
      Delete mark, Item item, Verdict<V> verdict, CacheOptions<?, ?> options) {
    Duration life = Duration.ofNanos(options.lease().toNanos());
    Kept<V> kept = verdict.kept();
    if (kept != null && !verdict.servable()) {
      Duration unservable = kept.envelope().span().minus(options.staleFor()).minusSeconds(1);
      boolean fits = unservable.compareTo(life) < 0 && unservable.toSeconds() > 0;
      life = fits ? unservable : life;
    }
    return endsWithin(item, life) ? mark.markingStale(Ttl.of(life)) : mark.markingStale();
  }

  /** How long a load may well take, so that an item that is loaded should live for that. */
  private static Duration longLoad(CacheOptions<?, ?> options) {
    Duration several = options.computeTime().multipliedBy(LONG_LOAD);
    Duration half = options.hardLoadTimeout().dividedBy(2);
    return several.compareTo(half) < 0 ? several : half;
  }

  private static boolean endsWithin(Item item, Duration time) {
    return item.expires() && item.remaining().compareTo(time) < 0;
  }

  /** Changes the item's CAS, if it is still the one that was seen, and looks again. */
  private void askAgain(Inquiry inquiry, Delete mark) {
    if (leases == null || inquiry.tries == MOST_TRIES) {
      inquiry.endDown();
      return;
    }
    Ask<K, V> ask = inquiry.ask;
    Get get = get(ask.wire(), ask.visit().options);
    List<CompletableFuture<Object>> pair = leases.executeAll(List.of(mark, get));
    Inquiry next = new Inquiry(ask, inquiry.then, inquiry.tries + 1, true);
    judge(next, pair.get(1).thenApply(GetOutcome.class::cast), readStrictly(ask));
  }

  private CompletableFuture<Stamp> readStrictly(Ask<K, V> ask) {
    return ask.visit().view.scopes().read(true);
  }

  /** Lets the gate choose, and looks again: who was chosen before may have stored the value. */
  private void passGate(Inquiry inquiry, Verdict<V> seen, Stamp stamp) {
    noteUnguarded();
    Ask<K, V> ask = inquiry.ask;
    Key mark = claimKey(ask.wire());
    when(tryGate(ask), (acquisition, fault) -> {
      if (acquisition instanceof Acquisition.Acquired acquired) {
        LockClaim claim = new LockClaim(this, store, ask.wire(), mark, acquired.hold());
        when(
            claim.enter(ask.visit().options.lease()),
            (entered, failed) -> lookBehindGate(inquiry, seen, stamp, claim));
      } else if (acquisition == Acquisition.Held.HELD) {
        when(
            store.get(mark),
            (owner, unknown) -> inquiry.end(
                seen.as(seen.kind() == Kind.DUE ? Kind.FRESH : Kind.LOST),
                stamp,
                null,
                LockClaim.ownerOf(owner)));
      } else {
        inquiry.endDown();
      }
    });
  }

  private void lookBehindGate(Inquiry inquiry, Verdict<V> before, Stamp stamp, LockClaim claim) {
    Ask<K, V> ask = inquiry.ask;
    when(send(ask.wire(), ask.visit().options), (reply, fault) -> {
      if (reply == null) {
        claim.giveBack();
        inquiry.endDown();
        return;
      }
      Verdict<V> now = verdict(ask.wire(), reply, stamp, ask.visit().options);
      boolean fresh = now.kind() == Kind.FRESH || now.kind() == Kind.DUE;
      if (fresh && !(before.kind() == Kind.DUE && now.isNoNewerThan(before))) {
        claim.giveBack();
        inquiry.end(now.as(Kind.FRESH), stamp, null, null);
      } else {
        inquiry.end(now.as(fresh ? Kind.REFRESH : Kind.WON), stamp, claim, null);
      }
    });
  }

  /** A gate may be the user's code: what it throws is a fault like any other. */
  private CompletableFuture<Acquisition> tryGate(Ask<K, V> ask) {
    try {
      return gate(ask).async().tryAcquire();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Lock gate(Ask<K, V> ask) {
    CacheOptions<K, V> options = ask.visit().options;
    Gate gate = options.gate();
    Key name = gateKey(ask.wire());
    if (gate != null) {
      return gate.lock(name);
    }
    // A second for the server's clock and one for the round trips; renewed while it is held.
    Duration ttl = options.computeTime().plusSeconds(2);
    return Lock.on(store, name, o -> o.ttl(ttl).ticker(site.ticker()).clock(site.clock()));
  }

  /** The name of the lock that chooses who loads. */
  Key gateKey(Key key) {
    return gates.key(key.bytes());
  }

  /** Where whoever was chosen by the gate leaves its token. */
  Key claimKey(Key key) {
    return claims.key(key.bytes());
  }

  /** Whether there are items without leases. */
  boolean isUnguarded() {
    return leases == null || unguarded;
  }

  private void noteUnguarded() {
    if (!isUnguarded()) {
      unguarded = true;
      log.warn("a server keeps no CAS (memcached -C): its keys are loaded under locks, which is"
          + " slower, and an invalidation can be overtaken by a load for a moment");
    }
  }

  /** Whether the holder of a lease has been seen for too long; true for one caller only. */
  boolean isOverdue(Sighting<K, V> sighting) {
    return sighting.holder() instanceof Item item
        && watches.isOverdue(
            sighting.ask().wire(), item.cas(), sighting.ask().visit().options.computeTime());
  }

  /** The overdue holder is known to live. */
  void excuse(Sighting<K, V> sighting) {
    if (sighting.holder() instanceof Item item) {
      watches.restart(sighting.ask().wire(), item.cas());
    }
  }

  /** Looks for a sign of life of an overdue holder. Without one, takes the lease from it. */
  void question(Sighting<K, V> sighting, Consumer<Sighting<K, V>> then) {
    Ask<K, V> ask = sighting.ask();
    if (!(sighting.holder() instanceof Item item)) {
      then.accept(sighting);
      return;
    }
    when(store.get(note(ask.wire(), item.cas())), (note, fault) -> {
      if (note != Miss.MISS) {
        watches.excuse(ask.wire(), item.cas(), ask.visit().options.computeTime());
        then.accept(sighting);
        return;
      }
      askAgain(
          new Inquiry(
              ask,
              next -> {
                if (next.verdict().kind() == Kind.WON) {
                  meter.count(CacheEvent.Kind.STOLEN, ask.wire());
                } else {
                  // The mark may not have got through, and nobody else would question the holder.
                  watches.restart(ask.wire(), item.cas());
                }
                then.accept(next);
              },
              0,
              true),
          prolonging(mark(ask, item), item, sighting.verdict(), ask.visit().options));
    });
  }

  /** Where the holder of a lease leaves its signs of life. */
  private Key note(Key key, Cas cas) {
    return notes.key(key.bytes(), cas.number());
  }

  /** A win that nobody can use. */
  void giveBackWin(Key key, GetOutcome reply) {
    if (leases != null
        && reply instanceof Item item
        && item.lease() == Lease.WON
        && item.hasCas()) {
      boolean early = !item.isStale() && item.flags() != 0;
      new LeaseClaim(leases, key, item, note(key, item.cas()), early).giveBack();
    }
  }
}
