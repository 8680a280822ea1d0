package dev.corral.benchmarks.peer.report;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

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

  /** How many rounds it had. */
  int rounds() {
    return samples.stream().mapToInt(Sample::round).max().orElse(0);
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @throws IOException if it can't be read, or is something else
   */
  public static Run read(Path file) throws IOException {
    List<String> lines = lines(file);
    if (lines.size() < 3
        || !lines.get(0).startsWith(TITLE)
        || !lines.get(1).equals(Sample.HEADER)) {
      throw new IOException(file + " has no samples of this version");
    }
    List<Sample> samples = new ArrayList<>();
    for (String line : lines.subList(2, lines.size())) {
      try {
        samples.add(Sample.parse(line));
      } catch (NoSuchElementException | NumberFormatException e) {
        throw new IOException(file + " has a line that is no sample: " + line, e);
      }
    }
    return new Run(lines.get(0).substring(TITLE.length()), samples);
  }

  /** Whose faults are told in words: some of Java's own have nothing but the file's name. */
  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      throw new IOException("there is no " + file, e);
    } catch (CharacterCodingException e) {
      throw new IOException(file + " is no text", e);
    }
  }

  /** Writes it to a file, in place of what is there. */
  public void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>(List.of(TITLE + title, Sample.HEADER));
    samples.forEach(sample -> lines.add(sample.line()));
    Files.write(file, lines);
  }
}
