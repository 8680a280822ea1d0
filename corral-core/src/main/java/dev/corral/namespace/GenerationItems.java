package dev.corral.namespace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
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
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The generations of the namespaces that have been touched, one item each. */
/* design
 *
 *   item = generation master          11 characters of base64url each
 *
 * The master is the newest that whoever drew the generation had seen. An item whose master is older
 * than the one in force counts as gone: when servers leave and come back, they have the generations
 * of before. The generation itself would not tell, since it may have been drawn by a clock that is
 * ahead of that by which the master was drawn later.
 *
 * One that is gone is made anew, and thereby the namespace is invalidated: to fall back to the master
 * would bring dead values back. Of those who do so at once, one succeeds, and the others use what it
 * wrote.
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

  private record Copy(Drawn drawn, long asked) {}

  /**
   * What an item says.
   *
   * @param generation the generation
   * @param master the newest master that whoever drew it had seen
   */
  record Drawn(long generation, long master) {
    static final Drawn NONE = new Drawn(0, 0);

    boolean countsUnder(long inForce) {
      return generation != 0 && master >= inForce;
    }

    byte[] bytes() {
      byte[] bytes = Arrays.copyOf(new Generation(generation).bytes(), 2 * Generation.DIGITS);
      System.arraycopy(
          new Generation(master).bytes(), 0, bytes, Generation.DIGITS, Generation.DIGITS);
      return bytes;
    }

    /** What {@link #bytes} came from; none if they are something else. */
    static Drawn parse(byte[] bytes) {
      if (bytes.length != 2 * Generation.DIGITS) {
        return NONE;
      }
      long generation = Generation.parse(Arrays.copyOf(bytes, Generation.DIGITS));
      return new Drawn(
          generation, Generation.parse(Arrays.copyOfRange(bytes, Generation.DIGITS, bytes.length)));
    }
  }

  GenerationItems(Site site, NamespaceOptions options, Ledger ledger, Generations generations) {
    this.site = site;
    this.options = options;
    this.ledger = ledger;
    this.generations = generations;
  }

  /** What this process knows of an item and may trust; none if there is nothing. */
  Drawn trusted(Namespace namespace) {
    Copy copy = copies.getIfPresent(namespace.key());
    return copy != null && options.trusts(site.ticker().nanos() - copy.asked)
        ? copy.drawn
        : Drawn.NONE;
  }

  /** Reads an item. */
  CompletableFuture<Drawn> read(Placement at, Namespace namespace) {
    long asked = site.ticker().nanos();
    CompletableFuture<GetOutcome> reply = at.execute(glance(namespace));
    return Answers.map(reply, outcome -> saw(namespace, outcome, asked));
  }

  /** As {@link #read}, for a thread that waits: what is returned goes on with the answer there. */
  Supplier<CompletableFuture<Drawn>> ask(Placement at, Namespace namespace) {
    long asked = site.ticker().nanos();
    CompletableFuture<GetOutcome> reply = at.execute(glance(namespace));
    return () -> Answers.map(Answers.settled(reply), outcome -> saw(namespace, outcome, asked));
  }

  private static Get glance(Namespace namespace) {
    return Get.of(namespace.key()).withTouch(Ledger.LIFE);
  }

  private Drawn saw(Namespace namespace, GetOutcome outcome, long asked) {
    Drawn drawn = outcome instanceof Item item ? Drawn.parse(item.value()) : Drawn.NONE;
    generations.saw(drawn.generation);
    if (drawn.generation != 0) {
      keep(namespace, drawn, asked);
    }
    return drawn;
  }

  private void keep(Namespace namespace, Drawn drawn, long asked) {
    if (options.isRelaxed()) {
      Copy read = new Copy(drawn, asked);
      copies
          .asMap()
          .merge(namespace.key(), read, (known, own) -> known.asked - own.asked > 0 ? known : own);
    }
  }

  /** Makes a generation anew, unless there is one by now that counts under the master. */
  CompletableFuture<Long> renew(Placement at, Namespace namespace, long master) {
    return renew(at, namespace, master, 0);
  }

  private CompletableFuture<Long> renew(Placement at, Namespace namespace, long master, int tries) {
    long asked = site.ticker().nanos();
    Get get = Get.of(namespace.key()).withDetails().withTouch(Ledger.LIFE);
    return Answers.then(at.execute(get), outcome -> {
      Drawn found = saw(namespace, outcome, asked);
      if (found.countsUnder(master)) {
        return CompletableFuture.completedFuture(found.generation);
      }
      Drawn next = draw(Math.max(master, ledger.seen()));
      return Answers.then(replace(at, namespace, outcome, next), stored -> {
        if (stored.isStored()) {
          keep(namespace, next, asked);
          return CompletableFuture.completedFuture(next.generation);
        }
        return ledger
            .retries()
            .again(namespace.key(), tries, more -> renew(at, namespace, master, more));
      });
    });
  }

  private Drawn draw(long master) {
    return new Drawn(generations.next(), master);
  }

  private static CompletableFuture<PutOutcome> replace(
      Placement at, Namespace namespace, GetOutcome found, Drawn next) {
    byte[] value = next.bytes();
    Put put = Put.set(namespace.key(), value, Ledger.LIFE);
    if (!(found instanceof Item item)) {
      return at.execute(Put.add(namespace.key(), value, Ledger.LIFE));
    }
    return at.execute(put.ifCas(Ledger.cas(namespace.key(), item)));
  }

  /** Writes a new generation in any case. */
  CompletableFuture<Boolean> write(Placement at, Namespace namespace) {
    Drawn next = draw(ledger.seen());
    Put put = Put.set(namespace.key(), next.bytes(), Ledger.LIFE);
    return Answers.map(at.execute(put), outcome -> {
      if (!outcome.isStored()) {
        throw new RejectedException(put + " was answered with " + outcome);
      }
      keep(namespace, next, site.ticker().nanos()); // newer than any read that is under way
      return true;
    });
  }
}
