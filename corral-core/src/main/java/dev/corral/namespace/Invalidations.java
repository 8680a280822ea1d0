package dev.corral.namespace;

import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.metric.NamespaceMeter;
import dev.corral.site.Site;
import dev.corral.store.Placement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Gives namespaces new generations, and sets their bits in the evidence. */
/* design
 *
 * First the generation, then the bits, read from the store and written by CAS. The other way round, a
 * reader between the two would find the bits set and the old generation valid. The bits are never taken
 * for set because this process's copy shows them: since then the evidence may have been lost and begun
 * anew. Only when both are there has it happened. A process that does not know the evidence yet reads it
 * before all else: if others don't agree with its options, it must not have written anything. If the
 * servers have changed by the end, all of it is done once more where the bookkeeping is by then.
 *
 * Threads that invalidate at the same time share the second step: whoever comes while a write is under
 * way joins the next one, which begins after their generations have been written.
 */
final class Invalidations {
  private final Site site;
  private final NamespaceOptions options;
  private final Ledger ledger;
  private final GenerationItems items;
  private final Moves moves;
  private final Flush flush;
  private final NamespaceMeter meter;

  private final ReentrantLock lock = new ReentrantLock();
  private boolean isWriting; // by the lock, as is the next batch
  private @Nullable Batch next;

  /** Bits that are set by one write. */
  private static final class Batch {
    final List<Long> hashes = new ArrayList<>();
    final CompletableFuture<Boolean> written = new CompletableFuture<>();
  }

  Invalidations(
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

  /**
   * Invalidates namespaces. If the servers of some are down, the others are invalidated all the
   * same, and the fault says which are not.
   */
  CompletableFuture<Boolean> invalidate(Collection<Namespace> namespaces) {
    return Answers.then(moves.settle(), at -> {
      Set<Namespace> each = new LinkedHashSet<>(namespaces);
      return ledger.copy() == null
          ? Answers.then(ledger.read(at), known -> invalidate(at, each))
          : invalidate(at, each);
    });
  }

  private CompletableFuture<Boolean> invalidate(Placement at, Set<Namespace> namespaces) {
    Map<Namespace, CompletableFuture<Boolean>> writes = new LinkedHashMap<>();
    namespaces.forEach(namespace -> writes.put(namespace, items.write(at, namespace)));
    Map<Namespace, Throwable> failed = new LinkedHashMap<>();
    CompletableFuture<List<Long>> all = allOf(writes.values()).thenApply(ended -> {
      List<Long> written = new ArrayList<>();
      writes.forEach((namespace, write) -> {
        Throwable fault = write.handle((done, why) -> why).join();
        if (fault == null) {
          written.add(namespace.hash());
        } else {
          failed.put(namespace, Answers.bare(fault));
        }
      });
      return written;
    });
    CompletableFuture<Boolean> marked = Answers.then(all, this::mark);
    return Answers.branch(
        marked,
        done -> {
          if (failed.isEmpty() && !at.equals(moves.current())) {
            return invalidate(namespaces); // what was written may have been left behind
          }
          namespaces.stream()
              .filter(namespace -> !failed.containsKey(namespace))
              .forEach(namespace -> meter.invalidated(namespace.field()));
          return failed.isEmpty() ? marked : fail(failed);
        },
        fault -> {
          namespaces.forEach(namespace -> failed.putIfAbsent(namespace, fault));
          return fail(failed);
        });
  }

  /** Completes when all have ended, be it with faults. */
  private static CompletableFuture<Boolean> allOf(Collection<? extends CompletableFuture<?>> all) {
    return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
        .handle((done, fault) -> true);
  }

  /** Names what was not invalidated; a fault that trying again can't mend stays what it is. */
  private static CompletableFuture<Boolean> fail(Map<Namespace, Throwable> failed) {
    Throwable first = failed.values().iterator().next();
    return CompletableFuture.failedFuture(
        first instanceof UnavailableException
            ? new UnavailableException(
                "could not be invalidated: " + failed.keySet() + "; " + first.getMessage(), first)
            : first);
  }

  /** Sets bits, by the next write to begin. */
  private CompletableFuture<Boolean> mark(List<Long> hashes) {
    if (hashes.isEmpty() || !options.hasEvidence()) {
      return CompletableFuture.completedFuture(true);
    }
    Batch batch;
    boolean first;
    lock.lock();
    try {
      batch = next == null ? new Batch() : next;
      batch.hashes.addAll(hashes);
      first = !isWriting;
      isWriting = true;
      next = first ? null : batch;
    } finally {
      lock.unlock();
    }
    if (first) {
      write(batch);
    }
    return batch.written;
  }

  private void write(Batch batch) {
    CompletableFuture<Epoch> written = Answers.begin(() -> Answers.then(
        moves.settle(),
        at -> ledger.change(at, epoch -> {
          ledger.touchedUnder(epoch.master());
          return flush.unlessMuddled(epoch.touched(batch.hashes, site.clock().millis()));
        })));
    Answers.when(written, (done, fault) -> {
      Batch following;
      lock.lock();
      try {
        following = next;
        next = null;
        isWriting = following != null;
      } finally {
        lock.unlock();
      }
      if (following != null) {
        write(following);
      }
      if (fault == null) {
        batch.written.complete(true);
      } else {
        batch.written.completeExceptionally(fault);
      }
    });
  }
}
