package dev.corral.it.counter;

import static java.util.stream.Collectors.groupingBy;

import dev.corral.it.Message;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What several JVMs have read of one number and done to it, by {@link System#nanoTime}, which all
 * share. Each update adds to the number at some moment between its begin and its end.
 */
final class CounterLog {
  /**
   * Something that was done.
   *
   * @param post what was counted
   * @param isRead false if it is an update
   * @param number what was read, or added
   */
  record Event(long post, boolean isRead, long begun, long ended, long number) {
    String toText() {
      return post + "," + (isRead ? 1 : 0) + "," + begun + "," + ended + "," + number;
    }

    static Event parse(String text) {
      long[] all = Arrays.stream(text.split(",")).mapToLong(Long::parseLong).toArray();
      return new Event(all[0], all[1] == 1, all[2], all[3], all[4]);
    }
  }

  private final List<Event> reads;
  private final List<Event> updates;
  private final Sums risesByBegin;
  private final Sums risesByEnd;
  private final Sums fallsByBegin;
  private final Sums fallsByEnd;

  /** The logs of all posts that the workers have told of, and which had no rows at first. */
  static Collection<CounterLog> of(List<Message> reports) {
    Map<Long, List<Event>> events = reports.stream()
        .flatMap(report -> report.fields().stream())
        .map(Event::parse)
        .collect(groupingBy(Event::post));
    return events.values().stream().map(CounterLog::new).toList();
  }

  private CounterLog(List<Event> all) {
    this.reads = all.stream().filter(Event::isRead).toList();
    this.updates = all.stream().filter(event -> !event.isRead).toList();
    List<Event> rises = updates.stream().filter(update -> update.number > 0).toList();
    List<Event> falls = updates.stream().filter(update -> update.number < 0).toList();
    this.risesByBegin = new Sums(rises, Event::begun);
    this.risesByEnd = new Sums(rises, Event::ended);
    this.fallsByBegin = new Sums(falls, Event::begun);
    this.fallsByEnd = new Sums(falls, Event::ended);
  }

  int reads() {
    return reads.size();
  }

  int updates() {
    return updates.size();
  }

  /**
   * How many reads brought a number that can't have been: without an update that had ended before,
   * or with one that had not begun.
   */
  long wrong() {
    return reads.stream().filter(read -> !isPossible(read)).count();
  }

  private boolean isPossible(Event read) {
    long least = risesByEnd.until(read.begun) + fallsByBegin.until(read.ended);
    long most = risesByBegin.until(read.ended) + fallsByEnd.until(read.begun);
    return read.number >= least && read.number <= most;
  }

  /** What was added until a moment. */
  private static final class Sums {
    private final long[] moments;
    private final long[] sums;

    Sums(List<Event> events, ToLongFunction<Event> moment) {
      List<Event> sorted = events.stream()
          .sorted((one, other) -> Long.compare(moment.applyAsLong(one), moment.applyAsLong(other)))
          .toList();
      moments = sorted.stream().mapToLong(moment).toArray();
      sums = sorted.stream().mapToLong(Event::number).toArray();
      Arrays.parallelPrefix(sums, Long::sum);
    }

    long until(long moment) {
      int low = 0;
      int high = moments.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (moments[middle] <= moment) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low == 0 ? 0 : sums[low - 1];
    }
  }
}
