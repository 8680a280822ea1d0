package dev.corral.cli.demo.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.demo.scene.Event;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
  @Test
  void theAxisHasTheTimeOfEachQuarter() {
    assertThat(Timeline.axis(Duration.ofSeconds(4), 40))
        .isEqualTo("0 s ──────1 s ──────2 s ──────3 s ──────");
    assertThat(Timeline.axis(Duration.ofSeconds(2), 32))
        .isEqualTo("0 s ────0.5 s ──1 s ────1.5 s ──");
  }

  @Test
  void notesAreBesideTheirMarks() {
    assertThat(notes(40, 50, event(0.25, "node 2 dies"), event(0.75, "node 2 returns")))
        .containsExactly("          ▲ node 2 dies       ▲ node 2 returns", "");
  }

  @Test
  void aNoteThatHasNoRoomIsBelow() {
    assertThat(notes(20, 24, event(0, "the database fails"), event(0.5, "it is back")))
        .containsExactly("▲         ▲ it is back", "the database fails");
  }

  @Test
  void whereManyThingsHappenEachHasItsMark() {
    assertThat(notes(
            20, 20, event(0, "user 1 changes"), event(0.2, "user 2 changes"), event(0.9, "user 3")))
        .containsExactly("▲   ▲             ▲", "user 1 changes");
  }

  @Test
  void aNoteStaysInItsPlaceWhenMoreHappens() {
    List<Event> events = List.of(event(0, "user 1 changes"), event(0.2, "user 2 changes"));

    assertThat(Timeline.notes(events, events.get(0)::equals, 20, 20, Signs.BLOCKS))
        .containsExactly("▲", "user 1 changes");
    assertThat(Timeline.notes(events, events::contains, 20, 20, Signs.BLOCKS))
        .containsExactly("▲   ▲ user 2 changes", "user 1 changes");
  }

  @Test
  void aNoteAtTheEndIsMovedToTheLeft() {
    assertThat(notes(20, 20, event(1, "all is over")))
        .containsExactly("                   ▲", "         all is over");
  }

  @Test
  void aNoteThatIsTooLongIsLeftOff() {
    assertThat(notes(4, 4, event(0, "all is over"))).containsExactly("▲", "");
  }

  private static List<String> notes(int width, int room, Event... events) {
    return Timeline.notes(List.of(events), event -> true, width, room, Signs.BLOCKS);
  }

  private static Event event(double at, String note) {
    return new Event(at, Event.Kind.FLUSH, note);
  }
}
