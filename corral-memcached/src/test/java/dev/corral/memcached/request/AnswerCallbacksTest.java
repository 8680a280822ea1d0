package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AnswerCallbacksTest {
  /** Something that hangs a callback on an answer; the callback adds to the list. */
  private interface Hanging {
    CompletableFuture<?> hang(Answer<String> answer, List<String> told);
  }

  private final HeldExecutor executor = new HeldExecutor();
  private final Answer<String> answer = new Answer<>() {};
  private final List<String> told = new ArrayList<>();

  @Test
  void anAnswerThatNobodyWatchesIsGivenByTheSettlingThread() {
    answer.answer("value");

    assertThat(answer.isSettled()).isFalse();
    assertThat(answer.settle(executor)).isTrue();

    assertThat(answer).isCompletedWithValue("value");
    assertThat(answer.isSettled()).isTrue();
    assertThat(executor.held()).isZero();
  }

  @Test
  void aCallbackThatSlippedInMayUseTheAnswerAtOnce() {
    List<CompletableFuture<String>> stages = new ArrayList<>();
    Answer<String> raced = new Answer<>() {
      @Override
      public int getNumberOfDependents() {
        int before = super.getNumberOfDependents();
        if (stages.isEmpty()) { // just after the count, as an allOf on another thread could
          stages.add(new CompletableFuture<>());
          stages.add(CompletableFuture.allOf(this).thenCompose(done -> thenApply(told -> told)));
        }
        return before;
      }
    };
    raced.answer("value");

    assertThat(raced.settle(executor)).isTrue();
    executor.release();

    assertThat(stages.get(1)).isCompletedWithValue("value");
  }

  @Test
  void anExecutorThatBreaksLeavesNoAnswerOpen() {
    CompletableFuture<String> dependent = answer.thenApply(value -> value);
    answer.answer("value");

    answer.settle(task -> {
      throw new OutOfMemoryError("no thread");
    });

    assertThat(dependent).isCompletedWithValue("value");
  }

  @Test
  void whatWasNotedIsNotGivenBeforeItIsSettled() {
    answer.answer("value");

    assertThat(answer).isNotDone();
    assertThat(answer.failure()).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hangings")
  void aCallbackRunsOnTheExecutorOnly(String name, Hanging hanging) {
    CompletableFuture<?> dependent = hanging.hang(answer, told);
    answer.answer("value");

    assertThat(answer.settle(executor)).isTrue();

    assertThat(told).isEmpty();
    assertThat(dependent).isNotDone();
    assertThat(answer).isNotDone();
    assertThat(executor.held()).isOne();

    executor.release();

    assertThat(told).containsExactly("value");
    assertThat(dependent).isCompleted();
  }

  static Stream<Arguments> hangings() {
    return Stream.of(
        hanging("thenApply", (answer, told) -> answer.thenApply(told::add)),
        hanging(
            "whenComplete",
            (answer, told) -> answer.whenComplete((value, cause) -> told.add(value))),
        hanging(
            "thenCombine's other",
            (answer, told) -> CompletableFuture.completedFuture("")
                .thenCombine(answer, (ours, value) -> told.add(value))),
        hanging(
            "thenCompose's inner",
            (answer, told) -> CompletableFuture.completedFuture("")
                .thenCompose(ours -> answer)
                .thenApply(told::add)),
        hanging(
            "applyToEither's other",
            (answer, told) -> new CompletableFuture<String>().applyToEither(answer, told::add)),
        hanging("copy", (answer, told) -> answer.copy().thenApply(told::add)),
        hanging(
            "allOf",
            (answer, told) -> CompletableFuture.allOf(answer).thenRun(() -> told.add("value"))),
        hanging(
            "anyOf",
            (answer, told) ->
                CompletableFuture.anyOf(answer).thenAccept(value -> told.add((String) value))));
  }

  private static Arguments hanging(String name, Hanging hanging) {
    return Arguments.of(name, hanging);
  }

  @Test
  void aCallbackThatComesLaterRunsOnItsOwnThread() {
    answer.answer("value");
    answer.settle(executor);

    assertThat(answer.thenApply(told::add)).isCompleted();

    assertThat(told).containsExactly("value");
    assertThat(executor.held()).isZero();
  }

  @Test
  void aCallbackThatComesBeforeTheExecutorGetsToItRunsOnTheExecutorToo() {
    CompletableFuture<Boolean> first = answer.thenApply(told::add);
    answer.answer("value");
    answer.settle(executor);
    CompletableFuture<Boolean> second = answer.thenApply(told::add);

    assertThat(told).isEmpty();
    executor.release();

    assertThat(told).containsExactly("value", "value");
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
  }

  @Test
  void aFailureReachesCallbacksAsItIs() {
    List<Throwable> causes = new ArrayList<>();
    CompletableFuture<String> direct = answer.whenComplete((value, cause) -> causes.add(cause));
    IllegalStateException failure = new IllegalStateException("down");

    answer.fail(failure);
    assertThat(answer.failure()).isSameAs(failure);
    answer.settle(executor);
    executor.release();

    assertThat(causes).containsExactly(failure);
    assertThat(direct).isCompletedExceptionally();
  }

  @Test
  void aFailureIsGivenAndToldInOneStep() {
    IllegalStateException failure = new IllegalStateException("down");

    assertThat(answer.settle(failure, executor)).isTrue();

    assertThat(answer).isCompletedExceptionally();
    assertThat(answer.failure()).isSameAs(failure);
    assertThat(answer.settle(new IllegalStateException("another"), executor)).isFalse();
    assertThat(answer.failure()).isSameAs(failure);
  }

  @Test
  void onlyTheFirstSettlingCounts() {
    answer.answer("first");
    answer.settle(executor);
    answer.answer("second");

    assertThat(answer.settle(executor)).isFalse();

    assertThat(answer).isCompletedWithValue("first");
  }

  @Test
  void aLateAnswerDoesNotReplaceTheOneThatTheExecutorIsToGive() {
    CompletableFuture<Boolean> callback = answer.thenApply(told::add);
    answer.answer("first");
    answer.settle(executor);
    answer.fail(new IllegalStateException("late"));

    executor.release();

    assertThat(told).containsExactly("first");
    assertThat(callback).isCompleted();
  }

  @Test
  void anExecutorThatTakesNoMoreTasksKeepsNoAnswerBack() {
    Executor closed = task -> {
      throw new RejectedExecutionException("closed");
    };
    CompletableFuture<Boolean> callback = answer.thenApply(told::add);
    answer.answer("value");

    assertThatCode(() -> answer.settle(closed)).doesNotThrowAnyException();

    assertThat(told).containsExactly("value");
    assertThat(callback).isCompleted();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endings")
  void whatTheCallerMadeOfItStandsAgainstALateAnswer(String name, Ending ending) {
    ending.end(answer);
    answer.answer("late");

    assertThat(answer.isSettled()).isTrue();
    assertThat(answer.settle(executor)).isFalse();
    assertThat(answer.settle(new IllegalStateException("late"), executor)).isFalse();

    ending.check(answer);
  }

  /** A way in which a caller ends its own future. */
  private enum Ending {
    CANCELLED {
      @Override
      void end(Answer<String> answer) {
        assertThat(answer.cancel(true)).isTrue();
      }

      @Override
      void check(Answer<String> answer) {
        assertThat(answer).isCancelled();
      }
    },
    COMPLETED {
      @Override
      void end(Answer<String> answer) {
        assertThat(answer.complete("own")).isTrue();
        assertThat(answer.complete("another")).isFalse();
      }

      @Override
      void check(Answer<String> answer) {
        assertThat(answer).isCompletedWithValue("own");
      }
    },
    FAILED {
      @Override
      void end(Answer<String> answer) {
        assertThat(answer.completeExceptionally(new CancellationException("own")))
            .isTrue();
        assertThat(answer.completeExceptionally(new CompletionException(null))).isFalse();
      }

      @Override
      void check(Answer<String> answer) {
        assertThat(answer).isCompletedExceptionally();
      }
    };

    abstract void end(Answer<String> answer);

    abstract void check(Answer<String> answer);
  }

  static Stream<Arguments> endings() {
    return Stream.of(Ending.values()).map(ending -> Arguments.of(ending.name(), ending));
  }
}
