package dev.corral.it;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices when this machine stood still: a thread that does nothing but sleep, and notes when it
 * overslept. What is late because of that is late by no fault of the code under test, which has no
 * part in this thread.
 */
public final class Pulse implements AutoCloseable {
  private static final long BEAT = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long MISSED = TimeUnit.MILLISECONDS.toNanos(20);

  private record Gap(long from, long to) {}

  private final Queue<Gap> gaps = new ConcurrentLinkedQueue<>();
  private final Thread thread = new Thread(this::beat, "pulse");
  private volatile boolean isOver;

  public Pulse() {
    thread.start();
  }

  private void beat() {
    for (long due = System.nanoTime() + BEAT; !isOver; due = System.nanoTime() + BEAT) {
      LockSupport.parkNanos(BEAT);
      long now = System.nanoTime();
      if (now - due > MISSED) {
        gaps.add(new Gap(due, now));
      }
    }
  }

  /** For how many nanoseconds between two moments the machine stood still. */
  public long stoodStill(long from, long to) {
    return gaps.stream()
        .mapToLong(gap -> Math.min(to - from, gap.to - from) - Math.max(0, gap.from - from))
        .filter(overlap -> overlap > 0)
        .sum();
  }

  /** The longest that it stood still, in nanoseconds. */
  public long longest() {
    return gaps.stream().mapToLong(gap -> gap.to - gap.from).max().orElse(0);
  }

  @Override
  public void close() {
    isOver = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
