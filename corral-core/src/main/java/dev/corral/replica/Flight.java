package dev.corral.replica;

import dev.corral.future.Answers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Requests that are under way together. */
final class Flight {
  private Flight() {}

  /** What was answered, or why not, as one thing that does not fail. */
  static <A, B> CompletableFuture<B> settle(
      CompletableFuture<A> reply, BiFunction<@Nullable A, @Nullable Throwable, B> meaning) {
    CompletableFuture<B> settled = new CompletableFuture<>();
    Answers.when(reply, (answer, fault) -> settled.complete(meaning.apply(answer, fault)));
    return settled;
  }

  /** All of them when the last has come. None of them fails. */
  static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> replies) {
    CompletableFuture<?>[] all = replies.toArray(CompletableFuture<?>[]::new);
    return Answers.map(
        CompletableFuture.allOf(all),
        ended -> replies.stream().map(CompletableFuture::join).toList());
  }
}
