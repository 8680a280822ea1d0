package dev.corral.cli.item;

import dev.corral.Corral;
import dev.corral.fault.ConfigurationException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Opens stores as one does who has just started a JVM and does one thing: with more patience, for
 * the first connection takes far longer than any other. What the URI says of it counts.
 */
final class PatientStores {
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
        .filter(name -> !uri.contains("?" + name + "=") && !uri.contains("&" + name + "="))
        .map(name -> name + PATIENTLY)
        .collect(Collectors.joining("&"));
    return options.isEmpty() ? "" : (uri.contains("?") ? "&" : "?") + options;
  }
}
