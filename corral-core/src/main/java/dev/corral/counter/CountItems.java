package dev.corral.counter;

import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.store.ArithmeticOutcome.Counted;
import dev.corral.store.ArithmeticOutcome.Refused;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Operation;
import dev.corral.store.Store;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The items of a counter: what they hold before a transaction, and what becomes of them after it.
 */
/* design
 *
 * A number was counted in a snapshot that began after its placeholder was left. A transaction must be
 * added to it exactly if it committed after that snapshot; but nobody can see a snapshot's order. So
 * before the transaction the item is looked at:
 *
 *   there is a number     its snapshot is over, and had not the transaction: it is to be added
 *   none, a placeholder   a load may have the transaction or not: the item is to be deleted, which
 *                         also keeps a load that is under way from storing
 *
 * and after it, the number to be added to must be the one that was seen. Each time a number is
 * counted it gets random flags, which an addition keeps. So an item with the same flags is the same
 * number, with other transactions added; with others it was counted anew, with ours or without, and
 * is deleted. An item that is gone needs nothing: who counts from now on sees the transaction.
 *
 *   look, transaction, add if CAS     done
 *     EXISTS: look again              same flags: add if the new CAS; else delete
 *     NOT_FOUND                       done
 *     no answer, anything else        delete
 *
 * The addition insists on the CAS, not just on the flags that are looked at afterwards:
 *
 * - An addition to the wrong number that is deleted a moment later has been read by then.
 * - The server's subtraction stops at 0. Is a removal added before the insertion that it followed,
 *   0 - 1 + 1 would be 1. The CAS vouches for the number that was seen, so it is known beforehand
 *   whether it would stop (or pass 2^63 - 1), and then the item is deleted.
 * - An addition whose reply was lost can be done late, after the delete, on a number that has it
 *   already. Its CAS is gone by then. So it may be sent anew after EXISTS, which says that it was not
 *   done, and is never sent anew after no answer.
 */
final class CountItems {
  /** How often others may be faster until the item is deleted. */
  private static final int MOST_TRIES = 16;

  private final Store store;
  private final Overdue overdue;
  private final boolean waits;

  /** A number as it was seen; with flags 0 if none was. */
  record Sight(int flags, long count, @Nullable Cas cas) {
    static final Sight NONE = new Sight(0, 0, null);

    static Sight of(GetOutcome outcome) {
      if (!(outcome instanceof Item item) || !item.hasCas()) {
        return NONE;
      }
      Long count = Count.in(item);
      return count == null ? NONE : new Sight(item.flags(), count, item.cas());
    }

    /** Neither below 0 nor beyond a long. */
    boolean hasRoomFor(long delta) {
      return delta < 0 ? count + delta >= 0 : Long.MAX_VALUE - count >= delta;
    }
  }

  CountItems(Store store, Overdue overdue) {
    this(store, overdue, false);
  }

  private CountItems(Store store, Overdue overdue, boolean waits) {
    this.store = store;
    this.overdue = overdue;
    this.waits = waits;
  }

  /** The same items, asked by a thread that waits, and does on its own what hangs on an answer. */
  CountItems waiting() {
    return new CountItems(store, overdue, true);
  }

  /** What there is before a transaction; nothing if nobody can tell. */
  CompletableFuture<Sight> look(Key key) {
    return Answers.branch(
        ask(Get.of(key).withDetails()),
        outcome -> CompletableFuture.completedFuture(Sight.of(outcome)),
        fault -> fault instanceof UnavailableException
            ? CompletableFuture.completedFuture(Sight.NONE)
            : CompletableFuture.failedFuture(fault));
  }

  /** Adds a transaction that is committed; never fails. */
  CompletableFuture<Boolean> add(Key key, Sight before, long delta) {
    return delta == 0
        ? CompletableFuture.completedFuture(true) // whether counted with it or without
        : add(key, before, delta, MOST_TRIES);
  }

  private CompletableFuture<Boolean> add(Key key, Sight seen, long delta, int tries) {
    Cas cas = seen.cas();
    if (cas == null || !seen.hasRoomFor(delta) || tries == 0) {
      return drop(key);
    }
    Arithmetic sum = delta < 0 ? Arithmetic.subtract(key, -delta) : Arithmetic.add(key, delta);
    return Answers.branch(
        ask(sum.ifCas(cas)),
        outcome -> {
          if (outcome == Refused.EXISTS) {
            return addToSame(key, seen, delta, tries - 1);
          }
          return isSettled(outcome) ? CompletableFuture.completedFuture(true) : drop(key);
        },
        fault -> drop(key));
  }

  private static boolean isSettled(ArithmeticOutcome outcome) {
    return outcome instanceof Counted || outcome == Refused.NOT_FOUND;
  }

  private CompletableFuture<Boolean> addToSame(Key key, Sight seen, long delta, int tries) {
    return Answers.branch(
        look(key),
        now -> now.flags() == seen.flags() ? add(key, now, delta, tries) : drop(key),
        fault -> drop(key));
  }

  /** Deletes an item that may be wrong, later if need be; never fails. */
  CompletableFuture<Boolean> drop(Key key) {
    return Answers.branch(
        delete(key), deleted -> CompletableFuture.completedFuture(true), fault -> {
          overdue.add(key, fault);
          return CompletableFuture.completedFuture(false);
        });
  }

  CompletableFuture<DeleteOutcome> delete(Key key) {
    return ask(Delete.of(key));
  }

  private <R> CompletableFuture<R> ask(Operation<R> operation) {
    CompletableFuture<R> answer = Answers.begin(() -> store.execute(operation));
    return waits ? Answers.settled(answer) : answer;
  }
}
