package dev.corral.lock;

import dev.corral.check.Argument;
import dev.corral.time.Ticker;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How long one caller goes on trying, and how it pauses between the tries. */
final class Patience {
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final LockOptions options;
  private final long begin;
  private final long wait;
  private long bound;

  private Patience(LockOptions options, long wait) {
    this.options = options;
    this.wait = wait;
    this.begin = options.ticker().nanos();
    this.bound = options.leastPauseNanos();
  }

  static Patience of(Duration wait, LockOptions options) {
    Argument.required("wait", wait);
    if (wait.isNegative() || wait.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("wait must be 0 to 36500 days, but is " + wait);
    }
    return new Patience(options, wait.toNanos());
  }

  /** How long to pause before the next try, or null if this was the last. */
  @Nullable
  Duration pauseAfter(Acquisition acquisition) {
    Ticker ticker = options.ticker();
    long left = wait - (ticker.nanos() - begin);
    if (acquisition.isAcquired() || left <= 0) {
      return null;
    }
    RandomGenerator random = options.random();
    long pause = bound - random.nextLong(bound / 2 + 1);
    bound = Math.min(2 * bound, options.mostPauseNanos());
    return Duration.ofNanos(Math.min(pause, left));
  }

  void afterPause(Duration pause, Runnable task) {
    Timer.Alarm unused = options.timer().after(pause, task);
  }

  /** Pauses on this thread. */
  void pause(Duration pause) throws InterruptedException {
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
