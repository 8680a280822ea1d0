package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AnswerWaitTest {
  /** How a caller waits. */
  private enum Wait {
    JOIN {
      @Override
      String on(Answer<String> answer) {
        return answer.join();
      }
    },
    GET {
      @Override
      String on(Answer<String> answer) throws Exception {
        return answer.get();
      }
    },
    GET_FOR_A_WHILE {
      @Override
      String on(Answer<String> answer) throws Exception {
        return answer.get(1, TimeUnit.HOURS);
      }
    };

    abstract String on(Answer<String> answer) throws Exception;

    Caller<String> begin(Answer<String> answer) {
      return Caller.of(() -> on(answer)).untilItWaits();
    }
  }

  private final HeldExecutor executor = new HeldExecutor();
  private final Answer<String> answer = new Answer<>() {};

  private void settle(String value) {
    answer.answer(value);
    answer.settle(executor);
    answer.wake();
  }

  @ParameterizedTest
  @EnumSource
  void aWaiterIsWokenWithTheAnswer(Wait wait) throws Exception {
    Caller<String> caller = wait.begin(answer);

    assertThat(answer.waiter()).isSameAs(caller.thread());
    settle("value");

    assertThat(caller.result()).isEqualTo("value");
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatIsThereIsNotWaitedFor(Wait wait) throws Exception {
    settle("value");

    assertThat(wait.on(answer)).isEqualTo("value");
    assertThat(answer.waiter()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void aWaiterGetsTheAnswerThoughTheExecutorIsBusyForEver(Wait wait) throws Exception {
    CompletableFuture<Integer> callback = answer.thenApply(String::length);
    Caller<String> caller = wait.begin(answer);

    settle("value");

    assertThat(caller.result()).isEqualTo("value");
    assertThat(answer).isNotDone();
    executor.release();
    assertThat(callback).isCompletedWithValue(5);
  }

  @ParameterizedTest
  @EnumSource
  void aSecondWaiterGetsTheAnswerToo(Wait wait) throws Exception {
    Caller<String> first = wait.begin(answer);
    Caller<String> second = wait.begin(answer);

    settle("value");
    assertThat(first.result()).isEqualTo("value");
    executor.release();

    assertThat(second.result()).isEqualTo("value");
  }

  @ParameterizedTest
  @EnumSource
  void aFailureIsThrownInTheWrapperThatTheCallKnows(Wait wait) {
    IllegalStateException failure = new IllegalStateException("down");
    Class<?> wrapper = wait == Wait.JOIN ? CompletionException.class : ExecutionException.class;
    Caller<String> caller = wait.begin(answer);

    answer.settle(failure, executor);

    assertThat(caller.failure()).isInstanceOf(wrapper).cause().isSameAs(failure);
    assertThatThrownBy(() -> wait.on(answer)).isInstanceOf(wrapper).cause().isSameAs(failure);
  }

  @ParameterizedTest
  @EnumSource
  void aFailureIsThrownSoBeforeTheExecutorRunsToo(Wait wait) {
    IllegalStateException failure = new IllegalStateException("down");
    Class<?> wrapper = wait == Wait.JOIN ? CompletionException.class : ExecutionException.class;
    CompletableFuture<Integer> callback = answer.thenApply(String::length);
    Caller<String> caller = wait.begin(answer);

    answer.settle(failure, executor);

    assertThat(caller.failure()).isInstanceOf(wrapper).cause().isSameAs(failure);
    assertThat(callback).isNotDone();
  }

  @ParameterizedTest
  @EnumSource(names = "JOIN", mode = EnumSource.Mode.EXCLUDE)
  void anInterruptEndsTheWaitButNotTheRequest(Wait wait) throws Exception {
    Caller<String> caller = wait.begin(answer);

    caller.interrupt();

    assertThat(caller.failure()).isInstanceOf(InterruptedException.class);
    assertThat(caller.isInterruptedAfter()).isFalse();
    settle("value");
    assertThat(wait.on(answer)).isEqualTo("value");
  }

  @Test
  void anInterruptedJoinWaitsOnAndTellsOfItAfterwards() throws Exception {
    Caller<String> caller = Wait.JOIN.begin(answer);

    caller.interrupt();
    caller.untilItWaits();
    settle("value");

    assertThat(caller.result()).isEqualTo("value");
    assertThat(caller.isInterruptedAfter()).isTrue();
  }

  @Test
  void aWaitForAWhileEndsWithoutAnAnswerAndCanBeBegunAgain() throws Exception {
    assertThatThrownBy(() -> answer.get(1, TimeUnit.NANOSECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(answer).isNotDone();
    assertThatThrownBy(() -> answer.get(0, TimeUnit.NANOSECONDS))
        .isInstanceOf(TimeoutException.class);

    Caller<String> other = Wait.GET_FOR_A_WHILE.begin(answer);
    settle("value");
    executor.release();

    assertThat(other.result()).isEqualTo("value");
    assertThat(answer.get(0, TimeUnit.NANOSECONDS)).isEqualTo("value");
  }

  @ParameterizedTest
  @EnumSource
  void aWaiterIsWokenWhenItsFutureIsCompletedByAnother(Wait wait) throws Exception {
    Caller<String> caller = wait.begin(answer);

    assertThat(answer.complete("own")).isTrue();

    assertThat(caller.result()).isEqualTo("own");
  }

  @ParameterizedTest
  @EnumSource
  void aWaiterIsWokenWhenItsFutureIsFailedByAnother(Wait wait) {
    IllegalStateException failure = new IllegalStateException("own");
    Caller<String> caller = wait.begin(answer);

    assertThat(answer.completeExceptionally(failure)).isTrue();

    assertThat(caller.failure()).hasCause(failure);
  }

  @ParameterizedTest
  @EnumSource
  void aWaiterIsWokenWhenItsFutureIsCancelled(Wait wait) {
    Caller<String> caller = wait.begin(answer);

    assertThat(answer.cancel(false)).isTrue();

    assertThat(caller.failure()).isInstanceOf(CancellationException.class);
  }

  @ParameterizedTest
  @EnumSource
  void aWaiterIsWokenHoweverElseItsFutureIsCompleted(Wait wait) throws Exception {
    Answer<String> supplied = new Answer<>() {};
    Caller<String> first = wait.begin(supplied);
    assertThat(supplied.completeAsync(() -> "supplied", Runnable::run)).isSameAs(supplied);
    assertThat(first.result()).isEqualTo("supplied");

    Answer<String> obtruded = new Answer<>() {};
    Caller<String> second = wait.begin(obtruded);
    obtruded.obtrudeValue("obtruded");
    assertThat(second.result()).isEqualTo("obtruded");

    Caller<String> third = wait.begin(answer);
    answer.obtrudeException(new IllegalStateException("obtruded"));
    assertThat(third.failure()).hasMessageContaining("obtruded");
  }

  @ParameterizedTest
  @EnumSource
  void anIoThreadIsNotLetWait(Wait wait) {
    Caller<String> caller = Caller.of(() -> wait.on(answer), IoThread.factory());

    assertThat(caller.failure())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("an I/O thread must not wait for an answer: it would wait for itself");
  }

  @ParameterizedTest
  @EnumSource
  void anIoThreadMayReadAnAnswerThatIsThere(Wait wait) throws Exception {
    settle("value");

    assertThat(Caller.of(() -> wait.on(answer), IoThread.factory()).result()).isEqualTo("value");
  }

  @Test
  void ioThreadsAreNamedInTurnAndKeepNoProcessAlive() {
    var threads = IoThread.factory();

    assertThat(Stream.generate(() -> threads.newThread(() -> {})).limit(2))
        .allMatch(Thread::isDaemon)
        .extracting(Thread::getName)
        .containsExactly("corral-io-1", "corral-io-2");
  }
}
