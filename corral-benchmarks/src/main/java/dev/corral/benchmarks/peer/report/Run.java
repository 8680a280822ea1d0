package dev.corral.benchmarks.peer.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of the comparison.
 *
 * @param title how it was made
 * @param samples in the order in which they were made
 */
public record Run(String title, List<Sample> samples) {
  private static final String TITLE = "# ";

  /** Copies the samples. */
  public Run {
    samples = List.copyOf(samples);
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @throws IOException if it can't be read, or is something else
   */
  public static Run read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    if (lines.size() < 2
        || !lines.get(0).startsWith(TITLE)
        || !lines.get(1).equals(Sample.HEADER)) {
      throw new IOException(file + " has no samples of this version");
    }
    List<Sample> samples = new ArrayList<>();
    for (String line : lines.subList(2, lines.size())) {
      samples.add(Sample.parse(line));
    }
    return new Run(lines.get(0).substring(TITLE.length()), samples);
  }

  /** Writes it to a file, in place of what is there. */
  public void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>(List.of(TITLE + title, Sample.HEADER));
    samples.forEach(sample -> lines.add(sample.line()));
    Files.write(file, lines);
  }
}
