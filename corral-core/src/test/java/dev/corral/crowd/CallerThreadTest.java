package dev.corral.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CallerThreadTest {
  private final List<Runnable> others = new ArrayList<>();
  private final CallerThread thread = new CallerThread(others::add);
  private final CompletableFuture<String> result = new CompletableFuture<>();
  private final List<String> ran = new ArrayList<>();

  @Test
  void whatCameBeforeRunsOnTheCallersThreadInOrder() throws Exception {
    thread.execute(() -> ran.add("a " + Thread.currentThread().getName()));
    thread.execute(() -> ran.add("b"));
    thread.execute(() -> result.complete("done"));
    assertThat(ran).isEmpty();
    thread.runUntil(result);
    assertThat(ran).containsExactly("a " + Thread.currentThread().getName(), "b");
    assertThat(others).isEmpty();
  }

  @Test
  void whatComesFromAnotherThreadWhileItWaitsRunsOnTheCallersThread() throws Exception {
    AtomicReference<Thread> ranOn = new AtomicReference<>();
    CountDownLatch begun = new CountDownLatch(1);
    Thread other = new Thread(() -> {
      await(begun);
      thread.execute(() -> {
        ranOn.set(Thread.currentThread());
        result.complete("done");
      });
    });
    other.start();
    thread.execute(begun::countDown);
    thread.runUntil(result);
    other.join();
    assertThat(ranOn.get()).isSameAs(Thread.currentThread());
  }

  @Test
  void aResultThatAnotherThreadBringsWakesIt() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Thread other = new Thread(() -> {
      await(begun);
      result.complete("done");
    });
    other.start();
    thread.execute(begun::countDown);
    thread.runUntil(result);
    other.join();
    assertThat(result).isDone();
  }

  @Test
  void whatIsLeftWhenTheResultIsThereGoesToTheOthers() throws Exception {
    thread.execute(() -> result.complete("done"));
    thread.execute(() -> ran.add("a"));
    thread.runUntil(result);
    assertThat(ran).isEmpty();
    others.forEach(Runnable::run);
    assertThat(ran).containsExactly("a");
  }

  @Test
  void whatComesLaterGoesToTheOthers() throws Exception {
    result.complete("done");
    thread.runUntil(result);
    thread.execute(() -> ran.add("a"));
    assertThat(others).hasSize(1);
  }

  @Test
  void anInterruptEndsTheWaitWhenThereIsNothingToRun() {
    thread.execute(() -> ran.add("a"));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> thread.runUntil(result)).isInstanceOf(InterruptedException.class);
    assertThat(ran).containsExactly("a");
    assertThat(Thread.interrupted()).isFalse();
    thread.execute(() -> ran.add("b"));
    assertThat(others).hasSize(1);
  }

  @Test
  void anInterruptDoesNotSpoilAResultThatIsThere() throws Exception {
    result.complete("done");
    Thread.currentThread().interrupt();
    thread.runUntil(result);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void whatOthersWillNotTakeIsNoFaultOfACallerThatHasItsResult() throws Exception {
    CallerThread busy = new CallerThread(task -> {
      throw new RejectedExecutionException("full");
    });
    busy.execute(() -> result.complete("done"));
    busy.execute(() -> ran.add("a"));
    busy.runUntil(result);
    assertThat(ran).isEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aThreadThatAPoolLendsMakesPlaceForAnother() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    try {
      CompletableFuture<String> result = new CompletableFuture<>();
      Future<?> caller = pool.submit(() -> {
        pool.execute(() -> result.complete("from the same pool"));
        new CallerThread(pool).runUntil(result);
        return null;
      });
      assertThat(caller.get(10, TimeUnit.SECONDS)).isNull();
      assertThat(result).isCompleted();
    } finally {
      pool.shutdownNow();
    }
  }
}
