package dev.corral.cache;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.key.Key;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A process's way to the store, on which a test meets the requests and does what it wants. */
final class ScriptedStore implements Store {
  private final Store store;
  private final List<Step> steps = new ArrayList<>();

  /** Everything that was sent, in its order. */
  final List<Operation<?>> sent = new ArrayList<>();

  private boolean down;

  /** What happens to the next request of a kind. */
  private record Step(Predicate<Operation<?>> which, Action action) {}

  @FunctionalInterface
  private interface Action {
    /** What is answered at once; null if the store is asked as usual. */
    @Nullable
    CompletableFuture<?> on(Operation<?> operation);
  }

  ScriptedStore(Store store) {
    this.store = store;
  }

  /** @param path the key, and the scope before it if it is in one */
  static Predicate<Operation<?>> gets(String... path) {
    return operation -> operation instanceof Get && isOn(operation, path);
  }

  static Predicate<Operation<?>> puts(String... path) {
    return operation -> operation instanceof Put && isOn(operation, path);
  }

  static Predicate<Operation<?>> marks(String... path) {
    return operation ->
        operation instanceof Delete delete && delete.isMarkingStale() && isOn(operation, path);
  }

  static Predicate<Operation<?>> deletes(String... path) {
    return operation ->
        operation instanceof Delete delete && !delete.isMarkingStale() && isOn(operation, path);
  }

  private static boolean isOn(Operation<?> operation, String... path) {
    Key key = path.length == 1 ? Key.of("c", path[0]) : Key.of("c", path[0], path[1]);
    return operation.key().equals(key);
  }

  static boolean isNote(Operation<?> operation) {
    return operation.key().toString().startsWith("corral-note");
  }

  /** Just before the next such request arrives, something else happens. */
  void before(Predicate<Operation<?>> which, Runnable what) {
    steps.add(new Step(which, operation -> {
      what.run();
      return null;
    }));
  }

  /** The next such request is answered with this, and not done. */
  void answer(Predicate<Operation<?>> which, Object outcome) {
    steps.add(new Step(which, operation -> CompletableFuture.completedFuture(outcome)));
  }

  /** The next such request is not done, and fails. */
  void lose(Predicate<Operation<?>> which) {
    steps.add(new Step(which, operation -> failed(operation)));
  }

  /** The next such request is done, but its reply comes when the test says so. */
  Runnable delayReply(Predicate<Operation<?>> which) {
    List<Runnable> replies = new ArrayList<>();
    steps.add(new Step(which, operation -> {
      CompletableFuture<Object> late = new CompletableFuture<>();
      Object outcome = store.execute(operation).join();
      replies.add(() -> late.complete(outcome));
      return late;
    }));
    return () -> replies.forEach(Runnable::run);
  }

  /** From now on nothing gets through, or everything again. */
  void down(boolean isDown) {
    down = isDown;
  }

  long count(Predicate<Operation<?>> which) {
    return sent.stream().filter(which).count();
  }

  @SuppressWarnings("unchecked") // a test answers what fits the request
  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    sent.add(operation);
    if (down) {
      return (CompletableFuture<R>) failed(operation);
    }
    for (Step step : List.copyOf(steps)) {
      if (step.which.test(operation) && steps.remove(step)) {
        CompletableFuture<?> answer = step.action.on(operation);
        return answer == null ? store.execute(operation) : (CompletableFuture<R>) answer;
      }
    }
    return store.execute(operation);
  }

  private static CompletableFuture<?> failed(Operation<?> operation) {
    return CompletableFuture.failedFuture(
        new DeadlineExceededException("no reply to " + operation));
  }

  /** The notes that holders have left. */
  List<Key> notes() {
    return sent.stream()
        .filter(op -> op instanceof Put && isNote(op))
        .map(Operation::key)
        .toList();
  }

  @Override
  public void close() {}
}
