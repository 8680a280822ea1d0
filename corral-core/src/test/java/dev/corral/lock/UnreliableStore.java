package dev.corral.lock;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.store.Arithmetic;
import dev.corral.store.BasicStore;
import dev.corral.store.Delete;
import dev.corral.store.FourOperations;
import dev.corral.store.Item;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A store that notes what it is asked, and can be told to do the next of a kind differently. */
public final class UnreliableStore implements Store {
  /** How an operation goes, given how it would go if all were well. */
  @FunctionalInterface
  public interface Course {
    CompletableFuture<?> of(Supplier<CompletableFuture<?>> usual);
  }

  private final Store store;
  private final boolean keepsCas;
  private final List<String> asked = new ArrayList<>();
  private final Map<String, Deque<Course>> courses = new HashMap<>();

  public UnreliableStore(Store store, boolean keepsCas) {
    this.store = store;
    this.keepsCas = keepsCas;
  }

  /** What the next operation of a kind does: add, set, get, delete or count. */
  public void next(String kind, Course course) {
    courses.computeIfAbsent(kind, unused -> new ArrayDeque<>()).add(course);
  }

  /** The next operation of a kind is done, and nobody hears of it. */
  public void loseReply(String kind) {
    next(kind, usual -> {
      usual.get().join();
      return lost(kind);
    });
  }

  /** The next operation of a kind is not done. */
  public void loseRequest(String kind) {
    next(kind, usual -> lost(kind));
  }

  /** Something happens just before the next operation of a kind. */
  public void before(String kind, Runnable event) {
    next(kind, usual -> {
      event.run();
      return usual.get();
    });
  }

  private static CompletableFuture<?> lost(String kind) {
    return CompletableFuture.failedFuture(new DeadlineExceededException(kind + ": no answer"));
  }

  /** What was asked since this was called last. */
  public List<String> asked() {
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
    Supplier<CompletableFuture<?>> usual =
        () -> store.execute(operation).thenApply(outcome -> keepsCas ? outcome : bare(outcome));
    Course course = courses.getOrDefault(kind, new ArrayDeque<>()).poll();
    return (CompletableFuture<R>) (course == null ? usual.get() : course.of(usual));
  }

  private static String kind(Operation<?> operation) {
    if (operation instanceof Put put) {
      return put.mode().name().toLowerCase(Locale.ROOT);
    }
    if (operation instanceof Delete) {
      return "delete";
    }
    return operation instanceof Arithmetic ? "count" : "get";
  }

  /** An outcome as a server tells it that was started with -C. */
  private Object bare(Object outcome) {
    if (outcome instanceof Item item) {
      return Item.of(item.value(), item.flags(), item.lease(), item.isStale())
          .withDetails(0, this, Long.MAX_VALUE);
    }
    return outcome instanceof PutOutcome.Stored ? PutOutcome.Stored.STORED : outcome;
  }

  /** The same store, as one that can do no more than it must. */
  public BasicStore basic() {
    return new FourOperations(this);
  }

  @Override
  public void close() {
    store.close();
  }
}
