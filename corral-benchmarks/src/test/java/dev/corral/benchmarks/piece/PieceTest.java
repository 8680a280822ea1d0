package dev.corral.benchmarks.piece;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
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
  void everyBenchmarkRunsAndWhatIsComparedAnswersTheSame() throws Exception {
    Options once = new OptionsBuilder()
        .include(Piece.class.getPackageName())
        .forks(0)
        .warmupIterations(0)
        .measurementIterations(1)
        .measurementTime(TimeValue.milliseconds(1))
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT)
        .build();

    Set<String> ran = new Runner(once)
        .run().stream()
            .map(result -> result.getParams().getBenchmark())
            .map(method -> method.substring(0, method.lastIndexOf('.')))
            .collect(toSet());
    assertThat(ran).isEqualTo(benchmarks()).isNotEmpty();
  }

  /** All classes of the package that are named as benchmarks. */
  private static Set<String> benchmarks() throws IOException, URISyntaxException {
    Path folder = Path.of(
            Objects.requireNonNull(Piece.class.getResource("Piece.class")).toURI())
        .getParent();
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("Benchmark.class"))
          .map(name -> Piece.class.getPackageName() + "." + name.replace(".class", ""))
          .collect(toSet());
    }
  }
}
