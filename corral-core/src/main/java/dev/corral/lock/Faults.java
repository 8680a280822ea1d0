package dev.corral.lock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Brings faults to callers as they are, without what futures wrap around them. */
final class Faults {
  private Faults() {}

  static Throwable bare(Throwable fault) {
    Throwable cause = fault.getCause();
    return fault instanceof CompletionException && cause != null ? cause : fault;
  }

  /** The same answer, whose callbacks get the fault as it is. */
  static <T> CompletableFuture<T> bare(CompletableFuture<T> answer) {
    CompletableFuture<T> result = new CompletableFuture<>();
    pass(answer, result);
    return result;
  }

  /** Goes on one way with an answer, another way with a fault, which comes as it is. */
  static <A, B> CompletableFuture<B> branch(
      CompletableFuture<A> answer,
      Function<A, CompletableFuture<B>> onAnswer,
      Function<Throwable, CompletableFuture<B>> onFault) {
    CompletableFuture<B> result = new CompletableFuture<>();
    CompletableFuture<A> unused = answer.whenComplete((value, fault) -> {
      try {
        pass(fault == null ? onAnswer.apply(value) : onFault.apply(bare(fault)), result);
      } catch (RuntimeException | Error e) {
        result.completeExceptionally(e); // or whoever waits for it would wait for ever
      }
    });
    return result;
  }

  private static <T> void pass(CompletableFuture<T> answer, CompletableFuture<T> result) {
    CompletableFuture<T> unused = answer.whenComplete((value, fault) -> {
      if (fault != null) {
        result.completeExceptionally(bare(fault));
      } else {
        result.complete(value);
      }
    });
  }

  static <T> T join(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw bare(e) instanceof RuntimeException fault ? fault : e;
    }
  }
}
