package dev.corral.ring;

import dev.corral.fault.ConfigurationException;
import java.util.List;

/** A list of servers that cannot be used. It names everything that is wrong with the list. */
public final class ServerListException extends ConfigurationException {
  private static final long serialVersionUID = 1L;

  /** All that is wrong, in the order of the list. */
  private final String[] problems;

  ServerListException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = problems.toArray(new String[0]);
  }

  /**
   * All that is wrong, in the order of the list. The message has one line for each.
   *
   * @return at least one; each says where and what, such as {@code servers.txt:3: no weight}
   */
  public List<String> problems() {
    return List.of(problems);
  }
}
