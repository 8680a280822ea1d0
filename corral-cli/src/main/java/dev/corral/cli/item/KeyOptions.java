package dev.corral.cli.item;

import dev.corral.key.Key;
import dev.corral.key.KeyPrefix;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a user writes keys: as they are on the wire, or as an application composes them. */
final class KeyOptions {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
  private static final Pattern UUID_TEXT =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  @Option(
      names = "--composed",
      description = "A KEY is segments with colons between them, as Key.of and caches compose it:"
          + " in user:12543, a string and a number. Without it, keys are sent as they are"
          + " written.")
  private boolean isComposed;

  @Option(
      names = "--prefix",
      paramLabel = "NAME",
      description = "What all keys of the application begin with, if it has such a prefix.")
  private @Nullable String prefix;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  /**
   * Reads keys.
   *
   * @throws ParameterException if some are none, naming them all
   */
  List<Key> read(List<String> texts) {
    List<Key> keys = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (String text : texts) {
      try {
        keys.add(read(text));
      } catch (IllegalArgumentException e) {
        problems.add("'" + Printable.escaped(text) + "' is no key: " + e.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw new ParameterException(command.commandLine(), String.join("; ", problems));
    }
    return keys;
  }

  private Key read(String text) {
    KeyPrefix beginning = prefix == null ? KeyPrefix.NONE : KeyPrefix.of(prefix);
    if (isComposed) {
      Object[] segments =
          List.of(text.split(":", -1)).stream().map(KeyOptions::segment).toArray();
      return beginning.key(segments);
    }
    return Key.raw(prefix == null ? text : beginning + ":" + text);
  }

  private static Object segment(String text) {
    if (NUMBER.matcher(text).matches()) {
      return Long.valueOf(text);
    }
    return UUID_TEXT.matcher(text).matches() ? UUID.fromString(text) : text;
  }
}
