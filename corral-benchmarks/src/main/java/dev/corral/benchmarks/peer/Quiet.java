package dev.corral.benchmarks.peer;

import dev.corral.benchmarks.peer.report.Sample;
import java.io.IOException;
import java.time.Duration;

/** Waits for others to leave the machine alone, as long as there is patience left. */
final class Quiet {
  /** The share of the machine that others may use during a sample. */
  private static final double FOREIGN = 0.1;

  private static final double LOOK_SECONDS = 0.04;
  private static final double PAUSE_SECONDS = 0.16;

  private double patience;

  Quiet(Duration patience) {
    this.patience = seconds(patience);
  }

  /** Returns when the machine is idle; to be called when all that is our own is. */
  void await() throws IOException, InterruptedException {
    while (patience > 0) {
      MachineCpu before = MachineCpu.now();
      sleep(LOOK_SECONDS);
      double busy = MachineCpu.now().since(before).busy();
      if (busy < 2 * FOREIGN * MachineCpu.capacity(LOOK_SECONDS)) {
        return;
      }
      sleep(PAUSE_SECONDS);
      patience -= LOOK_SECONDS + PAUSE_SECONDS;
    }
  }

  /** Whether a sample was disturbed, and there is time for another. */
  boolean rejects(Sample sample) {
    if (sample.outside().foreignCpu() <= FOREIGN || patience <= 0) {
      return false;
    }
    patience -= sample.client().seconds();
    return true;
  }

  private static void sleep(double seconds) throws InterruptedException {
    Thread.sleep(Math.round(seconds * 1e3));
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }
}
