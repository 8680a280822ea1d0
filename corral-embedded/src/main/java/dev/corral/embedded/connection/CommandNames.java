package dev.corral.embedded.connection;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Commands by what their lines have in common, which faults must know before any is carried out.
 */
final class CommandNames {
  /** The classic ones with a value. */
  private static final Set<String> STORING =
      Set.of("set", "add", "replace", "append", "prepend", "cas");

  /** Those with a value behind their line. */
  static final Set<String> TAKING_VALUES = with(STORING, "ms");

  /** The classic ones with one key, which is their second word. */
  static final Set<String> OF_ONE_KEY = with(STORING, "incr", "decr", "touch", "delete");

  /** Those that {@code noreply} silences. */
  static final Set<String> SILENCEABLE = with(OF_ONE_KEY, "flush_all", "verbosity");

  private CommandNames() {}

  private static Set<String> with(Set<String> names, String... more) {
    return Stream.concat(names.stream(), Stream.of(more)).collect(Collectors.toUnmodifiableSet());
  }
}
