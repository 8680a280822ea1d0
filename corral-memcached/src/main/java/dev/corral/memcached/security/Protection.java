package dev.corral.memcached.security;

import dev.corral.fault.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What protects the connections of a store. For any number of threads.
 *
 * @param tls what encrypts them and tells servers apart; null for nothing
 * @param login who the servers are told that we are; null for nobody
 */
public record Protection(@Nullable Tls tls, @Nullable Login login) {
  /** None at all. */
  public static final Protection NONE = new Protection(null, null);

  /**
   * Reads what is in files, which blocks. If they have become unreadable, what was read last stays.
   *
   * @throws ConfigurationException if one of them never could be, naming all that is wrong
   */
  public void refresh() {
    List<String> problems = new ArrayList<>();
    if (tls != null) {
      attempt(tls::refresh, problems);
    }
    if (login != null) {
      attempt(login::refresh, problems);
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException(String.join("; ", problems));
    }
  }

  private static void attempt(Runnable reading, List<String> problems) {
    try {
      reading.run();
    } catch (ConfigurationException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
  }
}
