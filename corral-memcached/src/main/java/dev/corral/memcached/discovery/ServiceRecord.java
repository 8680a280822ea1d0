package dev.corral.memcached.discovery;

/**
 * What DNS says of one server of a service.
 *
 * @param priority the lower, the sooner it is to be used
 * @param weight its share among those of the same priority
 * @param port where it listens
 * @param target its host, without the last dot
 */
record ServiceRecord(int priority, int weight, int port, String target) {
  /** Reads {@code 10 5 11211 cache1.example.}, as the JDK tells it. */
  static ServiceRecord parse(String text) {
    String[] words = text.split(" ", -1);
    String target = words[3];
    return new ServiceRecord(
        Integer.parseInt(words[0]),
        Integer.parseInt(words[1]),
        Integer.parseInt(words[2]),
        target.endsWith(".") ? target.substring(0, target.length() - 1) : target);
  }
}
