package dev.corral.cache;

import dev.corral.fault.UnavailableException;
import dev.corral.store.Operation;
import dev.corral.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** A store that notes what it is asked, and fails or keeps back what a test says. */
final class ObservedStore implements Store {
  final List<Operation<?>> asked = new CopyOnWriteArrayList<>();
  /** Those of them whose callers wait. */
  final List<Operation<?>> awaited = new CopyOnWriteArrayList<>();

  private final Store store;
  private volatile Predicate<Operation<?>> failing = operation -> false;
  private volatile Predicate<Operation<?>> heldBack = operation -> false;
  private volatile CountDownLatch arrival = new CountDownLatch(1);
  private volatile Runnable release = () -> {};

  ObservedStore(Store store) {
    this.store = store;
  }

  /** From now on, such operations are not done. */
  void fail(Predicate<Operation<?>> operations) {
    failing = operations;
  }

  /**
   * The next such operation is done when the test {@linkplain #letGo says so}.
   *
   * @return opens when it has come
   */
  CountDownLatch holdBack(Predicate<Operation<?>> operation) {
    arrival = new CountDownLatch(1);
    heldBack = operation;
    return arrival;
  }

  void letGo() {
    release.run();
  }

  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    asked.add(operation);
    if (failing.test(operation)) {
      return CompletableFuture.failedFuture(new UnavailableException("no answer to " + operation));
    }
    if (heldBack.test(operation)) {
      heldBack = other -> false;
      CompletableFuture<R> later = new CompletableFuture<>();
      release = () -> later.complete(store.execute(operation).join());
      arrival.countDown();
      return later;
    }
    return store.execute(operation);
  }

  @Override
  public <R> CompletableFuture<R> executeAwaited(Operation<R> operation) {
    awaited.add(operation);
    return execute(operation);
  }

  @Override
  public void close() {
    store.close();
  }
}
