package dev.corral.cli.demo.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartTest {
  @Test
  void columnsAreAsHighAsTheirValues() {
    double[] values = {0, 1, 4, 8, 12, 16, 20, 24};

    assertThat(Chart.draw(values, 3, 24, Signs.BLOCKS))
        .containsExactly("      ▄█", "    ▄███", "·▁▄█████");
  }

  @Test
  void whatIsAboveTheScaleIsCutOff() {
    assertThat(Chart.draw(new double[] {100, 5}, 2, 10, Signs.BLOCKS)).containsExactly("█ ", "██");
  }

  @Test
  void theLeastIsSeenAndNothingIsNot() {
    assertThat(Chart.sparkline(new double[] {0, 0.001, 0}, 1000, Signs.BLOCKS)).isEqualTo("·▁·");
  }

  @Test
  void aSparklineHasEightSteps() {
    double[] values = {0, 1, 2, 3, 4, 5, 6, 7, 8};

    assertThat(Chart.sparkline(values, 8, Signs.BLOCKS)).isEqualTo("·▁▂▃▄▅▆▇█");
    assertThat(Chart.sparkline(values, 8, Signs.ASCII)).isEqualTo(".:-=+*#%@");
  }

  @Test
  void withoutValuesThereIsNoColumn() {
    assertThat(Chart.draw(new double[0], 2, 1, Signs.BLOCKS)).containsExactly("", "");
  }

  @ParameterizedTest
  @CsvSource({"0,10", "10,10", "10.1,12", "21,25", "51,60", "81,100", "120,120", "1204,1500"})
  void scalesEndAtARoundNumber(double highest, double scale) {
    assertThat(Chart.scale(highest)).isEqualTo(scale);
  }
}
