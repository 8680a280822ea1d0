package dev.corral.benchmarks.cost;

import java.lang.management.ManagementFactory;

/** What is live in this JVM. */
final class Heap {
  private static final int COLLECTIONS = 3;

  private Heap() {}

  /** The bytes of all objects that are reachable, as the garbage collector has it. */
  static long live() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      least = Math.min(
          least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
