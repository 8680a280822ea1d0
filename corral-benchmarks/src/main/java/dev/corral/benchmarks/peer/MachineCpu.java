package dev.corral.benchmarks.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * CPU time of all cores since the machine was started, as Linux counts it.
 *
 * @param busy seconds in which they worked
 * @param stolen seconds in which the hypervisor had them do something else
 */
record MachineCpu(double busy, double stolen) {
  private static final Path FILE = Path.of("/proc/stat");
  private static final double TICK_SECONDS = 0.01;

  /** Of: cpu user nice system idle iowait irq softirq steal. */
  private static final int[] BUSY = {1, 2, 3, 6, 7};

  private static final int STOLEN = 8;

  /**
   * Reads it.
   *
   * @throws IOException in words for the user if this is no Linux
   */
  static MachineCpu now() throws IOException {
    return read(FILE);
  }

  static MachineCpu read(Path file) throws IOException {
    String[] fields = text(file).split("\\s+", STOLEN + 2);
    double busy =
        IntStream.of(BUSY).mapToDouble(i -> Double.parseDouble(fields[i])).sum();
    return new MachineCpu(busy * TICK_SECONDS, Double.parseDouble(fields[STOLEN]) * TICK_SECONDS);
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new IOException("the comparison needs Linux: there is no " + file, e);
    }
  }

  /** What all cores could have worked in this time. */
  static double capacity(double seconds) {
    return Runtime.getRuntime().availableProcessors() * seconds;
  }

  MachineCpu since(MachineCpu earlier) {
    return new MachineCpu(busy - earlier.busy, stolen - earlier.stolen);
  }
}
