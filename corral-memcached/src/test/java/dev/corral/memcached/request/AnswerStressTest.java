package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AnswerStressTest {
  private static final int ANSWERS = 60_000;
  private static final int CALLERS = 3;
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final List<Answer<Integer>> answers =
      Stream.<Answer<Integer>>generate(() -> new Answer<>() {}).limit(ANSWERS).toList();
  private final AtomicIntegerArray runs = new AtomicIntegerArray(ANSWERS * CALLERS);
  private final AtomicInteger onSettlingThread = new AtomicInteger();

  @Test
  void eachCallbackRunsOnceAndNeverWhereItIsSettledAndEachWaiterReturns() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      List<Caller<Integer>> callers = IntStream.range(0, CALLERS)
          .mapToObj(number -> Caller.of(() -> use(number)))
          .toList();
      Caller<Integer> settler = Caller.of(() -> settleAll(executor), IoThread.factory());

      int settled = settler.result();
      int hung = 0;
      for (Caller<Integer> caller : callers) {
        hung += caller.result();
      }
      executor.shutdown();
      assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();

      assertThat(settled).isEqualTo(ANSWERS);
      assertThat(hung).isPositive();
      assertThat(IntStream.range(0, runs.length()).map(runs::get).sum()).isEqualTo(hung);
      assertThat(IntStream.range(0, runs.length()).map(runs::get).max()).hasValue(1);
      assertThat(onSettlingThread).hasValue(0);
    } finally {
      executor.shutdownNow();
    }
  }

  /** Settles all in turn; those for which there was no time, at the end, in one go. */
  private int settleAll(ExecutorService executor) {
    long end = System.nanoTime() + MOST_NANOS;
    int settled = 0;
    for (int i = 0; i < ANSWERS; i++) {
      Answer<Integer> answer = answers.get(i);
      // Now and then the callers get ahead, so that they meet the settling and are not behind it.
      while (i % 16 == 0 && answer.waiter() == null && !isWatched(answer) && hasTime(end)) {
        Thread.onSpinWait();
      }
      answer.answer(i);
      settled += answer.settle(executor) ? 1 : 0;
      answer.wake();
    }
    return settled;
  }

  private static boolean isWatched(Answer<?> answer) {
    return answer.getNumberOfDependents() > 0;
  }

  private static boolean hasTime(long end) {
    return System.nanoTime() - end < 0;
  }

  /** Goes through all answers and waits for some, hangs callbacks on others; returns how many. */
  private int use(int caller) throws Exception {
    SplittableRandom random = new SplittableRandom(caller);
    List<CompletableFuture<?>> hung = new ArrayList<>();
    for (int i = 0; i < ANSWERS; i++) {
      Answer<Integer> answer = answers.get(i);
      int place = i * CALLERS + caller;
      switch (random.nextInt(6)) {
        case 0 -> assertThat(answer.join()).isEqualTo(i);
        case 1 -> assertThat(answer.get()).isEqualTo(i);
        case 2 -> assertThat(answer.get(1, TimeUnit.HOURS)).isEqualTo(i);
        case 3 -> hung.add(answer.thenAccept(value -> ran(place)));
        case 4 -> hung.add(answer.whenComplete((value, cause) -> ran(place)));
        default ->
          hung.add(CompletableFuture.completedFuture(i).thenCombine(answer, (ours, value) -> {
            ran(place);
            return value;
          }));
      }
    }
    return hung.size();
  }

  private void ran(int place) {
    runs.incrementAndGet(place);
    if (Thread.currentThread() instanceof IoThread) {
      onSettlingThread.incrementAndGet();
    }
  }
}
