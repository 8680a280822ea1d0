package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.CorralException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way, and how long it takes. What it ends with is what a callback sees.
 *
 * @param <T> the kind of its outcome
 */
public final class Asked<T extends @Nullable Object> {
  /** How much later than its deadline a request may end on a busy machine. */
  public static final Duration MARGIN = Duration.ofMillis(250);

  private final long began = System.nanoTime();
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile long ended;
  private final CompletableFuture<T> future;
  private volatile @Nullable Throwable thrown;

  private Asked(Supplier<CompletableFuture<T>> request) {
    future = request.get();
    CompletableFuture<T> unused = future.whenComplete((outcome, fault) -> {
      ended = System.nanoTime();
      thrown = fault;
      end.countDown();
    });
  }

  public static <T extends @Nullable Object> Asked<T> of(Supplier<CompletableFuture<T>> request) {
    return new Asked<>(request);
  }

  private void await() {
    try {
      assertThat(end.await(20, TimeUnit.SECONDS)).as("ended in 20 s").isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  public boolean isDone() {
    return end.getCount() == 0;
  }

  /** Waits for the end, and tells whether it was a fault. */
  public boolean hasFailed() {
    await();
    return thrown != null;
  }

  /** Waits for the outcome. */
  public T outcome() {
    await();
    if (thrown != null) {
      throw new AssertionError("failed after " + took(), thrown);
    }
    return future.join();
  }

  /** Waits for the fault. */
  public CorralException fault() {
    await();
    Throwable fault = thrown;
    if (fault instanceof CorralException expected) {
      return expected;
    }
    throw new AssertionError("ended with " + (fault == null ? future.join() : fault), fault);
  }

  /** How long it took from the call to its end, which it waits for. */
  public Duration took() {
    await();
    return Duration.ofNanos(ended - began);
  }

  /** Waits for the end, which must come in time. */
  public Asked<T> endsWithin(Duration deadline) {
    assertThat(took()).isLessThanOrEqualTo(deadline.plus(MARGIN));
    return this;
  }
}
