package dev.corral.dashboard.sample;

import dev.corral.time.Ticker;
import dev.corral.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A clock and a timer whose time passes when a test says so, and only then. For one thread. */
final class SteppedTime implements Timer, Ticker, InstantSource {
  static final Instant START = Instant.parse("2026-06-01T12:00:00Z");

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparingLong(Entry::at).thenComparingLong(Entry::order));
  private long now;
  private long count;

  private record Entry(long at, long order, Runnable task) {}

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public Instant instant() {
    return START.plusNanos(now);
  }

  @Override
  public Alarm after(Duration delay, Runnable task) {
    Entry entry = new Entry(now + Math.max(0, delay.toNanos()), count++, task);
    entries.add(entry);
    return () -> entries.remove(entry);
  }

  /** Lets time pass in which nothing happens, as in a machine that sleeps. */
  void sleep(Duration time) {
    now += time.toNanos();
  }

  /** Lets time pass, and whatever is due in it happen at its moment. */
  void advance(Duration time) {
    long end = now + time.toNanos();
    while (!entries.isEmpty() && entries.peek().at <= end) {
      Entry entry = entries.remove();
      now = Math.max(now, entry.at);
      entry.task.run();
    }
    now = Math.max(now, end);
  }
}
