package dev.corral.namespace;

import dev.corral.future.Answers;
import dev.corral.metric.NamespaceMeter;
import dev.corral.namespace.GenerationItems.Drawn;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import dev.corral.site.Site;
import dev.corral.store.Placement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds out which generations namespaces have, in one flight if it can. */
/* design
 *
 * Strictly: the flight holds the evidence, and the generations of those namespaces that this process's
 * copy of the evidence says have been touched. Within an epoch that is hardly ever wrong, and costs a
 * second flight when it is. Without evidence: the generations alone; the epoch is read once, and again
 * when the servers change. Relaxed: while the copies are young enough, nothing is asked.
 *
 * A thread that waits sends all of it without waiting for anything, since the value is yet to be asked
 * for. Then it goes on with the answers by itself, the evidence first: callbacks would run on threads of
 * the store's, and to wake one costs more than all the rest.
 *
 * What is asked for together need not be answered in an order. An invalidation that returned before
 * the question has changed both items by then; of one that did not, either state may be seen.
 */
final class StampReader implements Scope.Source {
  private final Site site;
  private final NamespaceOptions options;
  private final Ledger ledger;
  private final GenerationItems items;
  private final Moves moves;
  private final Flush flush;
  private final NamespaceMeter meter;

  StampReader(
      Site site,
      NamespaceOptions options,
      Ledger ledger,
      GenerationItems items,
      Moves moves,
      Flush flush,
      NamespaceMeter meter) {
    this.site = site;
    this.options = options;
    this.ledger = ledger;
    this.items = items;
    this.moves = moves;
    this.flush = flush;
    this.meter = meter;
  }

  @Override
  public CompletableFuture<Stamp> read(List<Scope> scopes, boolean strict) {
    return Answers.map(view(namespaces(scopes), strict), View::stamp);
  }

  @Override
  public Supplier<CompletableFuture<Stamp>> ask(List<Scope> scopes, boolean strict) {
    meter.read(scopes.size());
    Supplier<CompletableFuture<View>> view = send(namespaces(scopes), strict, true);
    return () -> Answers.map(view.get(), View::stamp);
  }

  @SuppressWarnings("unchecked") // no other scope has this source
  private static List<Namespace> namespaces(List<Scope> scopes) {
    return (List<Namespace>) (List<?>) scopes;
  }

  /** Which generations namespaces have. */
  CompletableFuture<View> view(List<Namespace> namespaces, boolean strict) {
    meter.read(namespaces.size());
    return look(namespaces, strict);
  }

  private CompletableFuture<View> look(List<Namespace> namespaces, boolean strict) {
    return send(namespaces, strict, false).get();
  }

  /**
   * Sends what must be asked.
   *
   * @param waits whether the thread that goes on waits for the answers, rather than leave to the
   *     store's callbacks what is to be done with them
   * @return goes on with the answers, once
   */
  private Supplier<CompletableFuture<View>> send(
      List<Namespace> namespaces, boolean strict, boolean waits) {
    Placement at = moves.current();
    if (!moves.isSettled(at)) {
      CompletableFuture<View> moved =
          Answers.then(moves.settle(), settled -> look(namespaces, strict));
      return () -> moved;
    }
    boolean relaxed = options.isRelaxed() && !strict;
    Question question = new Question(at, namespaces, relaxed, waits);
    Ledger.Copy copy = ledger.copy();
    if (copy != null) {
      question.ask(copy.epoch(), site.clock().millis());
      if (relaxed
          && options.hasEvidence()
          && options.trusts(site.ticker().nanos() - copy.asked())) {
        return () -> question.answer(copy.epoch(), true);
      }
    }
    Supplier<CompletableFuture<Epoch>> evidence = evidence(at, copy, waits);
    return () -> Answers.then(waits ? Answers.settled(evidence.get()) : evidence.get(), epoch -> {
      flush.whenMuddled(epoch);
      return Answers.then(
          question.answer(epoch, false),
          view -> at.equals(moves.current())
              ? CompletableFuture.completedFuture(view)
              : look(namespaces, strict)); // what was read may have been left behind
    });
  }

  private Supplier<CompletableFuture<Epoch>> evidence(
      Placement at, Ledger.@Nullable Copy copy, boolean waits) {
    if (waits && options.hasEvidence()) {
      return ledger.ask(at);
    }
    CompletableFuture<Epoch> evidence = copy == null || options.hasEvidence()
        ? ledger.read(at)
        : CompletableFuture.completedFuture(copy.epoch());
    return () -> evidence;
  }

  /** What is asked about some namespaces, and what was answered so far. */
  private final class Question {
    private final Placement at;
    private final List<Namespace> namespaces;
    private final boolean relaxed;
    private final boolean waits;

    /** By namespace, what goes on with the reply; null where the generation is not needed. */
    private final Supplier<CompletableFuture<Drawn>>[] replies;

    /** Whether some of the replies are what this process knew. */
    private boolean trusting;

    @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
    Question(Placement at, List<Namespace> namespaces, boolean relaxed, boolean waits) {
      this.at = at;
      this.namespaces = namespaces;
      this.relaxed = relaxed;
      this.waits = waits;
      this.replies = new Supplier[namespaces.size()];
    }

    /** Asks for the generations of those that may have been touched. */
    void ask(Epoch epoch, long now) {
      for (int i = 0; i < replies.length; i++) {
        Namespace namespace = namespaces.get(i);
        if (replies[i] == null && epoch.mayBeTouched(namespace, now)) {
          Drawn trusted = relaxed ? items.trusted(namespace) : Drawn.NONE;
          boolean known = trusted.generation() != 0;
          trusting |= known;
          replies[i] = known
              ? () -> CompletableFuture.completedFuture(trusted)
              : lookUp(namespace, epoch.masterOf(namespace, now));
        }
      }
    }

    private Supplier<CompletableFuture<Drawn>> lookUp(Namespace namespace, long master) {
      meter.lookedUp();
      if (waits) {
        Supplier<CompletableFuture<Drawn>> asked = items.ask(at, namespace);
        return () -> counted(asked.get(), master);
      }
      CompletableFuture<Drawn> found = counted(items.read(at, namespace), master);
      return () -> found;
    }

    private CompletableFuture<Drawn> counted(CompletableFuture<Drawn> reply, long master) {
      return Answers.map(reply, found -> {
        if (!found.countsUnder(master)) {
          meter.lookedUpNeedlessly();
        }
        return found;
      });
    }

    CompletableFuture<View> answer(Epoch epoch, boolean assumed) {
      long now = site.clock().millis();
      ask(epoch, now);
      CompletableFuture<View> view =
          CompletableFuture.completedFuture(new View(epoch, now, assumed || trusting, namespaces));
      for (int i = 0; i < replies.length; i++) {
        Namespace namespace = namespaces.get(i);
        Supplier<CompletableFuture<Drawn>> reply = replies[i];
        if (reply != null && epoch.mayBeTouched(namespace, now)) {
          int index = i;
          long master = epoch.masterOf(namespace, now);
          CompletableFuture<Long> generation = Answers.then(
              reply.get(),
              found -> found.countsUnder(master)
                  ? CompletableFuture.completedFuture(found.generation())
                  : items.renew(at, namespace, master));
          view = Answers.then(
              view, known -> Answers.map(generation, found -> known.put(index, found)));
        }
      }
      return view;
    }
  }
}
