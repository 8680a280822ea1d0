package dev.corral.store;

import dev.corral.fault.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Opens memory stores: {@code memory:} is one of one's own, {@code memory:name} the shared one of
 * that name. {@code ?maxBytes=1000000&maxItemBytes=100000} changes the bounds.
 */
public final class MemoryStoreProvider implements StoreProvider {
  private static final String SCHEME = "memory";

  /** Creates the provider; the service loader does. */
  public MemoryStoreProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of(SCHEME);
  }

  @Override
  public Store open(String uri) {
    String rest = uri.substring(SCHEME.length() + 1);
    int question = rest.indexOf('?');
    String name = question < 0 ? rest : rest.substring(0, question);
    UnaryOperator<MemoryOptions> options =
        question < 0 ? defaults -> defaults : parse(uri, rest.substring(question + 1));
    return name.isEmpty() ? MemoryStore.create(options) : MemoryStore.shared(name, options);
  }

  private static UnaryOperator<MemoryOptions> parse(String uri, String query) {
    List<String> problems = new ArrayList<>();
    UnaryOperator<MemoryOptions> changes = defaults -> defaults;
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String option = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1);
      UnaryOperator<MemoryOptions> before = changes;
      try {
        switch (option) {
          case "maxBytes" -> {
            long bytes = Long.parseLong(value);
            changes = options -> before.apply(options).maxBytes(bytes);
          }
          case "maxItemBytes" -> {
            int bytes = Integer.parseInt(value);
            changes = options -> before.apply(options).maxItemBytes(bytes);
          }
          default ->
            problems.add("there is no option '" + option + "', only maxBytes and maxItemBytes");
        }
      } catch (NumberFormatException e) {
        problems.add(option + " must be a number of bytes, but is '" + value + "'");
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException(uri + ": " + String.join("; ", problems));
    }
    return changes;
  }
}
