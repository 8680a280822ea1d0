package dev.corral.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnsTest {
  private final Columns columns = new Columns(List.of(
      List.of("server", "up", "items"),
      List.of("a", "10 days", "7"),
      List.of("cache1:11211", "-", "123")));

  @Test
  void namesAreToTheLeftAndFiguresToTheRight() {
    assertThat(columns.text(28).lines())
        .containsExactly(
            "server             up  items", // 28 signs
            "a             10 days      7",
            "cache1:11211        -    123");
  }

  @Test
  void whatHasNoRoomComesBelowWithTheNamesAgain() {
    assertThat(columns.text(27).lines())
        .containsExactly(
            "server             up",
            "a             10 days",
            "cache1:11211        -",
            "",
            "server        items",
            "a                 7",
            "cache1:11211    123");
  }

  @Test
  void theBandsAreAsEvenAsTheyCanBe() {
    Columns four = new Columns(List.of(List.of("n", "a", "b", "c", "d")));
    assertThat(four.text(13).lines()).containsExactly("n  a  b  c  d");
    assertThat(four.text(12).lines()).containsExactly("n  a  b", "", "n  c  d");
  }

  @Test
  void aColumnIsShownHoweverNarrowTheTerminal() {
    assertThat(columns.text(1)).isEqualTo(columns.text(27));
  }
}
