package dev.corral.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.replica.ReplicaHistory.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random histories, on a clock that is moved by hand. */
@Execution(ExecutionMode.CONCURRENT)
class ReplicaHistoryTest {
  private static final int RUNS = Integer.getInteger("corral.replica.runs", 60);
  private static final Duration LENGTH = Duration.ofSeconds(20);

  @ParameterizedTest
  @EnumSource
  void allCouldHaveHappenedOneAfterAnother(Trouble trouble) {
    long hits = 0;
    long repairs = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      ReplicaHistory history = new ReplicaHistory(seed, trouble, true);
      history.run(LENGTH);
      assertThat(history.checker.faults()).as("seed %s", seed).isEmpty();
      hits += history.hits;
      repairs += history.repairs;
    }
    assertThat(hits).isGreaterThan(100L * RUNS);
    assertThat(repairs).isGreaterThan(RUNS);
  }

  @Test
  void whoWritesWithoutLookingIsFound() {
    List<String> faults = IntStream.range(0, RUNS)
        .boxed()
        .flatMap(seed -> {
          ReplicaHistory history = new ReplicaHistory(seed, Trouble.ALL_SERVERS, false);
          history.run(LENGTH);
          return history.checker.faults().stream();
        })
        .toList();

    assertThat(faults).isNotEmpty();
  }
}
