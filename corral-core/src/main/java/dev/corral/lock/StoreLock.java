package dev.corral.lock;

import dev.corral.check.Argument;
import dev.corral.codec.Lookup;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.store.BasicStore;
import dev.corral.store.Item;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

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
    Patience patience = Patience.of(wait, item.options());
    Attempt claim = new Attempt(item);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    while (true) {
      Acquisition acquisition = Answers.join(claim.tryOn(waiting));
      Duration pause = patience.pauseAfter(acquisition);
      if (pause == null) {
        return acquisition;
      }
      patience.pause(pause);
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
      CompletableFuture<Acquisition> result = new CompletableFuture<>();
      tryOnce(new Attempt(item), Patience.of(wait, item.options()), result);
      return result;
    }

    private void tryOnce(Attempt claim, Patience patience, CompletableFuture<Acquisition> result) {
      if (result.isDone()) {
        return; // nobody wants it any more
      }
      // Whatever is thrown on the way ends in the result, or who waits for it would do so for ever.
      CompletableFuture<@Nullable Void> unused = CompletableFuture.completedFuture(item)
          .thenCompose(claim::tryOn)
          .thenAccept(acquisition -> goOn(claim, patience, acquisition, result))
          .exceptionally(fault -> {
            result.completeExceptionally(Answers.bare(fault));
            return null;
          });
    }

    private void goOn(
        Attempt claim,
        Patience patience,
        Acquisition acquisition,
        CompletableFuture<Acquisition> result) {
      Duration pause = patience.pauseAfter(acquisition);
      if (pause != null) {
        patience.afterPause(pause, () -> tryOnce(claim, patience, result));
      } else if (!result.complete(acquisition) && acquisition instanceof Acquired acquired) {
        CompletableFuture<Boolean> unused = acquired.hold().async().release();
      }
    }

    @Override
    public CompletableFuture<Lookup<String>> owner() {
      return Answers.bare(StoreLock.owner(item));
    }
  }
}
