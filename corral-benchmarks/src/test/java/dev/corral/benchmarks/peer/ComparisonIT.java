package dev.corral.benchmarks.peer;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.benchmarks.peer.report.Report;
import dev.corral.benchmarks.peer.report.Run;
import dev.corral.benchmarks.peer.report.Sample;
import dev.corral.benchmarks.peer.subject.Subject;
import dev.corral.benchmarks.peer.subject.Subject.Threads;
import dev.corral.cli.bench.Callers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of the comparison that is too short to measure anything, but in which everyone runs. */
class ComparisonIT {
  @TempDir
  private Path folder;

  @Test
  void everyoneDeliversWhatTheServersConfirmAndTheReportHasTheRatios() throws Exception {
    // One workload twice: what the second needs must be there before its sample too.
    List<Scenario> scenarios = Stream.of(
            "W1/100B/t1",
            "W2-16/100B/t1",
            "W3/100B/t1x2",
            "W3/1024B/t1",
            "W4/100B/t1",
            "W5/100B/t1")
        .map(id -> Scenario.named(id).orElseThrow())
        .toList();
    Path file = folder.resolve("run.tsv");
    List<String> progress = new ArrayList<>();

    Run run;
    try (Comparison comparison = new Comparison(settings(scenarios), progress::add)) {
      run = comparison.run(done -> done.write(file));
    }

    for (Scenario scenario : scenarios) {
      List<Sample> samples = run.samples().stream()
          .filter(sample -> sample.scenario().equals(scenario.id()))
          .toList();
      assertThat(samples)
          .as("%s, after %s", scenario.id(), progress)
          .extracting(Sample::subject)
          .containsExactlyInAnyOrderElementsOf(Stream.of(Subject.values())
              .filter(subject -> subject.runs(scenario.workload()))
              .filter(subject ->
                  subject.threads() == Threads.PLATFORM || Callers.virtual().isPresent())
              .collect(toSet()));
      assertThat(samples).allSatisfy(ComparisonIT::isPlausible);
    }
    assertThat(run.title()).startsWith("commit 1a2b3c4+; 1 rounds of");
    assertThat(Run.read(file)).isEqualTo(run);
    assertThat(new Report(List.of(run)).markdown())
        .containsPattern(
            "W2-16/100B/t1 \\| corral \\| [a-z-]+ \\| [0-9.]+ \\(.*\\) \\| [0-9.]+ \\(")
        .containsPattern("W3/100B/t1x2 \\| corral \\| [a-z-]+ \\| [0-9.]+ \\(.*\\) \\| [0-9.]+ \\(")
        .doesNotContain("DOUBTFUL");
  }

  private Settings settings(List<Scenario> scenarios) {
    return new Settings(
        List.of(Subject.values()),
        scenarios,
        1,
        Duration.ofMillis(100),
        Duration.ofMillis(30),
        Duration.ZERO,
        0,
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"),
        "memcached",
        folder,
        "1a2b3c4+");
  }

  private static void isPlausible(Sample sample) {
    assertThat(sample.client().operations()).isPositive();
    assertThat(sample.client().seconds()).isBetween(0.1, 10.0);
    assertThat(sample.client().cpuSeconds()).isPositive();
    assertThat(sample.outside().confirmed()).isBetween(0.95, 1.001);
  }
}
