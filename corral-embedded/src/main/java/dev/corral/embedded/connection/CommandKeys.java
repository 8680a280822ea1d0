package dev.corral.embedded.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.EncodedKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The keys that a command line names. */
final class CommandKeys {
  private static final Set<String> OF_MANY = Set.of("get", "gets", "bget");
  private static final Set<String> BEHIND_A_LIFE = Set.of("gat", "gats");
  private static final Set<String> META = Set.of("mg", "ms", "md", "ma", "me");

  private CommandKeys() {}

  static List<String> of(CommandLine line) {
    String command = line.command();
    if (OF_MANY.contains(command)) {
      return many(line, 1);
    }
    if (BEHIND_A_LIFE.contains(command)) {
      return many(line, 2);
    }
    boolean meta = META.contains(command);
    if (line.words() < 2 || !(meta || CommandNames.OF_ONE_KEY.contains(command))) {
      return List.of();
    }
    byte[] key = line.bytes(1);
    byte[] decoded = meta && isEncoded(line) ? EncodedKey.decode(key) : null;
    return List.of(new String(decoded == null ? key : decoded, UTF_8));
  }

  private static List<String> many(CommandLine line, int first) {
    List<String> keys = new ArrayList<>();
    int word = first;
    while (true) {
      for (; word < line.words(); word++) {
        keys.add(new String(line.bytes(word), UTF_8));
      }
      if (!line.hasRest()) {
        break;
      }
      line.next();
      word = 0;
    }
    line.rewind();
    return keys;
  }

  private static boolean isEncoded(CommandLine line) {
    for (int word = 2; word < line.words(); word++) {
      if (line.first(word) == 'b') {
        return true;
      }
    }
    return false;
  }
}
