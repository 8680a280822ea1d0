package dev.corral.shelf;

import dev.corral.codec.Codec;
import dev.corral.codec.Envelope;
import dev.corral.key.Key;
import dev.corral.key.KeyPrefix;
import dev.corral.scope.Stamp;
import dev.corral.site.Site;
import dev.corral.store.BasicStore;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The values of a cache in its store, whether that has leases or not. */
public final class Shelf<V> {
  /** Marks a value as the cache's own: a placeholder has none. */
  private static final int FLAGS = 1;

  private static final Duration WIDEST_WINDOW = Duration.ofDays(30);

  private final Site site;
  private final BasicStore store;
  private final @Nullable Store leases;
  private final Codec<V> codec;
  private final KeyPrefix notes;

  /** How long the last load took that was heard of, for the draw of an early refresh. */
  private volatile long loadNanos;

  public Shelf(Site site, Codec<V> codec) {
    this.site = site;
    this.store = site.store();
    this.leases = store instanceof Store full ? full : null;
    this.codec = codec;
    this.notes = site.prefix().with("corral-note");
  }

  public BasicStore store() {
    return store;
  }

  /** The store, if it has leases; or null. */
  public @Nullable Store leases() {
    return leases;
  }

  /** Asks for a value, and takes part in the choice of who loads it. */
  public CompletableFuture<GetOutcome> ask(Key key, Terms terms) {
    return leases == null ? store.get(key) : leases.execute(get(key, terms));
  }

  /** The same for a thread that waits for the reply at once. */
  public CompletableFuture<GetOutcome> askAwaited(Key key, Terms terms) {
    return leases == null ? store.get(key) : leases.executeAwaited(get(key, terms));
  }

  /** Asks for many values in one flight. */
  public List<CompletableFuture<GetOutcome>> askAll(List<Key> keys, Terms terms) {
    return leases == null
        ? keys.stream().map(store::get).toList()
        : leases.executeAll(keys.stream().map(key -> get(key, terms)).toList());
  }

  /** Changes the item's CAS, if it is still as the mark demands, and asks in the same flight. */
  public CompletableFuture<GetOutcome> askAgain(Store full, Delete mark, Terms terms) {
    List<CompletableFuture<Object>> pair = full.executeAll(List.of(mark, get(mark.key(), terms)));
    return pair.get(1).thenApply(GetOutcome.class::cast);
  }

  /** Looks, and takes no part in the choice of who loads, save of an item that is marked stale. */
  public CompletableFuture<GetOutcome> look(Key key) {
    return leases == null ? store.get(key) : leases.execute(Get.of(key).withDetails());
  }

  /** Asks whether there is a value, which keeps it from being evicted; and takes part as a look. */
  public CompletableFuture<GetOutcome> glance(Key key) {
    return leases == null
        ? store.get(key)
        : leases.execute(Get.of(key).withoutValue().withDetails());
  }

  private Get get(Key key, Terms terms) {
    return Get.leased(key, terms.lease(), window(terms));
  }

  /** How long before the end of its life an item may be won. */
  private Duration window(Terms terms) {
    Duration window = terms.window().plus(early(terms));
    return window.compareTo(WIDEST_WINDOW) < 0 ? window : WIDEST_WINDOW;
  }

  /** How long before it ceases to be fresh a value may be refreshed: drawn for each lookup anew. */
  private Duration early(Terms terms) {
    if (terms.earlyBeta() == 0) {
      return terms.refreshAhead();
    }
    double u = 1 - site.random().nextDouble(); // never 0
    Duration drawn =
        Duration.ofNanos((long) Math.ceil(-terms.earlyBeta() * loadNanos * Math.log(u)));
    return terms.refreshAhead().compareTo(drawn) < 0 ? drawn : terms.refreshAhead();
  }

  /** What a reply means. */
  public Verdict<V> judge(GetOutcome reply, Stamp stamp, Terms terms) {
    Verdict<V> verdict = leases == null
        ? Verdict.of(reply, stamp, terms, codec, site.clock().instant(), early(terms))
        : Verdict.of(reply, stamp, terms, codec);
    Kept<V> kept = verdict.kept();
    if (kept != null && terms.earlyBeta() > 0) {
      loadNanos = kept.envelope().loadTime().toNanos();
    }
    return verdict;
  }

  /**
   * Changes a key, and looks at its item first, in the same flight.
   *
   * @return whether the item could not be claimed by lease, for want of a CAS
   */
  public CompletableFuture<Boolean> change(Store full, Delete change) {
    Get look = Get.of(change.key()).withoutValue().withDetails();
    List<CompletableFuture<Object>> pair = full.executeAll(List.of(look, change));
    return pair.get(1)
        .thenCombine(pair.get(0), (changed, reply) -> reply instanceof Item item && !item.hasCas());
  }

  /** A value in its envelope. */
  public Envelope wrap(V value) {
    return Envelope.of(codec.encode(value));
  }

  /** The put of a value that is fresh for so long, without a condition. */
  public Put put(Key key, Envelope value, Stamp stamp, Ttl fresh, Terms terms) {
    boolean ends = leases == null && fresh.isLimited();
    Instant end = ends ? site.clock().instant().plusNanos(fresh.toNanos()) : Instant.MAX;
    byte[] bytes =
        value.stamp(stamp.value()).expiry(fresh, terms.span()).softExpiry(end).seal();
    return Put.set(key, bytes, terms.life(fresh)).withLinger(terms.span()).withFlags(FLAGS);
  }

  /** Stores a value in any case. */
  public CompletableFuture<?> store(Put put) {
    return leases == null ? store.set(put.key(), put.value(), put.ttl()) : leases.execute(put);
  }

  /** Stores values under leases, in one flight. */
  public List<CompletableFuture<PutOutcome>> storeAll(List<Put> puts) {
    return leases == null || puts.isEmpty() ? List.of() : leases.executeAll(puts);
  }

  /** The claim of whoever won an item, if it has a CAS by which it can be held; or null. */
  public @Nullable LeaseClaim claim(Key key, Item item, boolean early) {
    return leases == null || !item.hasCas()
        ? null
        : new LeaseClaim(leases, key, item, note(key, item.cas()), early);
  }

  /** Looks for the sign of life of whoever holds a lease. */
  public CompletableFuture<GetOutcome> sign(Key key, Cas cas) {
    return store.get(note(key, cas));
  }

  /** Where the holder of a lease leaves its signs of life. */
  private Key note(Key key, Cas cas) {
    return notes.key(key.bytes(), cas.number());
  }

  /** Gives back a win that nobody can use, if the reply is one. */
  public void giveBackWin(Key key, GetOutcome reply) {
    if (reply instanceof Item item && item.lease() == Lease.WON) {
      boolean early = !item.isStale() && item.flags() != 0;
      LeaseClaim claim = claim(key, item, early);
      if (claim != null) {
        claim.giveBack();
      }
    }
  }
}
