package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Event;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Draws what is under a chart: the time, and what happened when. */
final class Timeline {
  private static final int LABELS = 4;

  private Timeline() {}

  /** A line as wide as the chart, with the time at each of its quarters. */
  static String axis(Duration length, int width) {
    char[] line = "─".repeat(width).toCharArray();
    for (int i = 0; i < LABELS; i++) {
      put(line, i * width / LABELS, Units.length(length.multipliedBy(i).dividedBy(LABELS)) + " ");
    }
    return new String(line);
  }

  /**
   * A mark for each event that has happened, and notes where there is room: beside the mark, or in
   * a second line below it. What is there stays where it is when more has happened.
   *
   * @param events all that will happen, in order of time
   * @param width of the chart
   * @param room how long the lines may be
   */
  static List<String> notes(
      List<Event> events, Predicate<Event> hasHappened, int width, int room, Signs signs) {
    char[] marks = blank(room);
    char[] below = blank(room);
    int free = 0;
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      if (!hasHappened.test(event)) {
        continue;
      }
      int column = column(event, width);
      String note = event.note();
      marks[column] = signs.mark;
      int next = i + 1 < events.size() ? column(events.get(i + 1), width) : room + 1;
      if (column + 2 + note.length() < next) {
        put(marks, column + 2, note);
        continue;
      }
      int start = Math.min(column, room - note.length());
      if (start >= free) {
        put(below, start, note);
        free = start + note.length() + 2;
      }
    }
    return List.of(new String(marks).stripTrailing(), new String(below).stripTrailing());
  }

  private static int column(Event event, int width) {
    return (int) Math.max(0, Math.min(width - 1, event.at() * width));
  }

  private static char[] blank(int width) {
    char[] line = new char[width];
    Arrays.fill(line, ' ');
    return line;
  }

  private static void put(char[] line, int start, String words) {
    words.getChars(0, Math.min(words.length(), line.length - start), line, start);
  }
}
