package dev.corral.cli.demo.database;

/**
 * A row: a page of a user.
 *
 * @param version how often the user's rows have changed, from 1
 * @param body what is on it
 */
public record Page(long version, String body) {
  /** What {@link #text} came from. */
  public static Page parse(String text) {
    int blank = text.indexOf(' ');
    return new Page(Long.parseLong(text, 0, blank, 10), text.substring(blank + 1));
  }

  /** As it is cached. */
  public String text() {
    return version + " " + body;
  }
}
