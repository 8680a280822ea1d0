package dev.corral.memcached.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future of something that an I/O thread answers. It wakes one waiting thread cheaply, and runs
 * nobody's callbacks on the I/O thread.
 *
 * @param <R> what the caller gets
 */
public abstract class Answer<R extends @Nullable Object> extends CompletableFuture<R> {
  /* design
   *
   * Who runs the callbacks. Completing a future runs what hangs on it, and that may be anybody's
   * code, which must not run on an I/O thread. A hop to the executor for every reply would cost more
   * than the reply. So:
   *
   *   OPEN ----settle: nothing hangs on it----> SETTLING --> SETTLED    completed by the I/O thread
   *    |
   *    | something is about to hang on it
   *    v
   *   WATCHED --settle--> SETTLING --> ANSWERED                         completed by the executor
   *
   * CompletableFuture asks newIncompleteFuture() for the dependent future before it hangs it on this
   * one, and toCompletableFuture() when this one is hung on another: these make it watched.
   * Whoever comes while the I/O thread is settling waits for the few instructions that this takes,
   * then finds the future complete and runs its own callback. (allOf and anyOf ask nothing; that
   * something hangs on it already is seen by counting. One that hangs itself on just between the
   * count and the completion is completed here, which costs the I/O thread that one callback.)
   *
   * Who waits. The first thread that blocks parks on a field of its own, is woken by one unpark, and
   * reads the answer as soon as it is there: also when the executor that is to complete the future
   * has no thread free, maybe since this very thread is one of its own. (So the future may say for a
   * moment yet that it is not done.) Others wait as for any CompletableFuture.
   */

  private static final byte OPEN = 0;
  private static final byte WATCHED = 1;
  private static final byte SETTLING = 2;
  private static final byte ANSWERED = 3;
  private static final byte SETTLED = 4;

