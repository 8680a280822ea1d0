package dev.corral.dashboard.sample;

import dev.corral.future.Answers;
import dev.corral.time.Ticker;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A question that is asked again and again, never while the last one is still open. For one thread;
 * the answers may come on others.
 */
final class Inquiry<T> {
  private final Ticker ticker;
  private @Nullable CompletableFuture<T> asked;
  private long askedAt;

  Inquiry(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Asks, on another thread since even that may take a while. */
  void ask(Executor threads, Supplier<CompletableFuture<T>> question) {
    if (!isOpen()) {
      CompletableFuture<T> answer = new CompletableFuture<>();
      threads.execute(() -> Answers.when(Answers.begin(question), (value, fault) -> {
        if (fault == null) {
          answer.complete(value);
        } else {
          answer.completeExceptionally(fault);
        }
      }));
      asked = answer;
      askedAt = ticker.nanos();
    }
  }

  /** Forgets the last answer. */
  void forget() {
    asked = isOpen() ? asked : null;
  }

  private boolean isOpen() {
    return asked != null && !asked.isDone();
  }

  /** Whether there is no answer to what was asked, and patience is over. */
  boolean isLate() {
    return isOpen() && ticker.nanos() - askedAt >= Patience.LENGTH.toNanos();
  }

  /** The last answer, if it came and is none but a fault. */
  Optional<T> answer() {
    return asked != null && asked.isDone() && !asked.isCompletedExceptionally()
        ? Optional.of(asked.join())
        : Optional.empty();
  }

  /** Why there is no answer, if that is known. */
  Optional<Throwable> fault() {
    return asked != null && asked.isCompletedExceptionally()
        ? Optional.of(Answers.bare(asked.handle((answer, fault) -> fault).join()))
        : Optional.empty();
  }
}
