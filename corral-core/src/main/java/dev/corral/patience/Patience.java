package dev.corral.patience;

import dev.corral.check.Argument;
import dev.corral.future.Answers;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How long one caller goes on trying, and how it pauses between the tries. For one use. */
public final class Patience {
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final Pauses pauses;
  private final long begin;
  private final long wait;
  private long bound;

  private Patience(Pauses pauses, long wait) {
    this.pauses = pauses;
    this.wait = wait;
    this.begin = pauses.ticker().nanos();
    this.bound = pauses.least().toNanos();
  }

  /**
   * Begins to wait.
   *
   * @param wait for how long, at most 36,500 days; zero tries once
   * @param pauses between the tries
   * @return the patience
   */
  public static Patience of(Duration wait, Pauses pauses) {
    Argument.required("wait", wait);
    if (wait.isNegative() || wait.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("wait must be 0 to 36500 days, but is " + wait);
    }
    return new Patience(pauses, wait.toNanos());
  }

  /**
   * Tries on this thread until it is enough or the time is over.
   *
   * @param attempt one try
   * @param isEnough whether no other try is wanted
   * @param <T> what comes of a try
   * @return what came of the last one
   * @throws InterruptedException if the thread was interrupted before it began or while it paused
   */
  public <T> T retry(Supplier<T> attempt, Predicate<T> isEnough) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    while (true) {
      T outcome = attempt.get();
      Duration pause = pauseAfter(isEnough.test(outcome));
      if (pause == null) {
        return outcome;
      }
      pause(pause);
    }
  }

  /**
   * Tries until it is enough or the time is over, or nobody wants it any more.
   *
   * @param attempt one try
   * @param isEnough whether no other try is wanted
   * @param unwanted is given the last outcome if the future was cancelled meanwhile
   * @param <T> what comes of a try
   * @return what came of the last one
   */
  public <T> CompletableFuture<T> retryAsync(
      Supplier<CompletableFuture<T>> attempt, Predicate<T> isEnough, Consumer<T> unwanted) {
    CompletableFuture<T> result = new CompletableFuture<>();
    tryOnce(attempt, isEnough, unwanted, result);
    return result;
  }

  private <T> void tryOnce(
      Supplier<CompletableFuture<T>> attempt,
      Predicate<T> isEnough,
      Consumer<T> unwanted,
      CompletableFuture<T> result) {
    if (result.isDone()) {
      return; // nobody wants it any more
    }
    // Whatever is thrown on the way ends in the result, or who waits for it would do so for ever.
    CompletableFuture<@Nullable Void> unused = Answers.begin(attempt)
        .thenAccept(outcome -> {
          Duration pause = pauseAfter(isEnough.test(outcome));
          if (pause != null) {
            afterPause(pause, () -> tryOnce(attempt, isEnough, unwanted, result));
          } else if (!result.complete(outcome)) {
            unwanted.accept(outcome);
          }
        })
        .exceptionally(fault -> {
          result.completeExceptionally(Answers.bare(fault));
          return null;
        });
  }

  /** How long to pause before the next try, or null if this was the last. */
  private @Nullable Duration pauseAfter(boolean isEnough) {
    long left = wait - (pauses.ticker().nanos() - begin);
    if (isEnough || left <= 0) {
      return null;
    }
    long pause = bound - pauses.random().nextLong(bound / 2 + 1);
    bound = Math.min(2 * bound, pauses.most().toNanos());
    return Duration.ofNanos(Math.min(pause, left));
  }

  private void afterPause(Duration pause, Runnable task) {
    Timer.Alarm unused = pauses.timer().after(pause, task);
  }

  /** Pauses on this thread. */
  private void pause(Duration pause) throws InterruptedException {
    CompletableFuture<Boolean> over = new CompletableFuture<>();
    afterPause(pause, () -> over.complete(true));
    try {
      boolean unused = over.get(pause.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // The pause is over, though the timer's threads may all be busy, waiting for locks perhaps.
    } catch (ExecutionException e) {
      throw new AssertionError(e); // nobody fails it
    }
  }
}
