package dev.corral.testkit;

import dev.corral.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is moved. Any thread may move it and read it. */
public final class MovableTicker implements Ticker {
  private final AtomicLong nanos = new AtomicLong();

  /** Creates a ticker that stands at zero. */
  public MovableTicker() {}

  @Override
  public long nanos() {
    return nanos.get();
  }

  /**
   * Moves the time.
   *
   * @param time how far; never backwards
   */
  public void advance(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("time does not run backwards: " + time);
    }
    nanos.addAndGet(time.toNanos());
  }
}