  private static final VarHandle STATE;
  private static final VarHandle WAITER;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(Answer.class, "state", byte.class);
      WAITER = lookup.findVarHandle(Answer.class, "waiter", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** An outcome that the caller gets as an exception. */
  private record Failure(Throwable cause) {}

  @SuppressWarnings("UnusedVariable") // through its VarHandle
  private volatile @Nullable Thread waiter;

  private volatile byte state;
  private @Nullable Object outcome;

  Answer() {}

  // The view of the I/O thread, and of whoever's turn it is to write.

  /** Notes the outcome; the caller gets it when the whole read is parsed. */
  final boolean answer(@Nullable R result) {
    return note(result);
  }

  public final boolean fail(Throwable cause) {
    return note(new Failure(cause));
  }

  private boolean note(@Nullable Object result) {
    // Else it comes too late, and the executor may be reading the other. (If it can't be sent, just
    // when its deadline has passed, one may still take the other's place: both are true.)
    if (state < SETTLING) {
      outcome = result;
    }
    return true;
  }

  /** The exception that was noted, if it is one. */
  public final @Nullable Throwable failure() {
    return outcome instanceof Failure failure ? failure.cause() : null;
  }

  /** Whether the caller has, or will have, what it gets. */
  public final boolean isSettled() {
    return state >= SETTLING || isDone();
  }

  /**
   * Gives the caller the outcome that was noted, unless it has one; whoever waits for it is to be
   * {@linkplain #wake woken} yet. Tells whether it did.
   */
  public boolean settle(Executor executor) {
    if (isSettled()) {
      return false;
    }
    byte before = state;
    while (before < SETTLING && !STATE.compareAndSet(this, before, SETTLING)) {
      before = state;
    }
    if (before >= SETTLING) {
      return false;
    }
    if (before == OPEN && getNumberOfDependents() == 0) {
      deliver();
      STATE.setRelease(this, SETTLED); // whoever waits sees by the future that it is done
    } else {
      state = ANSWERED;
      try {
        executor.execute(this::deliver);
      } catch (RuntimeException | Error e) { // it is full, or has no thread
        deliver(); // better on the wrong thread than never
      }
    }
    return true;
  }

  /**
   * Gives the caller an exception, unless it has something already. By the I/O thread, or before it
   * knows of the request.
   *
   * @param cause the exception
   * @param executor what runs callbacks
   * @return whether the caller gets it
   */
  public final boolean settle(Throwable cause, Executor executor) {
    if (isSettled()) {
      return false;
    }
    fail(cause);
    boolean isFirst = settle(executor);
    wake();
    return isFirst;
  }

  @SuppressWarnings("unchecked") // answer() takes nothing else
  private void deliver() {
    if (outcome instanceof Failure failure) {
      super.completeExceptionally(failure.cause());
    } else {
      super.complete((R) outcome);
    }
  }

  /** Wakes whoever waits. */
  public void wake() {
    LockSupport.unpark(waiter);
  }

  /**
   * The calling thread is going to wait for this as soon as it is sent, and is the one to be woken.
   *
   * @throws IllegalStateException if it is an I/O thread, which must not wait
   */
  public final void expect() {
    boolean unused = claimWait();
  }

  /** Who waits, or is going to, if anybody does. */
  public final @Nullable Thread waiter() {
    return waiter;
  }

  // The future's view.

  private void watch() {
    if (!STATE.compareAndSet(this, OPEN, WATCHED)) {
      // Complete before it is settled, it runs callbacks, and one of them may be who asks.
      while (state == SETTLING && !isDone()) {
        Thread.onSpinWait();
      }
    }
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    watch();
    return new CompletableFuture<>();
  }

  @Override
  public CompletableFuture<R> toCompletableFuture() {
    watch();
    return this;
  }

  @Override
  public boolean complete(R value) {
    boolean isFirst = super.complete(value);
    wake();
    return isFirst;
  }

  @Override
  public boolean completeExceptionally(Throwable cause) {
    boolean isFirst = super.completeExceptionally(cause);
    wake();
    return isFirst;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean isCancelled = super.cancel(mayInterruptIfRunning);
    wake();
    return isCancelled;
  }

  // These complete the future by none of the above.

  @Override
  public CompletableFuture<R> completeAsync(Supplier<? extends R> supplier, Executor executor) {
    return super.completeAsync(
        supplier,
        task -> executor.execute(() -> {
          task.run();
          wake();
        }));
  }

  @Override
  public void obtrudeValue(R value) {
    super.obtrudeValue(value);
    wake();
  }

  @Override
  public void obtrudeException(Throwable cause) {
    super.obtrudeException(cause);
    wake();
  }

  @Override
  public R join() {
    if (!isDone() && claimWait()) {
      boolean isInterrupted = false;
      while (!isAnswered()) {
        LockSupport.park(this);
        isInterrupted |= Thread.interrupted();
      }
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
      if (!isDone()) {
        try {
          return answer();
        } catch (ExecutionException e) {
          throw new CompletionException(e.getCause());
        }
      }
    }
    return super.join();
  }

  @Override
  public R get() throws InterruptedException, ExecutionException {
    if (!isDone() && claimWait()) {
      while (!isAnswered()) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        LockSupport.park(this);
      }
      if (!isDone()) {
        return answer();
      }
    }
    return super.get();
  }

  @Override
  public R get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (!isDone() && claimWait()) {
      long end = System.nanoTime() + unit.toNanos(timeout);
      while (!isAnswered()) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
          throw new TimeoutException();
        }
        LockSupport.parkNanos(this, left);
      }
      if (!isDone()) {
        return answer();
      }
    }
    return super.get(timeout, unit);
  }

  private boolean isAnswered() {
    return state >= ANSWERED || isDone();
  }

  /** Makes the calling thread the one that the answer wakes, if there is none yet. */
  private boolean claimWait() {
    IoThread.requireOther("wait for an answer");
    Thread current = Thread.currentThread();
    return WAITER.compareAndSet(this, (Thread) null, current) || waiter == current;
  }

  /** The answer before the executor has got to complete the future with it. */
  // Only what answer(R) takes is ever noted, null only where R may be.
  @SuppressWarnings({"unchecked", "NullAway"})
  private R answer() throws ExecutionException {
    if (outcome instanceof Failure failure) {
      throw new ExecutionException(failure.cause());
    }
    return (R) outcome;
  }
}
