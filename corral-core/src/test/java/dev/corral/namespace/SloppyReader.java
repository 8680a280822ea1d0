package dev.corral.namespace;

import dev.corral.future.Answers;
import dev.corral.namespace.GenerationItems.Drawn;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import dev.corral.site.Site;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Placement;
import dev.corral.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Finds out which generations namespaces have, strictly, but not quite by the rules. */
final class SloppyReader implements Scope.Source {
  private static final String EVIDENCE = "corral-evidence";

  /** The rule that is broken. */
  enum Slip {
    /** None: then it reads as it should. */
    NONE,
    /** The generation of a namespace that has lost its item is the master. */
    FALLING_BACK_TO_THE_MASTER,
    /** A generation counts although the master in force is newer. */
    BELIEVING_OLD_GENERATIONS,
    /** A generation counts if its number is greater than the master's. */
    BELIEVING_CLOCKS
  }

  private final Site site;
  private final Store store;
  private final Slip slip;
  private final Ledger ledger;
  private final Moves moves;
  private final GenerationItems items;

  SloppyReader(Site site, NamespaceOptions options, Slip slip) {
    this.site = site;
    this.store = (Store) site.keyStore();
    this.slip = slip;
    Generations generations = new Generations(site);
    ledger = new Ledger(site, site.prefix().key(EVIDENCE), options, generations);
    moves = new Moves(site, store, options, ledger, generations);
    items = new GenerationItems(site, options, ledger, generations);
  }

  /** The same namespace, read in this way. */
  Scope scope(Namespace namespace) {
    return new Sloppy(namespace, this);
  }

  private record Sloppy(Namespace namespace, SloppyReader source) implements Scope {
    @Override
    public String name() {
      return namespace.name();
    }

    @Override
    public CompletableFuture<Stamp> read(boolean strict) {
      return source.read(List.of(this), strict);
    }
  }

  @Override
  public CompletableFuture<Stamp> read(List<Scope> scopes, boolean strict) {
    List<Namespace> namespaces =
        scopes.stream().map(scope -> ((Sloppy) scope).namespace).toList();
    return Answers.then(
        moves.settle(),
        at -> Answers.then(
            Answers.then(ledger.read(at), epoch -> read(at, epoch, namespaces)),
            stamp -> at.equals(store.placement())
                ? CompletableFuture.completedFuture(stamp)
                : read(scopes, strict)));
  }

  private CompletableFuture<Stamp> read(Placement at, Epoch epoch, List<Namespace> namespaces) {
    long now = site.clock().millis();
    View view = new View(epoch, now, false, namespaces);
    CompletableFuture<View> all = CompletableFuture.completedFuture(view);
    for (int i = 0; i < namespaces.size(); i++) {
      int index = i;
      Namespace namespace = namespaces.get(i);
      if (epoch.mayBeTouched(namespace, now)) {
        long master = epoch.masterOf(namespace, now);
        all = Answers.then(
            all,
            known ->
                Answers.map(generation(at, namespace, master), found -> known.put(index, found)));
      }
    }
    return Answers.map(all, View::stamp);
  }

  private CompletableFuture<Long> generation(Placement at, Namespace namespace, long master) {
    return Answers.then(at.execute(Get.of(namespace.key())), outcome -> {
      Drawn found = outcome instanceof Item item ? Drawn.parse(item.value()) : Drawn.NONE;
      long generation = found.generation();
      if (generation == 0 && slip == Slip.FALLING_BACK_TO_THE_MASTER) {
        return CompletableFuture.completedFuture(master);
      }
      boolean counts = switch (slip) {
        case BELIEVING_OLD_GENERATIONS -> generation != 0;
        case BELIEVING_CLOCKS -> generation > master;
        default -> found.countsUnder(master);
      };
      return counts
          ? CompletableFuture.completedFuture(generation)
          : items.renew(at, namespace, master);
    });
  }
}
