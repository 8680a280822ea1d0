package dev.corral.cache;

import static dev.corral.future.Answers.when;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.key.KeyPrefix;
import dev.corral.lock.Acquisition;
import dev.corral.lock.Lock;
import dev.corral.scope.Stamp;
import dev.corral.shelf.LockClaim;
import dev.corral.shelf.Shelf;
import dev.corral.shelf.Verdict;
import dev.corral.shelf.Verdict.Kind;
import dev.corral.site.Site;
import dev.corral.store.BasicStore;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has a lock choose who loads, where the store can't; see {@link LockClaim}. */
final class Gates<K, V> {
  private static final Logger log = LoggerFactory.getLogger(Gates.class);

  private final Site site;
  private final Shelf<V> shelf;
  private final BasicStore store;
  private final KeyPrefix gates;
  private final KeyPrefix marks;

  private volatile boolean known;

  Gates(Site site, Shelf<V> shelf) {
    this.site = site;
    this.shelf = shelf;
    this.store = shelf.store();
    this.gates = site.prefix().with("corral-gate");
    this.marks = site.prefix().with("corral-claim");
    this.known = shelf.leases() == null;
  }

  /** Lets the gate choose, and looks again: who was chosen before may have stored the value. */
  void pass(Inquiry<K, V> inquiry, Verdict<V> seen, Stamp stamp) {
    noteNeed();
    Ask<K, V> ask = inquiry.ask();
    Key mark = mark(ask.wire());
    when(
        tryEnter(ask),
        (acquisition, fault) -> inquiry.orEnd(() -> {
          if (acquisition instanceof Acquisition.Acquired acquired) {
            LockClaim claim = new LockClaim(shelf, mark, acquired.hold());
            when(
                claim.enter(inquiry.terms().lease()),
                (entered, failed) -> inquiry.orEnd(() -> lookBehind(inquiry, seen, stamp, claim)));
          } else if (acquisition == Acquisition.Held.HELD && seen.kind() == Kind.DUE) {
            inquiry.end(seen.as(Kind.FRESH), stamp);
          } else if (acquisition == Acquisition.Held.HELD) {
            when(
                store.get(mark),
                (owner, unknown) ->
                    inquiry.endLost(seen.as(Kind.LOST), stamp, LockClaim.ownerOf(owner)));
          } else {
            inquiry.endDown();
          }
        }));
  }

  private void lookBehind(Inquiry<K, V> inquiry, Verdict<V> before, Stamp stamp, LockClaim claim) {
    when(
        shelf.ask(inquiry.ask().wire(), inquiry.terms()),
        (reply, fault) -> inquiry.orEnd(() -> {
          if (reply == null) {
            claim.giveBack();
            inquiry.endDown();
            return;
          }
          Verdict<V> now = shelf.judge(reply, stamp, inquiry.terms());
          boolean fresh = now.kind() == Kind.FRESH || now.kind() == Kind.DUE;
          if (fresh && !(before.kind() == Kind.DUE && now.isNoNewerThan(before))) {
            claim.giveBack();
            inquiry.end(now.as(Kind.FRESH), stamp);
          } else {
            inquiry.endWon(now.as(fresh ? Kind.REFRESH : Kind.WON), stamp, claim);
          }
        }));
  }

  /** A gate may be the user's code: what it throws is a fault like any other. */
  private CompletableFuture<Acquisition> tryEnter(Ask<K, V> ask) {
    return Answers.begin(() -> lock(ask).async().tryAcquire());
  }

  private Lock lock(Ask<K, V> ask) {
    CacheOptions<K, V> options = ask.visit().options;
    Gate gate = options.gate();
    Key name = gates.key(ask.wire().bytes());
    if (gate != null) {
      return gate.lock(name);
    }
    // A second for the server's clock and one for the round trips; renewed while it is held.
    Duration ttl = options.computeTime().plusSeconds(2);
    return Lock.on(store, name, o -> o.ttl(ttl).ticker(site.ticker()).clock(site.clock()));
  }

  /**
   * Deletes an item or marks it stale, and takes the claim from whoever passed its gate, if it has
   * one. That is known by the item: whoever loads has left one there.
   */
  CompletableFuture<?> change(Delete change) {
    Store leases = shelf.leases();
    if (leases == null) {
      return revoke(change.key()).thenCompose(revoked -> store.delete(change.key()));
    }
    return shelf.change(leases, change).thenCompose(unleased -> {
      if (unleased) {
        noteNeed();
        return revoke(change.key()).thenCompose(revoked -> leases.execute(change));
      }
      return CompletableFuture.completedFuture(DeleteOutcome.DELETED);
    });
  }

  /** Takes the claim from whoever loads, so that it can't store over what comes now. */
  CompletableFuture<Boolean> revoke(Key key) {
    return store.delete(mark(key)).thenCompose(gone -> store.delete(gates.key(key.bytes())));
  }

  /** Where whoever was chosen leaves its token. */
  private Key mark(Key key) {
    return marks.key(key.bytes());
  }

  private void noteNeed() {
    if (!known) {
      known = true;
      log.warn("a server keeps no CAS (memcached -C): its keys are loaded under locks, which is"
          + " slower, and an invalidation can be overtaken by a load for a moment");
    }
  }
}
