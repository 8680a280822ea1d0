package dev.corral.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.Strands;
import dev.corral.counter.CounterHistory.Algorithm;
import dev.corral.counter.CounterHistory.Transaction;
import dev.corral.future.Answers;
import dev.corral.store.Arithmetic;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Random histories, and the same with simpler algorithms, to show that the check finds flaws. */
@Execution(ExecutionMode.CONCURRENT)
class CounterHistoryTest {
  private static final int HISTORIES = 500;

  @Test
  void everyNumberIsExplainedHoweverRoughTheTimes() {
    assertRight(true);
  }

  @Test
  void everyNumberIsExplainedInCalmTimes() {
    assertRight(false);
  }

  private static void assertRight(boolean rough) {
    Strands strands = new Strands();
    long reads = 0;
    for (long seed = 0; seed < HISTORIES; seed++) {
      CounterHistory history =
          new CounterHistory(seed, rough, CounterHistoryTest::ours, strands).run();
      assertThat(history.wrong()).as("wrong numbers, seed %s", seed).isZero();
      reads += history.reads();
    }
    assertThat(reads).isGreaterThan(HISTORIES * 20L);
  }

  /** It adds to numbers that have the transaction already, and to none when a load is under way. */
  @Test
  void addingToWhateverIsThereCountsTwice() {
    assertFound(CounterHistoryTest::naive);
  }

  /** It adds to the wrong number too, which others read before it is deleted. */
  @Test
  void lookingAtTheFlagsAfterTheAdditionIsTooLate() {
    assertFound(CounterHistoryTest::lookingAfterwards);
  }

  private static void assertFound(Algorithm algorithm) {
    Strands strands = new Strands();
    assertThat(LongStream.range(0, HISTORIES)
            .mapToObj(seed -> new CounterHistory(seed, false, algorithm, strands).run())
            .anyMatch(history -> history.wrong() > 0))
        .isTrue();
  }

  private static CompletableFuture<Long> ours(
      Counter<Long> counter, Store store, Transaction transaction) {
    return counter.async().updateBy(1L, transaction::begin);
  }

  private static CompletableFuture<Long> naive(
      Counter<Long> counter, Store store, Transaction transaction) {
    return Answers.then(
        transaction.begin(),
        delta -> Answers.map(store.execute(addition(delta)), outcome -> delta));
  }

  private static CompletableFuture<Long> lookingAfterwards(
      Counter<Long> counter, Store store, Transaction transaction) {
    CompletableFuture<Integer> flags = Answers.map(
        store.execute(Get.of(CounterHistory.KEY).withoutValue()), CounterHistoryTest::flagsOf);
    return Answers.then(
        flags,
        before -> Answers.then(transaction.begin(), delta -> {
          if (before == 0) {
            return delete(store, delta);
          }
          List<CompletableFuture<Object>> flight = store.executeAll(
              List.of(addition(delta), Get.of(CounterHistory.KEY).withoutValue()));
          return Answers.then(
              flight.get(1),
              after -> flagsOf(after) == before
                  ? CompletableFuture.completedFuture(delta)
                  : delete(store, delta));
        }));
  }

  private static Arithmetic addition(long delta) {
    return delta < 0
        ? Arithmetic.subtract(CounterHistory.KEY, -delta)
        : Arithmetic.add(CounterHistory.KEY, delta);
  }

  private static int flagsOf(Object outcome) {
    return outcome instanceof Item item ? item.flags() : 0;
  }

  private static CompletableFuture<Long> delete(Store store, long delta) {
    return Answers.map(store.execute(Delete.of(CounterHistory.KEY)), outcome -> delta);
  }
}
