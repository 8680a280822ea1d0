package dev.corral;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The meter for tests that promise what a call allocates. */
public final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  /** What this thread has allocated so far, in bytes. */
  public static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /**
   * What this thread allocates in a round, in bytes: the least of 20 rounds, since the JVM
   * allocates on its own account in some, as it loads classes, links calls and gives up compiled
   * code.
   */
  public static long least(Runnable round) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      long before = bytes();
      round.run();
      least = Math.min(least, bytes() - before);
    }
    return least;
  }
}
