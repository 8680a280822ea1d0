package dev.corral.dashboard.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InquiryTest {
  private final Inquiry<String> inquiry = new Inquiry<>();

  @Test
  void withoutAQuestionThereIsNothing() {
    assertThat(inquiry.isOpen()).isFalse();
    assertThat(inquiry.answer()).isEmpty();
    assertThat(inquiry.fault()).isEmpty();
  }

  @Test
  void aQuestionThatIsHeldUpOnItsWayIsOpen() {
    Queue<Runnable> held = new ArrayDeque<>();
    inquiry.ask(held::add, () -> CompletableFuture.completedFuture("answer"));
    assertThat(inquiry.isOpen()).isTrue();

    held.remove().run();
    assertThat(inquiry.isOpen()).isFalse();
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
    assertThat(inquiry.isOpen()).isTrue();
    late.complete("late");
    assertThat(inquiry.answer()).contains("late");
  }
}
