package dev.corral.benchmarks.piece;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class PieceTest {
  /** Nothing is measured here, so that others may measure meanwhile. */
  @BeforeAll
  static void ignoreOthers() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  @Test
  void everyBenchmarkRunsAndWhatIsComparedAnswersTheSame() throws RunnerException {
    Options once = new OptionsBuilder()
        .include(Piece.class.getPackageName())
        .forks(0)
        .warmupIterations(0)
        .measurementIterations(1)
        .measurementTime(TimeValue.milliseconds(1))
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT)
        .build();

    assertThat(new Runner(once).run()).isNotEmpty();
  }
}
