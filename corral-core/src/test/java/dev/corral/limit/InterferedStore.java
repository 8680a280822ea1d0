package dev.corral.limit;

import dev.corral.store.Arithmetic;
import dev.corral.store.Item;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.Store;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A store that notes what it is asked, and lets others in before it does it. */
final class InterferedStore implements Store {
  private final Store store;
  private final List<String> asked = new ArrayList<>();
  private final Map<String, Deque<Supplier<CompletableFuture<?>>>> events = new HashMap<>();
  private boolean keepsCas = true;

  InterferedStore(Store store) {
    this.store = store;
  }

  /** Something happens just before the next operation of a kind: get, put, add or subtract. */
  void before(String kind, Runnable event) {
    on(kind, () -> {
      event.run();
      return CompletableFuture.completedFuture(null);
    });
  }

  /** The next operation of a kind is not done. */
  void fail(String kind, Throwable fault) {
    on(kind, () -> CompletableFuture.failedFuture(fault));
  }

  private void on(String kind, Supplier<CompletableFuture<?>> event) {
    events.computeIfAbsent(kind, unused -> new ArrayDeque<>()).add(event);
  }

  /** From now on it is as a server that was started with -C. */
  void keepNoCas() {
    keepsCas = false;
  }

  /** What was asked since this was called last. */
  List<String> asked() {
    List<String> since = List.copyOf(asked);
    asked.clear();
    return since;
  }

  // The kind of operation decides the kind of outcome, which the compiler can't see.
  @SuppressWarnings("unchecked")
  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    String kind = kind(operation);
    asked.add(kind);
    Supplier<CompletableFuture<?>> event =
        events.getOrDefault(kind, new ArrayDeque<>()).poll();
    CompletableFuture<?> first =
        event == null ? CompletableFuture.completedFuture(null) : event.get();
    return (CompletableFuture<R>) first
        .thenCompose(unused -> store.execute(operation))
        .thenApply(outcome -> keepsCas ? outcome : bare(outcome));
  }

  private Object bare(Object outcome) {
    return outcome instanceof Item item
        ? Item.of(item.value(), item.flags(), item.lease(), item.isStale())
            .withDetails(0, this, Long.MAX_VALUE)
        : outcome;
  }

  private static String kind(Operation<?> operation) {
    if (operation instanceof Put) {
      return "put";
    }
    if (operation instanceof Arithmetic arithmetic) {
      return arithmetic.isSubtracting() ? "subtract" : "add";
    }
    return "get";
  }

  @Override
  public void close() {
    store.close();
  }
}
