package dev.corral.benchmarks.table;

/** A table in Markdown: the first column to the left, numbers to the right. */
public final class Table {
  private final StringBuilder text = new StringBuilder();

  /** A table without rows. */
  public Table(String... titles) {
    row(titles);
    text.append("| --- |").append(" ---: |".repeat(titles.length - 1)).append('\n');
  }

  /** Adds a row. */
  public void row(String... cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  /** All lines, each with its end. */
  @Override
  public String toString() {
    return text.toString();
  }
}
