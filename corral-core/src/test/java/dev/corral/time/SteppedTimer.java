package dev.corral.time;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A clock and a timer whose time passes when a test says so, and only then. For one thread. */
public final class SteppedTimer implements Timer, Ticker {
  private long now;
  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparingLong(Entry::at).thenComparingLong(Entry::order));
  private long count;

  private record Entry(long at, long order, Runnable task) {}

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public Alarm after(Duration delay, Runnable task) {
    Entry entry = new Entry(now + Math.max(0, delay.toNanos()), count++, task);
    entries.add(entry);
    return () -> entries.remove(entry);
  }

  /** Lets time pass, and whatever is due in it happen at its moment. */
  public void advance(Duration time) {
    long end = now + time.toNanos();
    while (!entries.isEmpty() && entries.peek().at <= end) {
      Entry entry = entries.remove();
      moveTo(entry.at);
      entry.task.run();
    }
    moveTo(end);
  }

  private void moveTo(long moment) {
    now = Math.max(now, moment);
  }
}
