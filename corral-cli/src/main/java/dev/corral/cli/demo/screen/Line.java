package dev.corral.cli.demo.screen;

/** A line, written from left to right. What has no room is left off. */
final class Line {
  private final int columns;
  private final boolean hasColour;
  private final StringBuilder text = new StringBuilder();
  private int width;

  Line(int columns, boolean hasColour) {
    this.columns = columns;
    this.hasColour = hasColour;
  }

  Line add(String words) {
    return add(Ink.PLAIN, words);
  }

  Line add(Ink ink, String words) {
    String fitting = words.substring(0, Math.min(words.length(), columns - width));
    text.append(hasColour ? ink.on(fitting) : fitting);
    width += fitting.length();
    return this;
  }

  /** Blanks up to a column. */
  Line to(int column) {
    return add(" ".repeat(Math.max(0, column - width)));
  }

  /** Words that end before a column. */
  Line rightTo(int column, Ink ink, String words) {
    return to(column - words.length()).add(ink, words);
  }

  /** Without blanks at the end. */
  @Override
  public String toString() {
    return text.toString().stripTrailing();
  }
}
