package dev.corral.time;

import java.time.Duration;

/**
 * Runs things later. What it runs must not block.
 *
 * <p>Safe for use by many threads.
 */
@FunctionalInterface
public interface Timer {
  /** Something that will be run. */
  @FunctionalInterface
  interface Alarm {
    /** Keeps it from being run, if it has not begun. */
    void cancel();
  }

  /**
   * Runs a task once, after a while.
   *
   * @param delay from now; zero or less for as soon as possible
   * @param task what to run; what it throws is lost
   * @return to cancel it
   */
  Alarm after(Duration delay, Runnable task);

  /**
   * The machine's own time. Tasks run on daemon threads that all of the JVM shares.
   *
   * @return a timer that has nothing to be closed
   */
  static Timer system() {
    return SystemTimer.INSTANCE;
  }
}
