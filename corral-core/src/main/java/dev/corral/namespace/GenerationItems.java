package dev.corral.namespace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.RejectedException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.site.Site;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import java.util.concurrent.CompletableFuture;

/** The generations of the namespaces that have been touched, one item each. */
/* design
 *
 * One that is gone, or not newer than the master in force, is made anew, and thereby the namespace is
 * invalidated: to fall back to the master would bring dead values back. Of those who do so at once,
 * one succeeds, and the others use what it wrote.
 *
 * Those who read relaxed keep what they saw, with the time when they asked for it.
 */
final class GenerationItems {
  private static final long MOST_COPIES = 10_000;

  private final Site site;
  private final NamespaceOptions options;
  private final Ledger ledger;
  private final Generations generations;
  private final Cache<Key, Copy> copies =
      Caffeine.newBuilder().maximumSize(MOST_COPIES).executor(Runnable::run).build();

  private record Copy(long generation, long asked) {}

  GenerationItems(Site site, NamespaceOptions options, Ledger ledger, Generations generations) {
    this.site = site;
    this.options = options;
    this.ledger = ledger;
    this.generations = generations;
  }

  /** A generation that this process knows and may trust; 0 if there is none. */
  long trusted(Namespace namespace) {
    Copy copy = copies.getIfPresent(namespace.key());
    return copy != null && options.trusts(site.ticker().nanos() - copy.asked) ? copy.generation : 0;
  }

  /** Reads an item; 0 if there is none. */
  CompletableFuture<Long> read(Placement at, Namespace namespace) {
    long asked = site.ticker().nanos();
    CompletableFuture<GetOutcome> reply =
        at.execute(Get.of(namespace.key()).withTouch(Ledger.LIFE));
    return Answers.map(reply, outcome -> saw(namespace, outcome, asked));
  }

  private long saw(Namespace namespace, GetOutcome outcome, long asked) {
    long generation = outcome instanceof Item item ? Generation.parse(item.value()) : 0;
    generations.saw(generation);
    if (generation != 0) {
      keep(namespace, generation, asked);
    }
    return generation;
  }

  private void keep(Namespace namespace, long generation, long asked) {
    if (options.isRelaxed()) {
      Copy read = new Copy(generation, asked);
      copies
          .asMap()
          .merge(namespace.key(), read, (known, own) -> known.asked - own.asked > 0 ? known : own);
    }
  }

  /** Makes a generation anew, unless there is one by now that is newer than the master. */
  CompletableFuture<Long> renew(Placement at, Namespace namespace, long master) {
    return renew(at, namespace, master, 0);
  }

  private CompletableFuture<Long> renew(Placement at, Namespace namespace, long master, int tries) {
    long asked = site.ticker().nanos();
    Get get = Get.of(namespace.key()).withDetails().withTouch(Ledger.LIFE);
    return Answers.then(at.execute(get), outcome -> {
      long found = saw(namespace, outcome, asked);
      if (found > master) {
        return CompletableFuture.completedFuture(found);
      }
      long next = generations.next();
      return Answers.then(replace(at, namespace, outcome, next), stored -> {
        if (stored.isStored()) {
          keep(namespace, next, asked);
          return CompletableFuture.completedFuture(next);
        }
        return ledger.pause(tries, more -> renew(at, namespace, master, more));
      });
    });
  }

  private static CompletableFuture<PutOutcome> replace(
      Placement at, Namespace namespace, GetOutcome found, long next) {
    byte[] value = new Generation(next).bytes();
    Put put = Put.set(namespace.key(), value, Ledger.LIFE);
    if (!(found instanceof Item item)) {
      return at.execute(Put.add(namespace.key(), value, Ledger.LIFE));
    }
    if (!item.hasCas()) {
      throw new ConfigurationException(
          "namespaces need CAS, which the server of " + namespace.key() + " is run without (-C)");
    }
    return at.execute(put.ifCas(item.cas()));
  }

  /** Writes a new generation in any case. */
  CompletableFuture<Boolean> write(Placement at, Namespace namespace) {
    long next = generations.next();
    Put put = Put.set(namespace.key(), new Generation(next).bytes(), Ledger.LIFE);
    return Answers.map(at.execute(put), outcome -> {
      if (!outcome.isStored()) {
        throw new RejectedException(put + " was answered with " + outcome);
      }
      keep(namespace, next, site.ticker().nanos());
      return true;
    });
  }
}
