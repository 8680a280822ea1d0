package dev.corral.replica;

import dev.corral.codec.Lookup;
import dev.corral.future.Answers;
import dev.corral.replica.Writes.End;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.PutOutcome.Refused;
import dev.corral.store.PutOutcome.Stored;
import dev.corral.store.Store;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A replicated item as {@link dev.corral.lease.LeasedReads} sees it: as one item with a CAS. */
/* design
 *
 * Its CAS stands for the states of all holders before the load, so that nothing is stored if anything
 * happened to them since. Who loads is decided by a mark of its own, an item that is only ever a
 * placeholder. It may be lost, or out of reach: then there are more loads, and nothing else is wrong.
 */
final class WheelStore<K> implements Store {
  private final K key;
  private final Wheels<K> wheels;
  private final Writes<K> writes;

  /**
   * What a CAS of this store stands for.
   *
   * @param anchors the holders
   * @param mark the mark's state; null if there is none, or it could not be read
   */
  private record Claim(Sighting anchors, @Nullable Cas mark) {}

  WheelStore(K key, Wheels<K> wheels, Writes<K> writes) {
    this.key = key;
    this.wheels = wheels;
    this.writes = writes;
  }

  @Override
  @SuppressWarnings("unchecked") // each outcome is of its operation's kind
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    if (operation instanceof Get) {
      return (CompletableFuture<R>) claim();
    }
    if (operation instanceof Put put) {
      return (CompletableFuture<R>) commit(claim(put.cas()), put.value());
    }
    if (operation instanceof Delete delete) {
      return (CompletableFuture<R>) drop(claim(delete.cas()));
    }
    throw new UnsupportedOperationException(operation.toString());
  }

  private static Claim claim(@Nullable Cas cas) {
    return (Claim) Objects.requireNonNull(cas, "cas").incarnation();
  }

  /** Looks at all holders, and tries for the mark, in one flight. */
  private CompletableFuture<GetOutcome> claim() {
    Wheel wheel = wheels.of(key);
    Placement at = wheel.era().at();
    CompletableFuture<GetOutcome> mark =
        Answers.begin(() -> at.execute(Get.of(wheel.load()).withLease(writes.lease())));
    CompletableFuture<Sighting> holders = writes.anchor(wheel);
    CompletableFuture<@Nullable Item> marked =
        Flight.settle(mark, (outcome, fault) -> outcome instanceof Item item ? item : null);
    return Answers.then(holders, anchors -> Answers.then(marked, item -> answer(anchors, item)));
  }

  private CompletableFuture<GetOutcome> answer(Sighting anchors, @Nullable Item mark) {
    Throwable fault = anchors.fault();
    if (fault != null) {
      return CompletableFuture.failedFuture(fault);
    }
    Cas cas = mark != null && mark.hasCas() ? mark.cas() : null;
    boolean lost = mark != null && mark.lease() == Lease.LOST;
    Claim claim = new Claim(anchors, lost ? null : cas);
    Holding current = anchors.current();
    Item found = current == null ? null : current.item();
    Item item;
    if (found != null && Form.hasValue(found)) {
      unmark(claim);
      item = Item.of(found.value(), found.flags(), Lease.NONE, false);
    } else {
      item = Item.of(new byte[0], 0, lost ? Lease.LOST : Lease.WON, false);
    }
    return CompletableFuture.completedFuture(item.withDetails(1, claim, Long.MAX_VALUE));
  }

  private CompletableFuture<PutOutcome> commit(Claim claim, byte[] value) {
    return Answers.map(writes.put(claim.anchors, Lookup.found(value)), end -> {
      unmark(claim);
      return end == End.DONE ? Stored.STORED : Refused.EXISTS;
    });
  }

  /** Gives the mark back, and removes what can't be read, so that something can be stored there. */
  private CompletableFuture<DeleteOutcome> drop(Claim claim) {
    unmark(claim);
    Holding current = claim.anchors.current();
    Version spoiled = current == null ? null : current.version();
    List<CompletableFuture<DeleteOutcome>> deletes = claim.anchors.all().stream()
        .filter(holding -> spoiled != null && holding.isOf(spoiled))
        .map(holding -> delete(claim, Delete.of(holding.key()), holding.cas()))
        .toList();
    return Answers.map(Flight.all(deletes), done -> DeleteOutcome.DELETED);
  }

  private void unmark(Claim claim) {
    CompletableFuture<DeleteOutcome> unused =
        delete(claim, Delete.of(claim.anchors.wheel().load()), claim.mark);
  }

  private static CompletableFuture<DeleteOutcome> delete(
      Claim claim, Delete delete, @Nullable Cas cas) {
    return cas == null
        ? CompletableFuture.completedFuture(DeleteOutcome.NOT_FOUND)
        : Flight.settle(
            Answers.begin(() -> claim.anchors.wheel().era().at().execute(delete.ifCas(cas))),
            (outcome, fault) -> outcome == null ? DeleteOutcome.EXISTS : outcome);
  }

  @Override
  public void close() {}
}
