package dev.corral.future;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Goes on with what futures bring. Faults come as they are, not in a CompletionException. */
public final class Answers {
  private Answers() {}

  /**
   * A fault as it is.
   *
   * @param fault a fault, perhaps in a CompletionException
   * @return the fault itself
   */
  public static Throwable bare(Throwable fault) {
    Throwable cause = fault.getCause();
    return fault instanceof CompletionException && cause != null ? cause : fault;
  }

  /**
   * The same answer, whose callbacks get the fault as it is.
   *
   * @param answer the answer
   * @param <T> its kind
   * @return the answer so changed
   */
  public static <T extends @Nullable Object> CompletableFuture<T> bare(
      CompletableFuture<T> answer) {
    return map(answer, Function.identity());
  }

  /**
   * Does something with an answer or fault.
   *
   * @param answer the answer
   * @param action is given either the answer or the fault as it is, and throws nothing
   * @param <T> its kind
   */
  public static <T extends @Nullable Object> void when(
      CompletableFuture<T> answer, BiConsumer<@Nullable T, @Nullable Throwable> action) {
    CompletableFuture<T> unused = answer.whenComplete(
        (value, fault) -> action.accept(value, fault == null ? null : bare(fault)));
  }

  /**
   * Another answer made from one.
   *
   * @param answer the answer
   * @param change makes the other; what it throws is the fault of the other
   * @param <A> the kind of the one
   * @param <B> the kind of the other
   * @return the other answer
   */
  public static <A extends @Nullable Object, B extends @Nullable Object> CompletableFuture<B> map(
      CompletableFuture<A> answer, Function<A, B> change) {
    if (isThere(answer)) {
      try {
        return CompletableFuture.completedFuture(change.apply(answer.join()));
      } catch (RuntimeException | Error e) {
        return CompletableFuture.failedFuture(e);
      }
    }
    CompletableFuture<B> result = new CompletableFuture<>();
    CompletableFuture<A> unused = answer.whenComplete((value, fault) -> {
      if (fault != null) {
        result.completeExceptionally(bare(fault));
        return;
      }
      try {
        result.complete(change.apply(value));
      } catch (RuntimeException | Error e) {
        result.completeExceptionally(e); // or whoever waits for it would wait for ever
      }
    });
    return result;
  }

  /**
   * Goes on one way with an answer, another way with a fault.
   *
   * @param answer the answer
   * @param onAnswer what comes after an answer
   * @param onFault what comes after a fault
   * @param <A> the kind of the answer
   * @param <B> the kind of what comes after
   * @return what comes after
   */
  public static <A, B> CompletableFuture<B> branch(
      CompletableFuture<A> answer,
      Function<A, CompletableFuture<B>> onAnswer,
      Function<Throwable, CompletableFuture<B>> onFault) {
    if (isThere(answer)) {
      CompletableFuture<B> next =
          begin(() -> Objects.requireNonNull(onAnswer.apply(answer.join())));
      return isThere(next) ? next : bare(next);
    }
    CompletableFuture<B> result = new CompletableFuture<>();
    when(answer, (value, fault) -> {
      try {
        pass(fault == null ? onAnswer.apply(value) : onFault.apply(fault), result);
      } catch (RuntimeException | Error e) {
        result.completeExceptionally(e); // or whoever waits for it would wait for ever
      }
    });
    return result;
  }

  /**
   * Begins something.
   *
   * @param start begins it; what it throws is the answer's fault
   * @param <T> the kind of the answer
   * @return the answer
   */
  public static <T> CompletableFuture<T> begin(Supplier<CompletableFuture<T>> start) {
    try {
      return start.get();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Goes on with an answer. A fault stays the fault.
   *
   * @param answer the answer
   * @param next what comes after it
   * @param <A> the kind of the answer
   * @param <B> the kind of what comes after
   * @return what comes after
   */
  public static <A, B> CompletableFuture<B> then(
      CompletableFuture<A> answer, Function<A, CompletableFuture<B>> next) {
    return branch(answer, next, CompletableFuture::failedFuture);
  }

  /** Whether an answer has come, and is no fault: what follows needs no callbacks then. */
  private static boolean isThere(CompletableFuture<?> answer) {
    return answer.isDone() && !answer.isCompletedExceptionally();
  }

  private static <T> void pass(CompletableFuture<T> answer, CompletableFuture<T> result) {
    when(answer, (value, fault) -> {
      if (fault != null) {
        result.completeExceptionally(fault);
      } else {
        result.complete(value);
      }
    });
  }

  /**
   * Waits for an answer, for a thread that does on its own what hangs on it: nothing of that then
   * needs an executor.
   *
   * @param answer the answer
   * @param <T> its kind
   * @return the same answer, or fault as it is, which is there already
   */
  public static <T extends @Nullable Object> CompletableFuture<T> settled(
      CompletableFuture<T> answer) {
    if (isThere(answer)) {
      return answer;
    }
    try {
      return CompletableFuture.completedFuture(answer.join());
    } catch (CompletionException e) {
      return CompletableFuture.failedFuture(bare(e));
    }
  }

  /**
   * Waits until an answer or a fault has come.
   *
   * @param answer the answer
   * @return whether it is an answer
   */
  public static boolean arrives(CompletableFuture<?> answer) {
    try {
      Object unused = answer.join();
      return true;
    } catch (CompletionException | CancellationException e) {
      return false;
    }
  }

  /**
   * Waits for an answer.
   *
   * @param answer the answer
   * @param <T> its kind
   * @return what it brings; a fault is thrown as it is
   */
  public static <T extends @Nullable Object> T join(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      Throwable fault = bare(e);
      if (fault instanceof Error error) {
        throw error;
      }
      throw fault instanceof RuntimeException exception ? exception : e;
    }
  }
}
