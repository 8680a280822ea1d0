package dev.corral.it;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.store.Item;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that counts the epochs which its process begins, as they pass by on their way. */
final class NamespaceFlushTap implements Store {
  /** Where the master is in the evidence. */
  private static final int MASTER = 11;

  private final Store store;
  private final Key evidence;
  private final Set<Long> known = ConcurrentHashMap.newKeySet();
  private final AtomicInteger begun = new AtomicInteger();

  NamespaceFlushTap(Store store, Key evidence) {
    this.store = store;
    this.evidence = evidence;
  }

  /** How many epochs this process has begun. */
  int begun() {
    return begun.get();
  }

  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    return store.execute(operation);
  }

  @Override
  public <R> List<CompletableFuture<R>> executeAll(
      List<? extends Operation<? extends R>> operations) {
    return store.executeAll(operations);
  }

  @Override
  public Placement placement() {
    return new Tapped(this, store.placement());
  }

  @Override
  public void close() {
    store.close();
  }

  private void look(Operation<?> operation, Object outcome) {
    if (outcome instanceof Item item) {
      known.add(ByteBuffer.wrap(item.value()).getLong(MASTER));
    } else if (operation instanceof Put put
        && ((PutOutcome) outcome).isStored()
        && known.add(ByteBuffer.wrap(put.value()).getLong(MASTER))) {
      begun.incrementAndGet();
    }
  }

  private record Tapped(NamespaceFlushTap tap, Placement placement) implements Placement {
    @Override
    public long fingerprint() {
      return placement.fingerprint();
    }

    @Override
    public boolean moves(Key key, Placement before) {
      return !(before instanceof Tapped other) || placement.moves(key, other.placement);
    }

    @Override
    public Object home(Key key) {
      return placement.home(key);
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      CompletableFuture<R> reply = placement.execute(operation);
      if (!operation.key().equals(tap.evidence)) {
        return reply;
      }
      return Answers.map(reply, outcome -> {
        tap.look(operation, outcome);
        return outcome;
      });
    }
  }
}
