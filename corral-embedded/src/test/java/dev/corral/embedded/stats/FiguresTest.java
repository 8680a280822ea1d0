package dev.corral.embedded.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
  private final Figures figures = new Figures(39);

  @Test
  void hitsAreCountedByClassAndInAll() {
    figures.count(ClassFigure.GET_HITS, 1);
    figures.count(ClassFigure.GET_HITS, 39);
    figures.count(ClassFigure.GET_HITS, 39);
    figures.count(ClassFigure.CMD_SET, 39);
    assertThat(figures.counted(ClassFigure.GET_HITS, 1)).isEqualTo(1);
    assertThat(figures.counted(ClassFigure.GET_HITS, 39)).isEqualTo(2);
    assertThat(figures.counted(ClassFigure.GET_HITS)).isEqualTo(3);
    assertThat(figures.counted(ClassFigure.CMD_SET)).isEqualTo(1);
  }

  @Test
  void aResetForgetsAll() {
    figures.count(Figure.CMD_GET);
    figures.add(Figure.BYTES_READ, 100);
    figures.count(ClassFigure.GET_HITS, 1);
    assertThat(figures.counted(Figure.BYTES_READ)).isEqualTo(100);
    figures.reset();
    assertThat(figures.counted(Figure.CMD_GET)).isZero();
    assertThat(figures.counted(Figure.BYTES_READ)).isZero();
    assertThat(figures.counted(ClassFigure.GET_HITS)).isZero();
  }

  @Test
  void trafficRemembersHowManyConnectionsThereWereAtOnce() {
    Traffic traffic = new Traffic(figures);
    traffic.came();
    traffic.came();
    traffic.went();
    traffic.came();
    traffic.went();
    traffic.refused();
    assertThat(traffic.open()).isEqualTo(1);
    assertThat(traffic.mostOpen()).isEqualTo(2);
    assertThat(figures.counted(Figure.TOTAL_CONNECTIONS)).isEqualTo(3);
    assertThat(figures.counted(Figure.REJECTED_CONNECTIONS)).isEqualTo(1);
  }

  @Test
  void attemptsToLogInAreCountedWhetherTheySucceedOrNot() {
    Traffic traffic = new Traffic(figures);
    traffic.loggedIn(true);
    traffic.loggedIn(false);
    assertThat(figures.counted(Figure.AUTH_CMDS)).isEqualTo(2);
    assertThat(figures.counted(Figure.AUTH_ERRORS)).isEqualTo(1);
  }
}
