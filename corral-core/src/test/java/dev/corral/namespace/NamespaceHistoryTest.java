package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.corral.namespace.NamespaceHistory.Parts;
import dev.corral.namespace.SloppyReader.Slip;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Random histories on a clock that is moved by hand. One that breaks a promise is told event by
 * event.
 */
@Execution(ExecutionMode.CONCURRENT)
class NamespaceHistoryTest {
  private static final int RUNS = 10_000;
  private static final int RUNS_OF_SLOPPY_READERS = 200;
  private static final int RUNS_OF_BAD_HABITS = 5_000;
  private static final double MOST_LOADS_PER_READ = 0.7;

  @Test
  void noHistoryBreaksAPromise() {
    assertKept(RUNS, Parts.SOUND);
  }

  @Test
  void theSameSeedIsTheSameHistory() {
    assertThat(run(7, Parts.SOUND, true).trace)
        .hasSizeGreaterThan(100)
        .isEqualTo(run(7, Parts.SOUND, true).trace);
  }

  @Test
  void aHistoryThatBreaksAPromiseIsToldEventByEvent() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> assertKept(RUNS_OF_BAD_HABITS, BadHabits.writingWithoutCas()))
        .withMessageMatching("(?s).*the history of seed \\d+:(\n[^\n]+){20}.*stale: .*");
  }

  @Test
  void whoReadsByTheRulesInAnotherWayIsJustAsRight() {
    assertKept(RUNS_OF_SLOPPY_READERS, BadHabits.reading(Slip.NONE));
  }

  @Test
  void whoSetsNoBitsThatItsOwnCopyShowsIsFound() {
    assertFound(BadHabits.skippingBitsByOwnCopy());
  }

  @Test
  void whoFallsBackToTheMasterForALostGenerationIsFound() {
    assertFound(BadHabits.reading(Slip.FALLING_BACK_TO_THE_MASTER));
  }

  @Test
  void whoBelievesGenerationsThatAreOlderThanTheMasterIsFound() {
    assertFound(BadHabits.reading(Slip.BELIEVING_OLD_GENERATIONS));
  }

  @Test
  void whoTakesTheOldHalfFromItsOwnCopyIsFound() {
    assertFound(BadHabits.takingTheOldHalfFromOwnCopy());
  }

  @Test
  void whoWritesTheEvidenceWithoutCasIsFound() {
    assertFound(BadHabits.writingWithoutCas());
  }

  @Test
  void whoLetsEpochsGoBackIsFound() {
    assertFound(BadHabits.lettingEpochsGoBack());
  }

  /** Runs histories until one breaks a promise, and runs that one again for its events. */
  private static void assertKept(int runs, Parts parts) {
    long reads = 0;
    long loads = 0;
    for (int i = 0; i < runs; i++) {
      int seed = i;
      Promises promises = run(seed, parts, false);
      assertThat(promises.faults)
          .as(() -> "the history of seed " + seed + ":\n"
              + String.join("\n", run(seed, parts, true).trace) + "\n")
          .isEmpty();
      reads += promises.reads;
      loads += promises.loads;
    }
    assertThat((double) loads / reads).as("loads per read").isLessThan(MOST_LOADS_PER_READ);
  }

  /** Runs histories with parts that break a rule until it shows. */
  private static void assertFound(Parts parts) {
    long seed = 0;
    while (seed < RUNS_OF_BAD_HABITS && run(seed, parts, false).faults.isEmpty()) {
      seed++;
    }
    assertThat(run(seed, parts, false).faults)
        .as("of %s histories", RUNS_OF_BAD_HABITS)
        .anyMatch(fault -> fault.startsWith("stale"));
  }

  private static Promises run(long seed, Parts parts, boolean tracing) {
    NamespaceHistory history = new NamespaceHistory(seed, parts);
    history.promises.tracing = tracing;
    return history.run().promises;
  }
}
