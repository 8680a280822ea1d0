package dev.corral.shelf;

import static dev.corral.future.Answers.when;

import dev.corral.key.Key;
import dev.corral.lock.Hold;
import dev.corral.store.BasicStore;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A claim by a lock, on a store that can't choose who loads. */
/* design
 *
 * The lock lets one in, and the store can't make a put depend on it. So whoever is in leaves its token
 * in an item of its own, the mark, and the order of steps does the rest. Who invalidates first deletes
 * the mark, then the value. Who commits makes sure of the mark, stores, and makes sure again. If the
 * value is stored before it is deleted, it is gone. If after, the mark was gone before that, the second
 * look shows it, and the committer deletes what it stored. What remains is the moment between the two,
 * in which an old value can be read, and a committer that dies in it. A store with CAS has no such
 * moment.
 */
public final class LockClaim implements Claim {
  private static final Object NOBODY = new Object();

  private final Shelf<?> shelf;
  private final BasicStore store;
  private final Key mark;
  private final Hold hold;
  private volatile CompletableFuture<Boolean> renewal = CompletableFuture.completedFuture(true);

  public LockClaim(Shelf<?> shelf, Key mark, Hold hold) {
    this.shelf = shelf;
    this.store = shelf.store();
    this.mark = mark;
    this.hold = hold;
  }

  /** Whose mark it is that was read. */
  public static Object ownerOf(@Nullable GetOutcome mark) {
    return mark instanceof Item item ? new String(item.value(), StandardCharsets.UTF_8) : NOBODY;
  }

  @Override
  public Object id() {
    return hold.token();
  }

  /** Leaves the mark. To be done before anything is looked at that a commit depends on. */
  public CompletableFuture<?> enter(Ttl life) {
    return store.set(mark, hold.token().getBytes(StandardCharsets.UTF_8), life);
  }

  /** Stores a value if the claim still holds, and gives the lock back. */
  public CompletableFuture<Boolean> commit(Put put) {
    CompletableFuture<Boolean> no = CompletableFuture.completedFuture(false);
    return isMarked()
        .thenCompose(marked -> marked ? storeIfMarked(put) : no)
        .whenComplete((stored, fault) -> giveBack());
  }

  private CompletableFuture<Boolean> storeIfMarked(Put put) {
    return shelf
        .store(put)
        .thenCompose(stored -> isMarked())
        // Who can't make sure must take it for gone.
        .whenComplete((marked, fault) -> {
          if (fault != null) {
            CompletableFuture<Boolean> unused = store.delete(put.key());
          }
        })
        .thenCompose(marked -> marked
            ? CompletableFuture.completedFuture(true)
            : store.delete(put.key()).thenApply(deleted -> false));
  }

  private CompletableFuture<Boolean> isMarked() {
    return store.get(mark).thenApply(reply -> id().equals(ownerOf(reply)));
  }

  @Override
  public void giveSign(Duration computeTime) {
    renewal = hold.async().renew();
  }

  @Override
  public void giveBack() {
    // A renewal that is still under way could bring back a lock that is released before it.
    when(renewal, (renewed, fault) -> {
      CompletableFuture<Boolean> unused = hold.async().release();
    });
  }

  @Override
  public void remove(Key key) {
    when(isMarked(), (marked, fault) -> {
      if (Boolean.TRUE.equals(marked)) {
        when(store.delete(key), (deleted, failed) -> giveBack());
      } else {
        giveBack();
      }
    });
  }
}
