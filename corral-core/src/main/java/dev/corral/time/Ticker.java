package dev.corral.time;

/**
 * A source of elapsed time. Only differences between two readings mean anything, as with
 * {@link System#nanoTime}.
 */
@FunctionalInterface
public interface Ticker {
  /**
   * Reads the time.
   *
   * @return nanoseconds since some fixed but arbitrary moment
   */
  long nanos();

  /**
   * The machine's own time.
   *
   * @return a ticker that never runs backwards
   */
  static Ticker system() {
    return System::nanoTime;
  }
}
