package dev.corral.it.embedded.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Commands of the meta protocol, most of them valid. */
final class MetaCommands {
  private static final String LENGTH = "<length>";
  private static final String ALL_FLAGS = "bcfhklqstuvCDFIJLMNOPRT";

  private final Words words;

  MetaCommands(Words words) {
    this.words = words;
  }

  Command any() {
    return switch (words.below(20)) {
      case 0, 1, 2, 3, 4, 5, 6 -> get();
      case 7, 8, 9, 10, 11, 12 -> store();
      case 13, 14, 15 -> Command.of(words.line(line("md", "IITCCqkOb")));
      case 16, 17, 18 -> count();
      default ->
        words.oneIn(3) ? Command.of("mn" + words.oneOf(List.of("", " x")) + "\r\n") : debug();
    };
  }

  /** An item in a state that chance alone seldom brings about: marked, leased, or about to end. */
  Command state() {
    String key = words.key();
    String then = words.oneOf(List.of(
        "md %s I\r\n",
        "md %s I T30\r\n",
        "md %s I\r\nmg %<s\r\n",
        "md %s I\r\nmg %<s\r\nms %<s 1 I C1\r\n1\r\n",
        "mg %s R200\r\n",
        "mg %s v\r\n",
        "touch %s 1\r\n"));
    return Command.of("ms " + key + " 2 T100\r\n10\r\n" + String.format(then, key));
  }

  private Command get() {
    return Command.of(words.line(line("mg", "kstcflhvvvquONNTRRb")));
  }

  private Command store() {
    List<String> line = line("ms", "TTFFCMMIkOqcb");
    line.add(Math.min(2, line.size()), LENGTH);
    return words.withData(line, LENGTH);
  }

  /** Alone, as {@link ClassicCommands#count} is. */
  private Command count() {
    return Command.alone(words.line(line("ma", "NNJDDTMMqvvtckOCb")));
  }

  private Command debug() {
    List<String> line = new ArrayList<>(List.of("me", words.anyKey()));
    if (words.oneIn(4)) {
      line.set(1, words.encodedKey());
      line.add(words.oneIn(8) ? "bb" : "b");
    }
    if (words.oneIn(20)) {
      line.add("v");
    }
    return Command.of(words.line(line));
  }

  /** A command with some of the flags that it is likely to know. */
  private List<String> line(String verb, String likely) {
    StringBuilder flags = new StringBuilder();
    boolean isLong = words.oneIn(30);
    int count = isLong ? 14 + words.below(8) : words.below(7);
    for (int flag = 0; flag < count; flag++) {
      char next = words.oneIn(40) ? words.oneOf(ALL_FLAGS) : words.oneOf(likely);
      // A flag that is there twice is an error, unless there are too many anyway.
      if (flags.indexOf(String.valueOf(next)) < 0 || isLong || words.oneIn(30)) {
        flags.append(next);
      }
    }
    List<String> line = new ArrayList<>();
    line.add(verb);
    if (!words.oneIn(100)) {
      line.add(flags.indexOf("b") >= 0 && !words.oneIn(20) ? words.encodedKey() : words.anyKey());
    }
    List<String> told = new ArrayList<>();
    for (char flag : flags.toString().toCharArray()) {
      told.add(flag(flag));
    }
    if (words.oneIn(60)) {
      told.add(
          words.oneOf(List.of("S5", "E1", "x", "a", "0", "\u007f", "\u00e9", "?", "-1", "b1")));
    }
    Collections.rotate(told, words.below(told.size() + 1));
    line.addAll(told);
    return line;
  }

  private String flag(char flag) {
    return flag
        + switch (flag) {
          case 'N', 'T', 'R' -> words.ttl();
          case 'C' -> words.cas();
          case 'F' -> words.flags();
          case 'D', 'J' -> words.delta();
          case 'M' -> mode();
          case 'O' -> "o".repeat(words.oneIn(12) ? 28 + words.below(6) : words.below(6));
          default -> words.oneIn(40) ? "7" : "";
        };
  }

  private String mode() {
    return words.oneIn(20)
        ? words.oneOf(List.of("", "X", "SS", "s", "\u00e9", "0"))
        : String.valueOf(words.oneOf("EEAPRSID+-"));
  }
}
