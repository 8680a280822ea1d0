package dev.corral.it.embedded.differential;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What servers rarely get: commands for administrators, for nobody, and what is no command. */
final class OtherCommands {
  private static final List<String> LINES = List.of(
      "version",
      "version 1 2",
      "verbosity",
      "verbosity 1",
      "verbosity 0 noreply",
      "verbosity x",
      "verbosity -1",
      "verbosity 4294967296",
      "verbosity 1 2 3",
      "stats x",
      "stats  resett",
      "statsx",
      "lru x",
      "lru_crawler x",
      "slabs x",
      "cache_memlimit x",
      "shutdown",
      "shutdown x",
      "flush_all 1 2 3",
      "touch",
      "incr a",
      "gat",
      "gats 1",
      "get",
      "set",
      "set a",
      "cas a 0 0 1",
      "m",
      "mx",
      "mgg a",
      "mg",
      "ms",
      "ms a",
      "md",
      "ma",
      "me",
      "x",
      "xx",
      "GET a",
      "getx a",
      "g",
      "gg a",
      "quitx",
      "HTTP/1.1 x",
      "",
      "\r",
      "\u0000",
      "\u0000get a",
      "\u0080",
      "\tget a",
      "get\ta",
      "\u00ff\u00fe\u00fd");

  /**
   * Of which the server asks first whether an earlier reply is still to be sent; and spaces, which
   * must not become a value, for what is read of those when they are counted is anything.
   */
  private static final List<String> ALONE_LINES = List.of(
      "watch x",
      "watch fetchers x",
      "lru_crawler metadump",
      "lru_crawler metadump x y",
      " ",
      "   ");

  private final Words words;

  OtherCommands(Words words) {
    this.words = words;
  }

  Command any() {
    return switch (words.below(10)) {
      case 0 -> Command.alone(words.oneOf(ALONE_LINES) + "\r\n");
      case 1, 2 -> mutilated();
      case 3 -> words.oneIn(6) ? longGet() : noise();
      default -> Command.of(words.line(List.of(words.oneOf(LINES))));
    };
  }

  /** A line of a good command, in which something is wrong. */
  private Command mutilated() {
    String line = words.oneOf(List.of(
        "mg " + words.key() + " v k t",
        "md " + words.key() + " q",
        "ms " + words.key() + " c",
        "get " + words.key() + " " + words.key(),
        "gats 100 " + words.key(),
        "delete " + words.key(),
        "touch " + words.key() + " 100",
        "set " + words.key()));
    int place = words.below(line.length());
    String end = line.substring(place + words.below(2));
    String between = words.oneIn(3) ? "" : String.valueOf((char) words.below(256));
    // As a length, a single digit wants so many more bytes.
    return new Command(line.substring(0, place) + between + end + "\r\n", 11, true);
  }

  private Command noise() {
    StringBuilder bytes = new StringBuilder("\r");
    for (int count = words.below(40); count > 0; count--) {
      bytes.append((char) words.below(256));
    }
    return Command.alone(bytes + "\r\n");
  }

  /** More keys than fit into one of a server's buffers; nearly none of them is there. */
  private Command longGet() {
    int keys = 50 + words.below(words.oneIn(4) ? 700 : 150);
    return Command.alone(Stream.generate(
            () -> words.oneIn(40) ? words.key() : "absent" + "_".repeat(words.below(120)))
        .limit(keys)
        .collect(Collectors.joining(" ", words.oneOf(List.of("get ", "gets ")), "\r\n")));
  }

  /** Something to end a connection with. */
  String last() {
    return switch (words.below(12)) {
      case 0, 1 -> "quit\r\n";
      case 2 -> "quit x\r\nget " + words.key() + "\r\n";
      case 3 -> "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
      case 4 -> "version\nquit noreply\r\n";
      // Lines without an end. From 2,049 bytes on they are none.
      case 5 -> "j".repeat(1 + words.below(5_000));
      case 6 -> "mg " + "k".repeat(17_000 + words.below(60_000)) + "\r\n";
      case 7 -> "get " + "absent ".repeat(words.below(10_000));
      // Data without an end.
      case 8 -> "set " + words.key() + " 0 0 9\r\nvalu";
      case 9 -> "set " + words.key() + " 0 0 2147483645\r\ndata\r\n";
      case 10 -> "ms " + words.key() + " 2147483645 T0\r\ndata\r\n";
      default -> "ms " + words.key() + " 9 T0 c q\r\nvalu";
    };
  }
}
