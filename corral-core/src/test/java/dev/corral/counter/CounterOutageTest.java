package dev.corral.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What becomes of numbers that are to be deleted, and whose server does not answer. */
class CounterOutageTest {
  private static final Duration TTL = Duration.ofSeconds(100);

  private final CounterRig rig = new CounterRig();
  private final Counter<Long> counter = rig.counter(o -> o.ttl(TTL).jitter(0));

  /** A transaction whose number can neither be added to nor deleted. */
  private void insertUnheard() {
    rig.store.loseRequest("count");
    rig.store.loseRequest("delete");
    counter.update(1L, 1, () -> rig.insert(1));
  }

  /** Has a number in the store. */
  private void count() {
    long unused = get();
  }

  private long get() {
    return counter.get(1L, rig::count);
  }

  @Test
  void aDeleteThatWasNotConfirmedIsTriedAgain() {
    count();
    insertUnheard();
    assertThat(counter.overdue()).isOne();
    assertThat(get()).isZero(); // wrong for a moment

    rig.time.advance(Duration.ofSeconds(1));
    assertThat(counter.overdue()).isZero();
    assertThat(get()).isOne();
  }

  @Test
  void aDeleteIsTriedUntilItIsConfirmedLessAndLessOften() {
    count();
    insertUnheard();
    for (int i = 0; i < 10; i++) {
      rig.store.loseRequest("delete");
    }
    rig.store.asked();
    rig.time.advance(Duration.ofSeconds(10));
    assertThat(counter.overdue()).isOne();
    assertThat(rig.store.asked()).hasSize(7);

    rig.time.advance(Duration.ofSeconds(20));
    assertThat(counter.overdue()).isZero();
    assertThat(get()).isOne();
  }

  @Test
  void aDeleteIsTriedNoMoreWhenTheItemMustHaveEnded() {
    count();
    insertUnheard();
    for (int i = 0; i < 100; i++) {
      rig.store.loseRequest("delete");
    }
    rig.time.advance(TTL);
    assertThat(counter.overdue()).isOne();
    rig.time.advance(Duration.ofSeconds(20));
    assertThat(counter.overdue()).isZero();
    rig.store.asked();
    rig.time.advance(TTL);
    assertThat(rig.store.asked()).isEmpty();
    assertThat(get()).isOne();
  }

  @Test
  void aDeleteThatWasSentBeforeATransactionDoesNotSettleIt() {
    count();
    insertUnheard();
    rig.store.next("delete", usual -> {
      CompletableFuture<?> confirmed = usual.get();
      get(); // counted anew
      insertUnheard();
      return confirmed;
    });
    rig.time.advance(Duration.ofMillis(60));
    assertThat(counter.overdue()).isOne();
    assertThat(get()).isOne();

    rig.time.advance(Duration.ofSeconds(1));
    assertThat(counter.overdue()).isZero();
    assertThat(get()).isEqualTo(2);
  }
}
