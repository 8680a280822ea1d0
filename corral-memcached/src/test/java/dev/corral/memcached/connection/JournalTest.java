package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import org.junit.jupiter.api.Test;

class JournalTest {
  private static final Key A = Key.raw("a");
  private static final Key B = Key.raw("b");
  private static final Key C = Key.raw("c");

  private final Journal journal = new Journal(2);

  @Test
  void aJournalIsShutUntilItIsOpened() {
    assertThat(journal.add(A)).isFalse();
    assertThat(journal.size()).isZero();

    journal.open();

    assertThat(journal.add(A)).isTrue();
    assertThat(journal.size()).isOne();
  }

  @Test
  void whatIsTakenComesInItsOrderAndOnce() {
    journal.open();
    journal.add(B);
    journal.add(A);
    journal.add(B);

    assertThat(journal.takeOrShut()).containsExactly(B, A);
    assertThat(journal.size()).isZero();
  }

  @Test
  void itStaysOpenUntilThereIsNothingToTake() {
    journal.open();
    journal.add(A);

    assertThat(journal.takeOrShut()).containsExactly(A);
    assertThat(journal.add(B)).isTrue();
    assertThat(journal.takeOrShut()).containsExactly(B);
    assertThat(journal.takeOrShut()).isEmpty();

    assertThat(journal.add(C)).isFalse();
    assertThat(journal.takeOrShut()).isEmpty();
  }

  @Test
  void whatFindsNoRoomIsCounted() {
    journal.open();
    journal.add(A);
    journal.add(B);

    assertThat(journal.add(C)).isTrue();
    assertThat(journal.add(A)).isTrue();

    assertThat(journal.size()).isEqualTo(2);
    assertThat(journal.lost()).isOne();
    assertThat(journal.takeOrShut()).containsExactly(A, B);
  }
}
