package dev.corral.namespace;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.CorralException;
import dev.corral.future.Answers;
import dev.corral.site.Site;
import dev.corral.store.Item;
import dev.corral.store.Placement;
import dev.corral.store.Store;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the evidence along when the servers change, before anything else is done with it. */
/* design
 *
 * A ring change moves bookkeeping to other servers, and a change back would find yesterday's. So each
 * change of the server list begins a new epoch, and whoever sees it makes sure of that:
 *
 *   1  Read the evidence at its new home.
 *   2  If the home is another one, read the evidence at the old home, and seal it there, however old it
 *      is, so that it counts as gone when the list changes back. If it can't be read or sealed, never mind.
 *   3  If what was read in 1 was written under this list, and is newer than any that this process has
 *      seen, use it: somebody else has begun the epoch. So too if this process has seen it already, as
 *      one that comes late does, unless it has invalidated something under it: that is on the servers
 *      of before. Whoever began it may never have known the old home, so the seal comes first.
 *      Otherwise write a new master at the new home. What was read in 1 or 2 becomes its old half,
 *      unless it is older than what this process has seen; or unless the home is another one and there
 *      was evidence, too: others were here before us, and what they have touched since is not in ours.
 *   4  If another process was faster anywhere in this, begin again: what was read is old news by then.
 *      So too, a few times, if others had sealed the old home already, and there is nothing to use at the
 *      new one: whoever sealed it is about to write there what only it has read.
 *
 * Never is this process's own copy the old half: it may lack an invalidation. Namespaces that had been
 * touched move to the new master at once, since their generations may have stayed behind; the others
 * roll, so that a ring change is not a flush.
 */
final class Moves {
  private static final Logger log = LoggerFactory.getLogger(Moves.class);

  private static final int TRIES_FOR_OTHERS = 8;

  private final Site site;
  private final Store store;
  private final NamespaceOptions options;
  private final Ledger ledger;
  private final Generations generations;
  private final AtomicReference<@Nullable CompletableFuture<Placement>> running =
      new AtomicReference<>();
  private volatile Placement settled;

  Moves(Site site, Store store, NamespaceOptions options, Ledger ledger, Generations generations) {
    this.site = site;
    this.store = store;
    this.options = options;
    this.ledger = ledger;
    this.generations = generations;
    this.settled = store.placement();
  }

  /** Where the keys are now, whether or not the bookkeeping is there yet. */
  Placement current() {
    return store.placement();
  }

  /** Whether all bookkeeping is where a placement says. */
  boolean isSettled(Placement at) {
    return at.equals(settled);
  }

  /** Sees to it that all bookkeeping is where it belongs by now, and says where that is. */
  CompletableFuture<Placement> settle() {
    Placement seen = store.placement();
    if (isSettled(seen)) {
      return CompletableFuture.completedFuture(seen);
    }
    CompletableFuture<Placement> mine = new CompletableFuture<>();
    CompletableFuture<Placement> other = running.compareAndExchange(null, mine);
    if (other != null) {
      return Answers.then(other, done -> settle()); // it may have moved on since
    }
    Answers.when(Answers.begin(this::moveNow), (now, fault) -> {
      running.set(null);
      if (now != null) {
        mine.complete(now);
      } else {
        mine.completeExceptionally(Objects.requireNonNull(fault));
      }
    });
    return mine;
  }

  private CompletableFuture<Placement> moveNow() {
    Placement now = store.placement(); // once more, or a move that has just ended would be undone
    return Answers.map(move(settled, now, 0), epoch -> {
      settled = now;
      return now;
    });
  }

