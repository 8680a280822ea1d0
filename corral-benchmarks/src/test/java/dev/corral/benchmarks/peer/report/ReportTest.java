package dev.corral.benchmarks.peer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.benchmarks.peer.subject.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private static final String W1 = "W1/100B/t1";

  private final List<Sample> samples = new ArrayList<>();

  /** A sample of one second in each round, from the first on. */
  private void speeds(Subject subject, long... operations) {
    for (int round = 1; round <= operations.length; round++) {
      samples.add(sample(subject, round, operations[round - 1], 1));
    }
  }

  private static Sample sample(Subject subject, int round, long operations, double cpuSeconds) {
    return new Sample(
        W1,
        subject,
        round,
        new ClientSide(operations, 1, cpuSeconds, 300 * operations, 2, 20.5, 41, "caller 90%"),
        new Outside(0.5, 1, 0.01, 0));
  }

  private String report() {
    return new Report(List.of(new Run("a run", samples))).markdown();
  }

  @Test
  void ratiosArePairedWithinARound() {
    speeds(Subject.CORRAL, 200, 40, 330);
    speeds(Subject.XMEMCACHED, 100, 10, 300);

    // The ratio of the medians would be 2.00 as well; the spread is that of 2.00, 4.00 and 1.10.
    assertThat(report())
        .contains("| W1/100B/t1 | corral | xmemcached | 2.00 (1.10..4.00) |  | xmemcached |");
  }

  @Test
  void aRoundInWhichOneIsMissingIsLeftOut() {
    speeds(Subject.CORRAL, 200, 40, 330);
    speeds(Subject.XMEMCACHED, 100, 10);

    assertThat(report()).contains("| corral | xmemcached (2 of 3 rounds) | 3.00 (2.00..4.00) |");
  }

  @Test
  void theBestPeerIsTheOneWithTheBestMedianNotTheBestSample() {
    speeds(Subject.CORRAL, 100, 100, 100);
    speeds(Subject.SPYMEMCACHED, 50, 50, 50);
    speeds(Subject.XMEMCACHED, 10, 20, 400);

    assertThat(report()).contains("| corral | spymemcached | 2.00 (2.00..2.00) |");
  }

  @Test
  void thePeerWithTheLeastCpuTimeMayBeAnother() {
    samples.add(sample(Subject.CORRAL, 1, 1_000_000, 1));
    samples.add(sample(Subject.SPYMEMCACHED, 1, 900_000, 3));
    samples.add(sample(Subject.FOLSOM_BINARY, 1, 500_000, 1));

    assertThat(report())
        .contains(
            "| corral | spymemcached | 1.11 (1.11..1.11) |  | folsom-bin | 0.50 (0.50..0.50) |");
  }

  @Test
  void callersOnVirtualThreadsAreComparedWithTheSame() {
    speeds(Subject.CORRAL, 100);
    speeds(Subject.CORRAL_VIRTUAL, 300);
    speeds(Subject.FOLSOM_BINARY, 50);
    speeds(Subject.FOLSOM_BINARY_VIRTUAL, 200);

    assertThat(report())
        .contains("| corral | folsom-bin | 2.00 (2.00..2.00) |")
        .contains("| corral-virtual | folsom-bin-virtual | 1.50 (1.50..1.50) |");
  }

  @Test
  void aBareSocketIsComparedWithTooAndIsNoPeer() {
    speeds(Subject.CORRAL, 80, 90);
    speeds(Subject.RAW_MG, 100, 100);
    speeds(Subject.FOLSOM_TEXT, 40, 45);

    assertThat(report())
        .contains("| corral | folsom-text | 2.00 (2.00..2.00) | 0.85 (0.80..0.90) | folsom-text |")
        .contains("| subject | ops/s | × raw |")
        .contains("| corral | 85 (80..90) | 0.85 |");
  }

  @Test
  void ofSeveralRunsEachMedianIsShownBesideThatOfAll() {
    speeds(Subject.CORRAL, 200, 300);
    speeds(Subject.XMEMCACHED, 100, 100);
    Run first = new Run("one", samples);
    samples.clear();
    speeds(Subject.CORRAL, 500, 600);
    speeds(Subject.XMEMCACHED, 100, 100);
    Run second = new Run("two", samples);

    assertThat(new Report(List.of(first, second)).markdown())
        .contains("- one\n- two\n")
        .contains("| corral | xmemcached | 4.00 [2.50, 5.50] (2.00..6.00) |")
        .contains("| corral | 400 [250, 550] (200..600) |")
        .contains("| 300 [300, 300] |");
  }

  @Test
  void allFiguresOfEveryoneAreThereTheFastestFirst() {
    speeds(Subject.CORRAL, 1000);
    speeds(Subject.RAW_MG, 2000);

    assertThat(report().lines().filter(line -> line.contains("caller 90%")))
        .containsExactly(
            "| raw-mg | 2,000 (2,000..2,000) | 1.00 | 500.00 | 250.00 | 300 | 20.5 | 41.0 | caller 90% |",
            "| corral | 1,000 (1,000..1,000) | 0.50 | 1000.00 | 500.00 | 300 | 20.5 | 41.0 | caller 90% |");
  }

  @Test
  void whoLostSamplesIsShownWithHowManyAreLeft() {
    speeds(Subject.CORRAL, 200, 40, 330);
    speeds(Subject.XMEMCACHED, 100, 10);
    samples.remove(0);

    assertThat(report())
        .contains("| W1/100B/t1 | corral (2 of 3 rounds) | xmemcached (2 of 3 rounds) | 4.00 (")
        .contains("| corral (2 of 3 rounds) | 185 (40..330) |")
        .contains("| xmemcached (2 of 3 rounds) | 55 (10..100) |");
  }

  @Test
  void aRunWithoutASubjectHasLostNoSampleOfIt() {
    speeds(Subject.CORRAL, 200, 300);
    Run first = new Run("one", samples);
    speeds(Subject.XMEMCACHED, 100, 100);
    Run second = new Run("two", samples);
    speeds(Subject.XMEMCACHED, 100);
    samples.remove(2);
    samples.remove(2);
    Run third = new Run("three", samples);

    assertThat(new Report(List.of(first, second)).markdown()).doesNotContain("rounds)");
    assertThat(new Report(List.of(first, second, third)).markdown())
        .contains("| xmemcached (3 of 4 rounds) | 100 [100, 100] (");
  }

  @Test
  void whatTheServersDidNotSeeOrWasNotAskedForIsTold() {
    for (double confirmed : new double[] {0.949, 0.951, 1.009, 1.011}) {
      Sample seen = sample(Subject.CORRAL, samples.size() + 1, 1000, 1);
      samples.add(new Sample(
          W1, Subject.CORRAL, seen.round(), seen.client(), new Outside(0.5, confirmed, 0.01, 0)));
    }

    assertThat(report().lines().filter(line -> line.startsWith("DOUBTFUL")))
        .containsExactly(
            "DOUBTFUL: of the operations of corral in W1/100B/t1, round 1,"
                + " the servers counted 94.9%.",
            "DOUBTFUL: of the operations of corral in W1/100B/t1, round 4,"
                + " the servers counted 101.1%.");
  }

  @Test
  void withoutCorralThereAreNoRatios() {
    speeds(Subject.XMEMCACHED, 1000);

    assertThat(report()).doesNotContain("best peer").contains("| xmemcached | 1,000 (");
  }

  @Test
  void aRunIsReadAsItWasWritten(@TempDir Path folder) throws IOException {
    speeds(Subject.CORRAL, 3, 1_000_000_007);
    samples.add(new Sample(
        W1,
        Subject.FOLSOM_TEXT_VIRTUAL,
        3,
        new ClientSide(1, 0.1, 1e-7, 0, 0, Double.NaN, Double.NaN, ""),
        new Outside(0, 0.999, 0.5, 0.25)));
    Run run = new Run("7 rounds; Java 17", samples);
    Path file = folder.resolve("run.tsv");

    run.write(file);

    assertThat(Run.read(file)).isEqualTo(run);
  }

  @Test
  void anotherFileIsNoRun(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("run.md"), "# a run\n\n| a | b |\n");

    assertThatThrownBy(() -> Run.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("run.md has no samples of this version");
  }

  @Test
  void aRunThatWasCutOffIsTold(@TempDir Path folder) throws IOException {
    speeds(Subject.CORRAL, 3);
    Path file = folder.resolve("run.tsv");
    new Run("7 rounds", samples).write(file);
    String whole = Files.readString(file);

    Files.writeString(file, whole.substring(0, whole.indexOf("corral") + 10));
    assertThatThrownBy(() -> Run.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run.tsv has a line that is no sample: W1/100B/t1");

    Files.writeString(file, whole.substring(0, whole.indexOf(W1)));
    assertThatThrownBy(() -> Run.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("run.tsv has no samples of this version");
  }

  @Test
  void aFileThatIsNotThereIsTold(@TempDir Path folder) {
    assertThatThrownBy(() -> Run.read(folder.resolve("run.tsv")))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("there is no .*run.tsv");
  }
}
