package dev.corral.shelf;

import dev.corral.key.Key;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A claim by the store's own lease: it holds as long as the item's CAS does. */
public final class LeaseClaim implements Claim {
  private static final byte[] NOTHING = new byte[0];

  private final Store store;
  private final Key key;
  private final Cas cas;
  private final Key note;
  private final boolean onPlaceholder;
  private final boolean early;

  LeaseClaim(Store store, Key key, Item item, Key note, boolean early) {
    this.store = store;
    this.key = key;
    this.cas = item.cas();
    this.note = note;
    this.onPlaceholder = item.flags() == 0;
    this.early = early;
  }

  @Override
  public Object id() {
    return cas;
  }

  /** The put, on the condition that the claim still holds. */
  public Put guard(Put put) {
    return put.ifCas(cas);
  }

  @Override
  public void giveSign(Duration computeTime) {
    // Rounded up by the server, and a second more, since it may end almost a second early.
    Ttl life = Ttl.of(computeTime.plusSeconds(1));
    CompletableFuture<PutOutcome> unused = store.execute(Put.set(note, NOTHING, life));
  }

  /**
   * A placeholder goes; an old value is marked stale, which lets the next reader win it. A value
   * that is still fresh stays as it is: the mark would make it stale.
   */
  @Override
  public void giveBack() {
    if (!early) {
      Delete delete = Delete.of(key).ifCas(cas);
      CompletableFuture<DeleteOutcome> unused =
          store.execute(onPlaceholder ? delete : delete.markingStale());
    }
  }

  @Override
  public void remove(Key gone) {
    CompletableFuture<DeleteOutcome> unused = store.execute(Delete.of(gone).ifCas(cas));
  }
}
