package dev.corral.lock;

import dev.corral.check.Argument;
import dev.corral.codec.Lookup;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.patience.Patience;
import dev.corral.store.BasicStore;
import dev.corral.store.Item;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A lock that is an item of a store. */
final class StoreLock implements Lock {
  private final LockItem item;
  private final LockItem waiting;
  private final AsyncLock async = new Async();

  private StoreLock(LockItem item) {
    this.item = item;
    this.waiting = item.waiting();
  }

  static StoreLock on(BasicStore store, Key key, LockOptions options) {
    Argument.required("store", store);
    Argument.required("key", key);
    Argument.required("options", options);
    return new StoreLock(new LockItem(store, key, options.validatedFor(store, key)));
  }

  @Override
  public Acquisition tryAcquire() {
    return Answers.join(new Attempt(item).tryOn(waiting));
  }

  @Override
  public Acquisition tryAcquire(Duration wait) throws InterruptedException {
    Patience patience = Patience.of(wait, item.options().pauses());
    Attempt claim = new Attempt(item);
    return patience.retry(() -> Answers.join(claim.tryOn(waiting)), Acquisition::isAcquired);
  }

  private static void giveUp(Acquisition unwanted) {
    if (unwanted instanceof Acquired acquired) {
      CompletableFuture<Boolean> unused = acquired.hold().async().release();
    }
  }

  @Override
  public Lookup<String> owner() {
    return Answers.join(owner(waiting));
  }

  private static CompletableFuture<Lookup<String>> owner(LockItem by) {
    return by.read()
        .thenApply(outcome ->
            outcome instanceof Item found ? Lookup.found(LockItem.owner(found)) : Lookup.absent());
  }

  @Override
  public AsyncLock async() {
    return async;
  }

  @Override
  public String toString() {
    return item.toString();
  }

  private final class Async implements AsyncLock {
    @Override
    public CompletableFuture<Acquisition> tryAcquire() {
      return tryAcquire(Duration.ZERO);
    }

    @Override
    public CompletableFuture<Acquisition> tryAcquire(Duration wait) {
      Patience patience = Patience.of(wait, item.options().pauses());
      Attempt claim = new Attempt(item);
      return patience.retryAsync(
          () -> claim.tryOn(item), Acquisition::isAcquired, StoreLock::giveUp);
    }

    @Override
    public CompletableFuture<Lookup<String>> owner() {
      return Answers.bare(StoreLock.owner(item));
    }
  }
}
