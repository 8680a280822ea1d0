package dev.corral.future;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private final IllegalStateException fault = new IllegalStateException("no");

  /** As futures do: the fault of a stage that follows another comes wrapped. */
  private static <T> CompletableFuture<T> wrapped(Throwable fault) {
    CompletableFuture<T> failed = CompletableFuture.failedFuture(fault);
    return failed.thenApply(value -> value);
  }

  private static CompletableFuture<String> answer(String value) {
    return CompletableFuture.completedFuture(value);
  }

  private static Throwable faultOf(CompletableFuture<?> future) {
    List<Throwable> faults = new ArrayList<>();
    CompletableFuture<?> unused = future.whenComplete((value, fault) -> faults.add(fault));
    return faults.get(0);
  }

  @Test
  void aFaultIsFreedOfWhatFuturesWrapAroundIt() {
    assertThat(Answers.bare(new CompletionException(fault))).isSameAs(fault);
    assertThat(Answers.bare(fault)).isSameAs(fault);
    CompletionException own = new CompletionException("no cause", null);
    assertThat(Answers.bare(own)).isSameAs(own);
    assertThat(faultOf(Answers.bare(wrapped(fault)))).isSameAs(fault);
    assertThat(Answers.bare(answer("a"))).isCompletedWithValue("a");
  }

  @Test
  void whenIsGivenTheAnswerOrTheBareFault() {
    List<Object> seen = new ArrayList<>();
    Answers.when(answer("a"), (value, none) -> seen.add(value + " " + none));
    Answers.when(wrapped(fault), (value, thrown) -> seen.add(thrown == fault));
    assertThat(seen).containsExactly("a null", true);
  }

  @Test
  void mapMakesAnotherAnswer() {
    assertThat(Answers.map(answer("a"), value -> value + "b")).isCompletedWithValue("ab");
    assertThat(faultOf(Answers.map(wrapped(fault), value -> value))).isSameAs(fault);
  }

  @Test
  void whatTheChangeThrowsIsTheFaultOfTheOther() {
    assertThat(faultOf(Answers.map(answer("a"), value -> {
          throw fault;
        })))
        .isSameAs(fault);
    AssertionError error = new AssertionError("no");
    assertThat(faultOf(Answers.map(answer("a"), value -> {
          throw error;
        })))
        .isSameAs(error);
  }

  @Test
  void branchGoesOnOneWayWithAnAnswerAndAnotherWithAFault() {
    assertThat(Answers.branch(answer("a"), v -> answer(v + "b"), f -> answer("fault")))
        .isCompletedWithValue("ab");
    CompletableFuture<String> failed = wrapped(fault);
    assertThat(Answers.branch(failed, v -> answer(v + "b"), f -> answer("" + (f == fault))))
        .isCompletedWithValue("true");
  }

  @Test
  void whatABranchFailsWithOrThrowsIsTheFault() {
    assertThat(faultOf(Answers.branch(answer("a"), v -> wrapped(fault), f -> answer("fault"))))
        .isSameAs(fault);
    assertThat(faultOf(Answers.branch(
            answer("a"),
            v -> {
              throw fault;
            },
            f -> answer("fault"))))
        .isSameAs(fault);
  }

  @Test
  void joinThrowsAFaultAsItIs() {
    assertThat(Answers.join(answer("a"))).isEqualTo("a");
    assertThatThrownBy(() -> Answers.join(wrapped(fault))).isSameAs(fault);
    AssertionError error = new AssertionError("no");
    assertThatThrownBy(() -> Answers.join(wrapped(error))).isSameAs(error);
  }

  @Test
  void aCheckedFaultStaysWrappedSinceNobodyDeclaresIt() {
    IOException checked = new IOException("no");
    assertThatThrownBy(() -> Answers.join(wrapped(checked)))
        .isInstanceOf(CompletionException.class)
        .hasCause(checked);
  }

  @Test
  void whatWasCancelledIsCancelled() {
    CompletableFuture<String> cancelled = new CompletableFuture<>();
    cancelled.cancel(false);
    assertThatThrownBy(() -> Answers.join(cancelled)).isInstanceOf(CancellationException.class);
  }

  @Test
  void thenGoesOnWithAnAnswerAndKeepsAFault() {
    assertThat(Answers.then(answer("a"), v -> answer(v + "b"))).isCompletedWithValue("ab");
    CompletableFuture<String> failed = wrapped(fault);
    assertThat(faultOf(Answers.then(failed, v -> answer(v + "b")))).isSameAs(fault);
  }

  @Test
  void whatComesThenFailsWithWhateverItThrowsOrFailsWith() {
    assertThat(faultOf(Answers.then(answer("a"), v -> wrapped(fault)))).isSameAs(fault);
    assertThat(faultOf(Answers.then(answer("a"), v -> {
          throw fault;
        })))
        .isSameAs(fault);
  }

  @Test
  void thenWaitsForBoth() {
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> second = new CompletableFuture<>();
    CompletableFuture<String> both = Answers.then(first, v -> second);
    first.complete("a");
    assertThat(both).isNotDone();
    second.complete("b");
    assertThat(both).isCompletedWithValue("b");
  }

  @Test
  void whatIsYetToComeIsGoneOnWithWhenItComes() {
    CompletableFuture<String> late = new CompletableFuture<>();
    CompletableFuture<String> mapped = Answers.map(late, value -> value + "b");
    CompletableFuture<String> broken = Answers.map(late, value -> {
      throw fault;
    });
    CompletableFuture<String> brokenThen = Answers.then(late, value -> {
      throw fault;
    });
    assertThat(mapped).isNotDone();
    late.complete("a");
    assertThat(mapped).isCompletedWithValue("ab");
    assertThat(faultOf(broken)).isSameAs(fault);
    assertThat(faultOf(brokenThen)).isSameAs(fault);
  }

  @Test
  void thenWaitsForWhatFollowsAnAnswerThatIsThere() {
    CompletableFuture<String> second = new CompletableFuture<>();
    CompletableFuture<String> both = Answers.then(answer("a"), v -> second);
    assertThat(both).isNotDone();
    second.complete("b");
    assertThat(both).isCompletedWithValue("b");
  }

  @Test
  @SuppressWarnings("NullAway") // what others return may be anything
  void whereNothingFollowsThatIsTheFault() {
    CompletableFuture<String> late = new CompletableFuture<>();
    CompletableFuture<String> afterLate = Answers.then(late, value -> null);
    late.complete("a");
    assertThat(faultOf(afterLate)).isInstanceOf(NullPointerException.class);
    CompletableFuture<String> afterThere = Answers.then(answer("a"), value -> null);
    assertThat(faultOf(afterThere)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void anAnswerArrivesAndAFaultDoesNot() {
    assertThat(Answers.arrives(answer("a"))).isTrue();
    assertThat(Answers.arrives(wrapped(fault))).isFalse();
    CompletableFuture<String> cancelled = new CompletableFuture<>();
    cancelled.cancel(false);
    assertThat(Answers.arrives(cancelled)).isFalse();
  }
}
