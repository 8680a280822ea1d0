package dev.corral.benchmarks.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.benchmarks.peer.subject.Subject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class PeersCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine bench = PeersCommand.commandLine();
    bench.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return bench.execute(arguments);
  }

  @Test
  void helpNamesAllSubjects() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains(Arrays.stream(Subject.values()).map(Subject::id).toList())
        .contains("Needs Linux");
  }

  @Test
  void whoRunsNoneOfTheScenariosIsRefusedBeforeAnythingIsWritten(@TempDir Path folder) {
    Path results = folder.resolve("results");
    assertThat(run("--subjects=corral-virtual", "--scenarios=^W1", "--out=" + results))
        .isEqualTo(2);
    assertThat(err.toString()).contains("None of [corral-virtual] runs any of the scenarios");
    assertThat(Files.exists(results)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rounds=0           | --rounds must be from 1 to 1000, but is 0",
        "--seconds=0.001      | --seconds must be from 0.01 to 600, but is 0.001",
        "--seconds=NaN        | --seconds must be from 0.01 to 600, but is NaN",
        "--warmup=-1          | --warmup must be from 0 to 600, but is -1",
        "--patience=-1        | --patience must be from 0 to 86400, but is -1",
        "--scenarios=W9       | No scenario has 'W9' in its name; there are W1/100B/t1, W2-16/",
        "--subjects=memcached | there is no 'memcached'; there are [raw-get, raw-merged,"
      })
  void whatMakesNoSenseIsRefusedBeforeAnythingIsWritten(
      String option, String message, @TempDir Path folder) {
    Path results = folder.resolve("results");
    assertThat(run(option, "--out=" + results)).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(Files.exists(results)).isFalse();
  }
}