  private CompletableFuture<Epoch> move(Placement from, Placement to, int tries) {
    if (from.equals(to)) {
      return Answers.map(ledger.hold(to), Ledger.Held::epoch); // somebody has just done it
    }
    long before = ledger.seen();
    long asked = site.ticker().nanos();
    return Answers.then(ledger.look(to), reply -> {
      Item item = reply instanceof Item there ? there : null;
      Epoch epoch = item == null ? null : ledger.parse(item.value());
      if (epoch != null) {
        generations.saw(epoch.master());
      }
      Epoch live = epoch == null || epoch.sealed() ? null : epoch;
      boolean moves = to.moves(ledger.key(), from);
      CompletableFuture<Taken> half =
          moves ? take(from) : CompletableFuture.completedFuture(new Taken(State.DONE, live));
      return Answers.then(half, taken -> {
        if (item != null
            && live != null
            && isDone(live, before, to)
            && taken.state != State.CHANGED) {
          ledger.saw(live, item.value(), asked);
          return CompletableFuture.completedFuture(live);
        }
        boolean parted = moves && live != null;
        boolean tooSoon = taken.state == State.CHANGED
            || (taken.state == State.SEALED_BY_OTHERS && tries < TRIES_FOR_OTHERS);
        return tooSoon
            ? ledger.retries().again(ledger.key(), tries, more -> move(from, to, more))
            : begin(from, to, item, parted ? null : newest(taken.epoch, before), tries);
      });
    });
  }

  /**
   * Whether somebody else has begun the epoch of these servers: it is newer than what this process
   * has seen, or it is the one that it has seen, and has invalidated nothing under since then with
   * the servers of before.
   */
  private boolean isDone(Epoch live, long before, Placement to) {
    return live.servers() == to.fingerprint()
        && (live.master() > before || (live.master() == before && ledger.touched() != before));
  }

  private static @Nullable Epoch newest(@Nullable Epoch epoch, long before) {
    return epoch != null && epoch.master() >= before ? epoch : null;
  }

  private enum State {
    /** It is sealed, or is not there, or is out of reach. */
    DONE,
    /** Somebody else had sealed it. */
    SEALED_BY_OTHERS,
    /** Somebody else has changed it meanwhile. */
    CHANGED
  }

  /**
   * What came of the evidence at its old home.
   *
   * @param state whether it is done
   * @param epoch what it was, if it was there
   */
  private record Taken(State state, @Nullable Epoch epoch) {}

  /** Reads the evidence at its old home, and seals it. */
  private CompletableFuture<Taken> take(Placement from) {
    CompletableFuture<Taken> taken = Answers.then(ledger.look(from), reply -> {
      Item item = reply instanceof Item there ? there : null;
      Epoch epoch = item == null ? null : ledger.parse(item.value());
      if (epoch == null || epoch.sealed()) {
        State state = epoch == null ? State.DONE : State.SEALED_BY_OTHERS;
        return CompletableFuture.completedFuture(new Taken(state, null));
      }
      generations.saw(epoch.master());
      byte[] seal = ledger.bytes(epoch.seal(generations.next()));
      return Answers.map(
          from.execute(ledger.over(item, seal)),
          outcome -> new Taken(outcome.isStored() ? State.DONE : State.CHANGED, epoch));
    });
    return Answers.branch(taken, CompletableFuture::completedFuture, fault -> {
      if (fault instanceof ConfigurationException || !(fault instanceof CorralException)) {
        return CompletableFuture.failedFuture(fault);
      }
      log.info("the evidence could not be taken along, so all namespaces begin anew", fault);
      return CompletableFuture.completedFuture(new Taken(State.DONE, null));
    });
  }

  private CompletableFuture<Epoch> begin(
      Placement from, Placement to, @Nullable Item there, @Nullable Epoch half, int tries) {
    long master = generations.next();
    Epoch next = half == null
        ? Epoch.begin(master, options.bytes(), to.fingerprint())
        : half.next(
            master,
            site.clock().millis(),
            options.rollingPeriod().toMillis(),
            true,
            to.fingerprint());
    byte[] item = ledger.bytes(next);
    long asked = site.ticker().nanos();
    return Answers.then(to.execute(ledger.over(there, item)), outcome -> {
      if (!outcome.isStored()) {
        return ledger.retries().again(ledger.key(), tries, more -> move(from, to, more));
      }
      ledger.saw(next, item, asked);
      return CompletableFuture.completedFuture(next);
    });
  }
}
