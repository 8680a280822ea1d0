package dev.corral.list;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random histories: what was added is there, and what was removed is gone, for every reader. */
class ListHistoryTest {
  private static final int RUNS = Integer.getInteger("corral.histories", 150);

  @ParameterizedTest
  @EnumSource
  void noChangeIsLostAndNoneIsUndone(Layout layout) {
    int reads = 0;
    int loads = 0;
    int changes = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      ListHistory history = new ListHistory(seed, layout).run(3_000);
      assertThat(history.wrongs).as("seed %s", seed).isEmpty();
      reads += history.reads;
      loads += history.loads;
      changes += history.changes;
    }
    assertThat(changes).isGreaterThan(50 * RUNS);
    assertThat(loads).as("loads of %s reads", reads).isLessThan(reads * 2 / 3);
  }
}
