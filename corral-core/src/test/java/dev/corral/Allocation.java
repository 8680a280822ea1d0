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
}
