package dev.corral.store;

import dev.corral.key.Key;
import java.util.concurrent.CompletableFuture;

/** All keys are in the one place. */
record FixedPlacement(Store store) implements Placement {
  @Override
  public long fingerprint() {
    return 0;
  }

  @Override
  public boolean moves(Key key, Placement before) {
    return false;
  }

  @Override
  public Object home(Key key) {
    return store;
  }

  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    return store.execute(operation);
  }
}
