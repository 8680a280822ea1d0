package dev.corral.it.embedded.differential;

import dev.corral.it.embedded.Reply;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Where the embedded server does not say what the real one says, and why that is so. */
enum KnownDifference {
  /** What manages the real server's own memory and threads is unknown to a server without them. */
  MACHINERY(
      "slabs automove 1\r\n",
      "slabs reassign 1 2\r\n",
      "lru_crawler tocrawl 0\r\n",
      "lru_crawler metadump all\r\n",
      "lru tune 10 25 0.1 2.0\r\n",
      "cache_memlimit 1024\r\n",
      "watch fetchers\r\n"),

  /** Of these {@code stats}, all but the last are of that machinery too, and it has gone. */
  STATS("stats detail\r\n", "stats cachedump 1 1\r\n", "stats sizes\r\n", "stats conns\r\n"),

  /** The binary protocol is not spoken: such a connection is closed. */
  BINARY_PROTOCOL("\u0080\u000b" + "\u0000".repeat(22)), // version

  /** For a too long key the real server takes back all replies that it has not sent yet. */
  TOO_LONG_KEY("version\r\nget " + "k".repeat(251) + "\r\n"),

  /**
   * A counter is changed in place, and keeps its length. The real server replaces it instead while
   * an earlier {@code mg} of it is still to be sent, or another of its threads holds it.
   */
  COUNTER_IN_USE("set a 0 0 2\r\n10\r\nmg a\r\ndecr a 1\r\nget a\r\n"),

  /**
   * When an item was used last is noted on its second read. The real server, with the thread that
   * sorts items by their use, does so when that thread comes by; without it, once a minute.
   */
  LAST_USE {
    @Override
    boolean explains(Answers answers) {
      return answers.real().ending() == answers.twin().ending()
          && withoutLastUse(answers.real()).equals(withoutLastUse(answers.twin()))
          && isNeverEarlier(lastUses(answers.twin()), lastUses(answers.real()));
    }
  },

  /**
   * A line of 2,049 to 16,383 bytes is answered, or ends the connection, as it happens to arrive;
   * on the real server too.
   */
  LONG_LINE,

  /**
   * For some values the real server's counters read on behind them, into whatever its memory held
   * before: decision 7.
   */
  BEYOND_A_VALUE {
    @Override
    boolean explains(Answers answers) {
      int place = answers.real().partsAt(answers.twin());
      return answers.real().bytes().startsWith(NO_NUMBER, place)
          && VAST_NUMBER.matcher(answers.twin().bytes().substring(place)).lookingAt();
    }
  };

  private static final String NO_NUMBER =
      "CLIENT_ERROR cannot increment or decrement non-numeric value\r\n";

  /** From 2^63 on, or so; with its length before it, if a meta command tells it. */
  private static final Pattern VAST_NUMBER =
      Pattern.compile("(VA \\d+[^\r]*\r\n)?(9\\d{18}|1\\d{19}) *\r\n");

  private static final Pattern LAST_USE_TOLD = Pattern.compile(" (l|la=)(\\d+)(?=[ \r])");

  @SuppressWarnings("ImmutableEnumChecker") // List.of is
  private final List<String> examples;

  KnownDifference(String... examples) {
    this.examples = List.of(examples);
  }

  /** Each shows it at once, on a new connection; none are there if it takes time or chance. */
  List<String> examples() {
    return examples;
  }

  /** Whether replies part only for its sake. Most are never met: their commands are not sent. */
  boolean explains(Answers answers) {
    return false;
  }

  private static String withoutLastUse(Reply reply) {
    return LAST_USE_TOLD.matcher(reply.bytes()).replaceAll(" $1");
  }

  /** How many seconds ago, each time that it is told. */
  private static List<Long> lastUses(Reply reply) {
    return LAST_USE_TOLD
        .matcher(reply.bytes())
        .results()
        .map(told -> Long.parseLong(told.group(2)))
        .toList();
  }

  private static boolean isNeverEarlier(List<Long> uses, List<Long> others) {
    return IntStream.range(0, uses.size()).allMatch(index -> uses.get(index) <= others.get(index));
  }
}
