package dev.corral.dashboard.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InquiryTest {
  private final SteppedTime time = new SteppedTime();
  private final Inquiry<String> inquiry = new Inquiry<>(time);

  @Test
  void withoutAQuestionThereIsNothing() {
    time.advance(Patience.LENGTH);
    assertThat(inquiry.isLate()).isFalse();
    assertThat(inquiry.answer()).isEmpty();
    assertThat(inquiry.fault()).isEmpty();
  }

  @Test
  void aQuestionThatIsHeldUpOnItsWayIsLateWhenPatienceIsOver() {
    Queue<Runnable> held = new ArrayDeque<>();
    inquiry.ask(held::add, () -> CompletableFuture.completedFuture("answer"));
    time.advance(Patience.LENGTH.minusNanos(1));
    assertThat(inquiry.isLate()).isFalse();
    time.advance(Duration.ofNanos(1));
    assertThat(inquiry.isLate()).isTrue();

    held.remove().run();
    assertThat(inquiry.isLate()).isFalse();
    assertThat(inquiry.answer()).contains("answer");
    assertThat(inquiry.fault()).isEmpty();
  }

  @Test
  void aFaultIsToldAsItIs() {
    IllegalStateException fault = new IllegalStateException("why");
    inquiry.ask(Runnable::run, () -> CompletableFuture.failedFuture(fault));

    assertThat(inquiry.answer()).isEmpty();
    assertThat(inquiry.fault()).containsSame(fault);
  }

  @Test
  void aQuestionThatCannotBePutIsAFault() {
    inquiry.ask(Runnable::run, () -> {
      throw new IllegalStateException("why");
    });

    assertThat(inquiry.fault())
        .get()
        .isInstanceOf(IllegalStateException.class)
        .extracting(Throwable::getMessage)
        .isEqualTo("why");
  }

  @Test
  void anAnswerCanBeForgottenButNotThatOneIsAwaited() {
    inquiry.ask(Runnable::run, () -> CompletableFuture.completedFuture("answer"));
    inquiry.forget();
    assertThat(inquiry.answer()).isEmpty();

    CompletableFuture<String> late = new CompletableFuture<>();
    inquiry.ask(Runnable::run, () -> late);
    inquiry.forget();
    time.advance(Patience.LENGTH);
    assertThat(inquiry.isLate()).isTrue();
    late.complete("late");
    assertThat(inquiry.answer()).contains("late");
  }
}
