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

/** Finds out which generations namespaces have, in one flight if it can. */
/* design
 *
 * Strictly: the flight holds the evidence, and the generations of those namespaces that this process's
 * copy of the evidence says have been touched. Within an epoch that is hardly ever wrong, and costs a
 * second flight when it is. Without evidence: the generations alone; the epoch is read once, and again
 * when the servers change. Relaxed: while the copies are young enough, nothing is asked.
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
    List<Namespace> namespaces = scopes.stream().map(scope -> (Namespace) scope).toList();
    return Answers.map(view(namespaces, strict), View::stamp);
  }

  /** Which generations namespaces have. */
  CompletableFuture<View> view(List<Namespace> namespaces, boolean strict) {
    meter.read(namespaces.size());
    return look(namespaces, strict);
  }

  private CompletableFuture<View> look(List<Namespace> namespaces, boolean strict) {
    Placement at = moves.current();
    if (!moves.isSettled(at)) {
      return Answers.then(moves.settle(), settled -> look(namespaces, strict));
    }
    boolean relaxed = options.isRelaxed() && !strict;
    Question question = new Question(at, namespaces, relaxed);
    Ledger.Copy copy = ledger.copy();
    if (copy != null) {
      question.ask(copy.epoch(), site.clock().millis());
      if (relaxed
          && options.hasEvidence()
          && options.trusts(site.ticker().nanos() - copy.asked())) {
        return question.answer(copy.epoch(), true);
      }
    }
    CompletableFuture<Epoch> evidence = copy == null || options.hasEvidence()
        ? ledger.read(at)
        : CompletableFuture.completedFuture(copy.epoch());
    return Answers.then(evidence, epoch -> {
      flush.whenMuddled(epoch);
      return Answers.then(
          question.answer(epoch, false),
          view -> at.equals(moves.current())
              ? CompletableFuture.completedFuture(view)
              : look(namespaces, strict)); // what was read may have been left behind
    });
  }

  /** What is asked about some namespaces, and what was answered so far. */
  private final class Question {
    private final Placement at;
    private final List<Namespace> namespaces;
    private final boolean relaxed;

    /** By namespace; null where the generation is not needed. */
    private final CompletableFuture<Drawn>[] replies;

    /** Whether some of the replies are what this process knew. */
    private boolean trusting;

    @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
    Question(Placement at, List<Namespace> namespaces, boolean relaxed) {
      this.at = at;
      this.namespaces = namespaces;
      this.relaxed = relaxed;
      this.replies = new CompletableFuture[namespaces.size()];
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
              ? CompletableFuture.completedFuture(trusted)
              : lookUp(namespace, epoch.masterOf(namespace, now));
        }
      }
    }

    private CompletableFuture<Drawn> lookUp(Namespace namespace, long master) {
      meter.lookedUp();
      return Answers.map(items.read(at, namespace), found -> {
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
        CompletableFuture<Drawn> reply = replies[i];
        if (reply != null && epoch.mayBeTouched(namespace, now)) {
          int index = i;
          long master = epoch.masterOf(namespace, now);
          CompletableFuture<Long> generation = Answers.then(
              reply,
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
