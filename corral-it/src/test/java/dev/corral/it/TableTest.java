package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void textIsAlignedAtItsBeginAndFiguresAtTheirEnd() {
    Table table = Table.of("a hot key", "client", "loads", "per second", "longest call", "")
        .row("corral", 31, 1.0, Duration.ofNanos(2_340_000), "")
        .row("naive", 15_360L, 512.256, Duration.ofSeconds(2), "slow");
    assertThat(table).hasToString("""
        a hot key
          client   loads  per second  longest call
          corral      31        1.00        2.3 ms
          naive   15,360      512.26    2,000.0 ms  slow""");
  }

  @Test
  void aColumnWithAnyTextIsText() {
    assertThat(Table.of("t", "n").row(1_000).row("none")).hasToString("""
        t
          n
          1,000
          none""");
  }

  @Test
  void aRowHasACellForEachColumn() {
    Table table = Table.of("t", "a", "b");
    assertThatThrownBy(() -> table.row(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 cells wanted, but got 1");
  }
}
