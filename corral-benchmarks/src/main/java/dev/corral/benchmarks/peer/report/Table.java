package dev.corral.benchmarks.peer.report;

import java.util.List;

/** A table in Markdown: the first column to the left, numbers to the right. */
final class Table {
  private final StringBuilder text = new StringBuilder();

  Table(String... titles) {
    row(titles);
    text.append("| --- |").append(" ---: |".repeat(titles.length - 1)).append('\n');
  }

  void row(String... cells) {
    text.append("| ").append(String.join(" | ", List.of(cells))).append(" |\n");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
