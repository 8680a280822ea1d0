package dev.corral.cli.option;

import dev.corral.ring.Server;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A store's URI in its parts, from which URIs of its servers are made, each by itself: of a store
 * on many, nothing is told as soon as one is down. The URI must be one that a store was opened by.
 */
public final class StoreAddress {
  private static final Duration USUAL_DEADLINE = Duration.ofMillis(500);

  /** What is of no use, or not even allowed, with one server. */
  private static final Set<String> OF_CLUSTERS = Set.of(
      "file",
      "dns",
      "srv",
      "cluster",
      "serverFileInterval",
      "discoveryInterval",
      "failureMode",
      "failures",
      "spares",
      "dialect",
      "connectionsPerNode",
      "ioThreads");

  private final String scheme;
  private final Map<String, String> options;

  private StoreAddress(String scheme, Map<String, String> options) {
    this.scheme = scheme;
    this.options = options;
  }

  public static StoreAddress parse(String uri) {
    int question = uri.indexOf('?');
    Map<String, String> options = question < 0
        ? Map.of()
        : Arrays.stream(uri.substring(question + 1).split("&", -1))
            .map(pair -> pair.split("=", 2))
            .collect(Collectors.toMap(
                pair -> pair[0], pair -> pair[1], (one, other) -> one, LinkedHashMap::new));
    return new StoreAddress(uri.substring(0, uri.indexOf(':')).toLowerCase(Locale.ROOT), options);
  }

  public boolean isEncrypted() {
    return scheme.equals("memcacheds");
  }

  public boolean hasPassword() {
    return options.containsKey("passwordFile");
  }

  public Duration deadline() {
    String given = options.get("deadline");
    return given == null ? USUAL_DEADLINE : new Durations().convert(given);
  }

  /** The URI of a store on just this server. */
  public String of(Server server) {
    Map<String, String> kept = new LinkedHashMap<>(options);
    kept.keySet().removeAll(OF_CLUSTERS);
    kept.put("ioThreads", "1");
    String name = options.get("dns");
    if (name != null && isEncrypted()) {
      // Its servers are bare addresses, and have certificates for the name that was looked up.
      kept.putIfAbsent("tlsHostName", Server.parse(name).host());
    }
    return kept.entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining("&", scheme + "://" + server.address() + "=1?", ""));
  }
}
