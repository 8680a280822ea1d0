package dev.corral.memcached.discovery;

import java.util.Locale;

/**
 * What DNS says of one server of a service.
 *
 * @param priority the lower, the sooner it is to be used
 * @param weight its share among those of the same priority
 * @param port where it listens
 * @param target its host without the last dot, in lower case: DNS may change that, a ring may not
 */
record ServiceRecord(int priority, int weight, int port, String target) {
  /** Whether it has the target {@code .}, by which a service tells that it has no servers. */
  static boolean saysThereIsNone(String text) {
    return text.endsWith(" .");
  }

  /** Reads {@code 10 5 11211 cache1.example.}, as the JDK tells it. */
  static ServiceRecord parse(String text) {
    String[] words = text.split(" ", -1);
    String target = words[3].toLowerCase(Locale.ROOT);
    return new ServiceRecord(
        Integer.parseInt(words[0]),
        Integer.parseInt(words[1]),
        Integer.parseInt(words[2]),
        target.endsWith(".") ? target.substring(0, target.length() - 1) : target);
  }
}
