package dev.corral.cli.demo.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.demo.scene.Sample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTest {
  private static final Duration PART = Duration.ofMillis(100);

  private final Run run = new Run(Duration.ofMillis(400), PART);

  @Test
  void chartsAreAMultipleOfTheirParts() {
    assertThat(run.width(11)).isEqualTo(8);
    assertThat(run.width(4)).isEqualTo(4);
  }

  @Test
  void whereThereIsNoRoomPartsShareAColumn() {
    assertThat(run.width(3)).isEqualTo(3);
    see(1, 9, 2, 5);

    assertThat(run.columns(Sample::queries, 2)).containsExactly(9, 5);
  }

  @Test
  void whatHasNotBeenSeenHasNoColumn() {
    assertThat(run.columns(Sample::queries, 8)).isEmpty();
    see(3, 4);

    assertThat(run.columns(Sample::queries, 8)).containsExactly(3, 3, 4, 4);
    assertThat(run.columns(Sample::queries, 2)).containsExactly(4);
  }

  @Test
  void whatComesLateIsInTheLastColumn() {
    see(1, 2, 3, 4, 7);

    assertThat(run.columns(Sample::queries, 4)).containsExactly(1, 2, 3, 7);
  }

  @Test
  void ratesAreOfASecond() {
    see(3);

    assertThat(run.highest(run::queriesPerSecond)).isEqualTo(30);
    assertThat(run.highest(run::errorsPerSecond)).isEqualTo(10);
  }

  private void see(long... queries) {
    for (long count : queries) {
      run.sees(new Sample(PART, 10, count, 0, 1, PART, List.of()));
    }
  }
}
