package dev.corral.cache;

import static dev.corral.future.Answers.when;

import dev.corral.crowd.Watches;
import dev.corral.key.Key;
import dev.corral.metric.CacheEvent;
import dev.corral.metric.CacheMeter;
import dev.corral.scope.Stamp;
import dev.corral.shelf.Kept;
import dev.corral.shelf.Shelf;
import dev.corral.shelf.Terms;
import dev.corral.shelf.Verdict;
import dev.corral.shelf.Verdict.Kind;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Miss;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Goes on from the reply to a lookup until it can be acted upon. */
/* design
 *
 * A lookup is one flight: the value, which takes part in the choice of who loads, and the stamps of its
 * scopes. Most replies can be acted upon at once. The others take further flights:
 *
 *   a value of another stamp,     read the scopes again, strictly, before anything is done about it
 *   or a load under a stamp that
 *   is only assumed
 *   nobody was chosen             ask again, by the span that the value itself names, so that one must be.
 *                                 If still nobody is, or what is there is of another stamp, mark the item
 *                                 stale, if it is still the same, and ask again: whoever asks first is
 *                                 chosen then
 *   no leases on this server      take the lock of the gate, then look again: whoever had it before may
 *                                 have stored the value
 *   won, but it ends soon         mark it stale, with a longer life, and ask again
 *   the holder is overdue         look for its sign of life; without one, mark the item stale, which
 *                                 takes the lease from it, and ask again
 *
 * A mark is conditional on the CAS that was seen, and the question that follows it in the same flight
 * takes whatever it finds: whether the mark took effect does not matter to it.
 *
 * To be chosen does not change the CAS, so a mark may rob whoever was chosen since the item was seen.
 * That is why an old value is not marked at once: memcached's clock may tick between its choice, which
 * found the value fresh, and its word how long the value lives, which does not; and at that very moment
 * all ask.
 */
final class Lookups<K, V> {
  private static final int MOST_TRIES = 8;

  /** How many times the usual time a load may well take. */
  private static final int LONG_LOAD = 5;

  private final Shelf<V> shelf;
  private final Gates<K, V> gates;
  private final CacheMeter meter;
  private final Watches watches;

  Lookups(Site site, Shelf<V> shelf, Gates<K, V> gates, CacheMeter meter) {
    this.shelf = shelf;
    this.gates = gates;
    this.meter = meter;
    this.watches = new Watches(site.ticker());
  }

