package dev.corral.cli.option;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * More time for a memcached store than it takes by itself, for who has just started a JVM: its
 * first connection takes far longer than any other. What a URI says of it counts.
 */
public final class Patience {
  private static final List<String> OPTIONS = List.of("connectTimeout", "deadline");

  private Patience() {}

  /**
   * The URI with what it leaves open at its end.
   *
   * @param time how long a connection, and a request, may take; as in a URI, such as 3s
   */
  public static String in(String uri, String time) {
    if (!uri.toLowerCase(Locale.ROOT).startsWith("memcached")) {
      return uri;
    }
    String added = OPTIONS.stream()
        .filter(name -> !uri.contains("?" + name + "=") && !uri.contains("&" + name + "="))
        .map(name -> name + "=" + time)
        .collect(Collectors.joining("&"));
    return added.isEmpty() ? uri : uri + (uri.contains("?") ? "&" : "?") + added;
  }
}
