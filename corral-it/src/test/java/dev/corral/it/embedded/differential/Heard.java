package dev.corral.it.embedded.differential;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kinds of replies that a server has given, to see what the commands have reached. */
final class Heard {
  /**
   * A meta command's outcome and what it tells, a complaint, or the word that another begins with.
   */
  private static final Pattern LINE = Pattern.compile(
      "^(?:(HD|VA|EN|NF|NS|EX)((?: [^\r]*)?)|((?:CLIENT_|SERVER_)?ERROR[^\r]*)|([A-Z_]{2,})\\b.*)\r?$",
      Pattern.MULTILINE);

  private static final Pattern FLAG = Pattern.compile(" ([a-zA-Z])");

  private final Map<String, Long> counts = new TreeMap<>();

  void add(String reply) {
    for (Matcher line = LINE.matcher(reply); line.find(); ) {
      if (line.group(1) == null) {
        count(line.group(3) == null ? line.group(4) : line.group(3));
        continue;
      }
      count(line.group(1));
      for (Matcher flag = FLAG.matcher(line.group(2)); flag.find(); ) {
        count(line.group(1) + " " + flag.group(1));
      }
    }
  }

  private void count(String kind) {
    counts.merge(kind, 1L, Long::sum);
  }

  Set<String> kinds() {
    return counts.keySet();
  }
}