  /** What a reply means, before anything is done about it. */
  Verdict<V> verdict(Key key, GetOutcome reply, Stamp stamp, Terms terms) {
    Verdict<V> verdict = shelf.judge(reply, stamp, terms);
    if (verdict.kind() == Kind.FRESH
        && reply instanceof Item item
        && item.lease() == Lease.LOST
        && item.hasCas()) {
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
    judge(new Inquiry<>(ask, 0, false, then), reply, stamp);
  }

  private void judge(
      Inquiry<K, V> inquiry, CompletableFuture<GetOutcome> reply, CompletableFuture<Stamp> stamp) {
    when(reply, (outcome, fault) -> {
      if (outcome == null) {
        inquiry.endDown();
        return;
      }
      when(stamp, (read, unread) -> {
        if (read == null) {
          shelf.giveBackWin(inquiry.ask().wire(), outcome);
          inquiry.endUnread(unread);
        } else {
          inquiry.orEnd(() -> decide(inquiry, outcome, read));
        }
      });
    });
  }

  private void decide(Inquiry<K, V> inquiry, GetOutcome reply, Stamp stamp) {
    Key key = inquiry.ask().wire();
    Verdict<V> verdict = verdict(key, reply, stamp, inquiry.terms());
    if (!inquiry.strict() && isDoubtful(verdict, stamp, inquiry)) {
      CompletableFuture<GetOutcome> same = CompletableFuture.completedFuture(reply);
      judge(inquiry.strictly(), same, readStrictly(inquiry));
    } else if (verdict.kind() == Kind.UNGUARDED || verdict.kind() == Kind.DUE) {
      gates.pass(inquiry, verdict, stamp);
    } else if (reply instanceof Item item) {
      decide(inquiry, item, verdict, stamp);
    } else {
      inquiry.end(verdict, stamp);
    }
  }

  /** Whether nothing should be done about a value before its scopes are read strictly. */
  private boolean isDoubtful(Verdict<V> verdict, Stamp stamp, Inquiry<K, V> inquiry) {
    boolean loads = verdict.kind() != Kind.FRESH && verdict.kind() != Kind.LOST;
    return (verdict.misfit() && !inquiry.ask().visit().view.scopes().isEmpty())
        || (loads && stamp.isAssumed());
  }

  private void decide(Inquiry<K, V> inquiry, Item item, Verdict<V> verdict, Stamp stamp) {
    Key key = inquiry.ask().wire();
    Delete mark = item.hasCas() ? Delete.of(key).ifCas(item.cas()) : Delete.of(key);
    switch (verdict.kind()) {
      case EXPIRED -> {
        Kept<V> kept = verdict.kept();
        if (inquiry.tries() == 0 && kept != null) {
          Terms reaching = inquiry.terms().reaching(kept.envelope().span());
          judge(inquiry.again(), shelf.ask(key, reaching), readStrictly(inquiry));
        } else {
          askAgain(inquiry, mark.markingStale());
        }
      }
      case MISFIT -> askAgain(inquiry, mark.markingStale(Ttl.of(inquiry.terms().span())));
      case LOST -> inquiry.endLost(verdict, stamp, item);
      case REFRESH -> inquiry.endWon(verdict, stamp, shelf.claim(key, item, true));
      case WON -> {
        if (inquiry.tries() == 0 && item.flags() != 0 && mayEndInLoad(item, inquiry)) {
          // Another would load then, too: win it with a longer life.
          askAgain(inquiry, prolonging(mark, item, verdict, inquiry.terms()));
        } else {
          inquiry.endWon(verdict, stamp, shelf.claim(key, item, false));
        }
      }
      default -> inquiry.end(verdict, stamp);
    }
  }

  /** Whether an item may well end while it is loaded. */
  private static boolean mayEndInLoad(Item item, Inquiry<?, ?> inquiry) {
    CacheOptions<?, ?> options = inquiry.ask().visit().options;
    Duration several = options.computeTime().multipliedBy(LONG_LOAD);
    Duration half = options.hardLoadTimeout().dividedBy(2);
    return endsWithin(item, several.compareTo(half) < 0 ? several : half);
  }

  private static boolean endsWithin(Item item, Duration time) {
    return item.expires() && item.remaining().compareTo(time) < 0;
  }

  /**
   * Marks an item stale so that it lives through another load. A value that is too old to be served
   * must not get a life with which it would look servable.
   */
  private Delete prolonging(Delete mark, Item item, Verdict<V> verdict, Terms terms) {
    Duration life = Duration.ofNanos(terms.lease().toNanos());
    Kept<V> kept = verdict.kept();
    if (kept != null && !verdict.servable()) {
      Duration unservable = kept.envelope().span().minus(terms.staleFor()).minusSeconds(1);
      boolean fits = unservable.compareTo(life) < 0 && unservable.toSeconds() > 0;
      life = fits ? unservable : life;
    }
    return endsWithin(item, life) ? mark.markingStale(Ttl.of(life)) : mark.markingStale();
  }

  /** Changes the item's CAS, if it is still the one that was seen, and looks again. */
  private void askAgain(Inquiry<K, V> inquiry, Delete mark) {
    Store leases = shelf.leases();
    if (leases == null || inquiry.tries() == MOST_TRIES) {
      inquiry.endDown();
      return;
    }
    CompletableFuture<GetOutcome> reply = shelf.askAgain(leases, mark, inquiry.terms());
    judge(inquiry.again(), reply, readStrictly(inquiry));
  }

  private CompletableFuture<Stamp> readStrictly(Inquiry<K, V> inquiry) {
    return inquiry.ask().visit().view.scopes().read(true);
  }

  /** Whether the holder of a lease has been seen for too long; true for one caller only. */
  boolean isOverdue(Sighting<K, V> sighting) {
    return sighting.holder() instanceof Item item
        && watches.isOverdue(
            sighting.ask().wire(), item.cas(), sighting.ask().visit().watchTime());
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
    when(shelf.sign(ask.wire(), item.cas()), (sign, fault) -> {
      if (sign != Miss.MISS) {
        watches.excuse(ask.wire(), item.cas(), ask.visit().watchTime());
        then.accept(sighting);
        return;
      }
      Inquiry<K, V> theft = new Inquiry<>(ask, 0, true, next -> {
        if (next.verdict().kind() == Kind.WON) {
          meter.count(CacheEvent.Kind.STOLEN, ask.wire());
        } else {
          // The mark may not have got through, and nobody else would question the holder.
          watches.restart(ask.wire(), item.cas());
        }
        then.accept(next);
      });
      Delete mark = Delete.of(ask.wire()).ifCas(item.cas());
      askAgain(theft, prolonging(mark, item, sighting.verdict(), theft.terms()));
    });
  }
}
