package dev.corral.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.OverloadedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class AsyncCounterTest {
  private final CounterRig rig = new CounterRig();
  private final AsyncCounter<Long> counter = rig.counter().async();

  @Test
  void aTransactionIsAddedWhenItsFutureCompletes() {
    rig.rows = 5;
    assertThat(counter.get(1L, rig::count)).isCompletedWithValue(5L);
    CompletableFuture<String> commit = new CompletableFuture<>();
    CompletableFuture<String> update = counter.update(1L, 2, () -> commit);
    assertThat(update).isNotDone();
    assertThat(rig.there()).isEqualTo("5");

    commit.complete("id");
    assertThat(update).isCompletedWithValue("id");
    assertThat(rig.there()).isEqualTo("7");
  }

  @Test
  void aTransactionCanTellWhatItHasChanged() {
    rig.rows = 5;
    rig.counted();
    assertThat(counter.updateBy(1L, () -> CompletableFuture.completedFuture(-3L)))
        .isCompletedWithValue(-3L);
    assertThat(rig.there()).isEqualTo("2");
  }

  @Test
  void afterAFailureTheNumberIsDeleted() {
    IllegalStateException fault = new IllegalStateException("broken");
    rig.counted();
    assertFails(
        counter.update(1L, 1, () -> CompletableFuture.failedFuture(fault).minimalCompletionStage()),
        fault);
    assertThat(rig.there()).isEqualTo("nothing");

    rig.counted();
    assertFails(
        counter.update(1L, 1, () -> {
          throw fault;
        }),
        fault);
    assertThat(rig.there()).isEqualTo("nothing");
  }

  private static void assertFails(CompletableFuture<?> update, Throwable fault) {
    assertThatThrownBy(update::join).cause().isSameAs(fault);
  }

  @SuppressWarnings("NullAway") // what a caller does that does not know of null-marked packages
  @Test
  void aTransactionThatDoesNotTellWhatItHasChangedFails() {
    rig.counted();
    assertThat(counter.updateBy(1L, () -> CompletableFuture.completedFuture(null)))
        .isCompletedExceptionally();
    assertThat(counter.updateBy(1L, () -> null)).isCompletedExceptionally();
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void aTransactionDoesNotBeginIfTheStoreIsSetUpWrong() {
    ConfigurationException wrong = new ConfigurationException("wrong");
    rig.store.next("get", usual -> CompletableFuture.failedFuture(wrong));

    assertFails(
        counter.update(1L, 1, () -> {
          throw new AssertionError();
        }),
        wrong);
  }

  @Test
  void aTransactionThatNoThreadMayBeginIsTold() {
    AsyncCounter<Long> full = rig.counterOn(
            task -> {
              throw new RejectedExecutionException("full");
            },
            options -> options)
        .async();

    assertThatThrownBy(
            () -> full.updateBy(1L, () -> CompletableFuture.completedFuture(1L)).join())
        .hasCauseInstanceOf(OverloadedException.class)
        .hasMessageContaining("no thread may begin the transaction on corral-count:rows:");
  }

  @Test
  void anExecutorThatBreaksIsTold() {
    IllegalStateException broken = new IllegalStateException("no more threads");
    AsyncCounter<Long> counter = rig.counterOn(
            task -> {
              throw broken;
            },
            options -> options)
        .async();

    CompletableFuture<Long> update =
        counter.updateBy(1L, () -> CompletableFuture.completedFuture(1L));
    assertThat(update).isCompletedExceptionally(); // to wait for it would be to wait for ever
    assertFails(update, broken);
  }

  @Test
  void afterAnInvalidationRowsAreCountedAnew() {
    rig.counted();
    rig.rows = 3;
    assertThat(counter.invalidate(1L)).isCompletedWithValue(null);
    assertThat(counter.get(1L, rig::count)).isCompletedWithValue(3L);
  }

  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  @Test
  void badArgumentsAreNamedByTheCallItself() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> counter.update(1L, 1, null).join())
        .withMessageStartingWith("work");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> counter.updateBy(1L, null).join())
        .withMessageStartingWith("change");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> counter.invalidate(null).join())
        .withMessageStartingWith("key");
  }
}
