package dev.corral.embedded.stats;

import dev.corral.embedded.wire.Reply;
import java.util.LinkedHashMap;
import java.util.Map;

/** A reply to {@code stats}: names and values, in the order of the real server. */
public final class Report {
  private final Map<String, String> values = new LinkedHashMap<>();

  Report() {}

  /** A report with a name in each line, and its value unless that is 0. */
  Report(String lines) {
    for (String line : lines.split("\n", -1)) {
      int space = line.indexOf(' ');
      if (space > 0) {
        add(line.substring(0, space), line.substring(space + 1));
      } else if (!line.isEmpty()) {
        add(line, "0");
      }
    }
  }

  void add(String name, String value) {
    values.put(name, value);
  }

  void add(String name, long value) {
    add(name, Long.toString(value));
  }

  /**
   * Gives another value to a name.
   *
   * @param name one that it has
   * @param value without spaces at its ends
   * @return this report
   */
  public Report put(String name, String value) {
    if (values.replace(name, value) == null) {
      throw new IllegalArgumentException("name: the server has no " + name);
    }
    return this;
  }

  /**
   * Gives another value to a name.
   *
   * @param name one that it has
   * @param value the value
   * @return this report
   */
  public Report put(String name, long value) {
    return put(name, Long.toString(value));
  }

  /**
   * Writes it.
   *
   * @param reply where to
   */
  public void tell(Reply reply) {
    values.forEach((name, value) ->
        reply.write("STAT ").write(name).write(" ").write(value).endLine());
    reply.write("END").endLine();
  }
}
