package dev.corral.cli.item;

import dev.corral.Corral;
import dev.corral.fault.ConfigurationException;
import dev.corral.ring.Server;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Opens stores as one does who has just started a JVM and does one thing: with more patience, for
 * the first connection takes far longer than any other. What the URI says of it counts.
 */
final class PatientStores {
  private static final String DNS = "dns";
  private static final String TLS_HOST_NAME = "tlsHostName";

  /** What says where servers are, and what to do without one of them. */
  private static final Set<String> ABOUT_OTHERS = Set.of(
      DNS,
      "srv",
      "cluster",
      "file",
      "serverFileInterval",
      "discoveryInterval",
      "nameServer",
      "failureMode",
      "failures",
      "spares");

  private static final List<String> PATIENCE = List.of("connectTimeout", "deadline");
  private static final String PATIENTLY = "=3s";

  private PatientStores() {}

  /** Opens the store of a URI. */
  static Corral open(String uri) {
    String added = uri.toLowerCase(Locale.ROOT).startsWith("memcached") ? patience(uri) : "";
    try {
      return Corral.open(uri + added);
    } catch (ConfigurationException e) {
      // Only what the user has written is for the user to read.
      throw new ConfigurationException(String.valueOf(e.getMessage()).replace(added, ""), e);
    }
  }

  private static String patience(String uri) {
    String options = PATIENCE.stream()
        .filter(name -> options(uri).noneMatch(option -> name(option).equals(name)))
        .map(name -> name + PATIENTLY)
        .collect(Collectors.joining("&"));
    return options.isEmpty() ? "" : (uri.contains("?") ? "&" : "?") + options;
  }

  private static Stream<String> options(String uri) {
    int question = uri.indexOf('?');
    return question < 0
        ? Stream.empty()
        : Arrays.stream(uri.substring(question + 1).split("&"));
  }

  /** The URI of just one of the store's servers, which is reached as the store does. */
  static String only(String uri, Server server) {
    String scheme = uri.substring(0, uri.indexOf("://") + 3);
    String kept = Stream.concat(
            options(uri).filter(option -> !ABOUT_OTHERS.contains(name(option))),
            certifiedName(uri).stream())
        .collect(Collectors.joining("&"));
    return scheme + server.address() + (kept.isEmpty() ? "" : "?" + kept);
  }

  /** Servers that were found by a name have a certificate for that name, not for an address. */
  private static Optional<String> certifiedName(String uri) {
    if (!uri.toLowerCase(Locale.ROOT).startsWith("memcacheds")
        || options(uri).anyMatch(option -> name(option).equals(TLS_HOST_NAME))) {
      return Optional.empty();
    }
    return options(uri)
        .filter(option -> name(option).equals(DNS))
        .map(option -> Server.parse(option.substring(DNS.length() + 1)).host())
        .map(host -> TLS_HOST_NAME + "=" + host)
        .findFirst();
  }

  private static String name(String option) {
    int equals = option.indexOf('=');
    return equals < 0 ? option : option.substring(0, equals);
  }
}
