package dev.corral.namespace;

import dev.corral.future.Answers;
import dev.corral.site.Site;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Begins rolling flushes, on demand and when the evidence is muddled. */
/* design
 *
 * A flush begins with one CAS: a new master, under which nothing has been touched, and in the same item
 * what was in force until now. Of all who want to begin one at the same time, one gets through, and the
 * others find it running.
 */
final class Flush {
  private static final Logger log = LoggerFactory.getLogger(Flush.class);

  private final Site site;
  private final NamespaceOptions options;
  private final Ledger ledger;
  private final Moves moves;
  private final Generations generations;
  private final AtomicBoolean beginning = new AtomicBoolean();

  Flush(Site site, NamespaceOptions options, Ledger ledger, Moves moves, Generations generations) {
    this.site = site;
    this.options = options;
    this.ledger = ledger;
    this.moves = moves;
    this.generations = generations;
  }

  /** Begins a flush, unless one is under way. */
  CompletableFuture<Roll> begin(Duration period) {
    CompletableFuture<Epoch> begun = Answers.then(
        moves.settle(),
        at -> ledger.change(
            at, epoch -> epoch.isRolling(site.clock().millis()) ? epoch : next(epoch, period)));
    return Answers.map(begun, epoch -> {
      Epoch.Old old = epoch.old();
      return old == null ? new Roll(site.clock().instant(), Duration.ZERO) : roll(old);
    });
  }

  static Roll roll(Epoch.Old old) {
    return new Roll(Instant.ofEpochMilli(old.start()), Duration.ofMillis(old.period()));
  }

  private Epoch next(Epoch epoch, Duration period) {
    long now = site.clock().millis();
    return epoch.next(generations.next(), now, period.toMillis(), false, epoch.servers());
  }

  /** The same evidence, or that of a flush that begins if it has become muddled. */
  Epoch unlessMuddled(Epoch epoch) {
    return isMuddled(epoch) ? next(epoch, options.rollingPeriod()) : epoch;
  }

  private boolean isMuddled(Epoch epoch) {
    return options.isMuddled(epoch.filter()) && !epoch.isRolling(site.clock().millis());
  }

  /** Begins a flush behind the reader's back if the evidence is muddled. */
  void whenMuddled(Epoch epoch) {
    if (isMuddled(epoch) && beginning.compareAndSet(false, true)) {
      CompletableFuture<Epoch> begun = Answers.begin(
          () -> Answers.then(moves.settle(), at -> ledger.change(at, this::unlessMuddled)));
      Answers.when(begun, (done, fault) -> {
        beginning.set(false);
        if (fault != null) {
          log.info("the evidence is muddled, but no flush could be begun", fault);
        }
      });
    }
  }
}
