package dev.corral.it.embedded.differential;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;

/** The words that a sequence's commands are made of: few, so that what they do to items meets. */
final class Words {
  private static final List<String> BAD_NUMBERS = List.of(
      "",
      "x",
      "-",
      "+",
      "-0",
      "+5",
      "--5",
      "007",
      "0x10",
      "1e3",
      "1.5",
      "5x",
      "5,",
      "\t5",
      "5\t",
      "\u000b7\f",
      "5\u00001",
      "\u00b2",
      "-1",
      "-2",
      "-2147483648",
      "-2147483649",
      "-9223372036854775808",
      "-18446744073709551615",
      "2147483646",
      "2147483648",
      "4294967295",
      "4294967296",
      "9223372036854775807",
      "9223372036854775808",
      "18446744073709551615",
      "18446744073709551616",
      "99999999999999999999999999");

  private static final List<String> TTLS = List.of(
      "0",
      "0",
      "1",
      "1",
      "2",
      "3",
      "100",
      "-1",
      "-5",
      "2147483647",
      "2591999",
      "2592000",
      "2592001",
      "1000000000");

  private final RandomGenerator random;
  private final Moment moment;
  private final String own;
  private final boolean isShared;

  /**
   * Words for one sequence.
   *
   * @param own how the keys begin that only this sequence has
   * @param isShared whether it uses those too that all such sequences use, and never forget
   */
  Words(RandomGenerator random, Moment moment, String own, boolean isShared) {
    this.random = random;
    this.moment = moment;
    this.own = own;
    this.isShared = isShared;
  }

  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  char oneOf(String choices) {
    return choices.charAt(random.nextInt(choices.length()));
  }

  /** A command that deletes all that {@link #key} and {@link #encodedKey} can name of its own. */
  String forgetAll() {
    StringBuilder lines = new StringBuilder();
    for (int number = 0; number < 6; number++) {
      lines.append("delete ").append(key(number)).append(" noreply\r\n");
    }
    lines.append("delete ").append(longKey(249)).append(" noreply\r\n");
    lines.append("delete ").append(longKey(250)).append(" noreply\r\n");
    for (int number = 0; number < 3; number++) {
      lines.append("md ").append(encodedKey(number)).append(" b q\r\n");
    }
    return lines.toString();
  }

  private String key(int number) {
    return own + (char) ('a' + number);
  }

  private String longKey(int length) {
    return own + "_".repeat(length - own.length());
  }

  String key() {
    if (isShared && oneIn(2)) {
      return "shared" + below(6);
    }
    return oneIn(30) ? longKey(249 + below(2)) : key(below(oneIn(3) ? 6 : 2));
  }

  /** A key that is not long, and not absent at the same time. */
  String anyKey() {
    return switch (below(60)) {
      case 0 -> longKey(251 + below(30));
      case 1 -> key() + "\u00e9";
      case 2 -> key() + "\t";
      case 3 -> key() + "\u0000" + key();
      default -> key();
    };
  }

  private String encodedKey(int number) {
    return encoded(
        switch (number) {
          case 0 -> own + " \u0000\u00ff";
          case 1 -> own + "\r\n";
          default -> own + "a"; // which has a plain name too
        });
  }

  private static String encoded(String key) {
    return Base64.getEncoder().encodeToString(key.getBytes(ISO_8859_1));
  }

  /** A key for the flag b, mostly good. */
  String encodedKey() {
    return switch (below(24)) {
      case 0 -> encodedKey(0).substring(1);
      case 1 -> "=";
      case 2 -> encodedKey(2) + "=";
      case 3 -> "ab!d";
      case 4 -> encoded("x".repeat(186 + below(4)));
      case 5 -> encodedKey(0).replace("=", "");
      case 6 -> "YQ==" + encodedKey(2);
      default -> encodedKey(below(3));
    };
  }

  /** A number that is mostly none, or too large, or too small. */
  String badNumber() {
    return oneOf(BAD_NUMBERS);
  }

  String ttl() {
    return switch (below(40)) {
      case 0 -> badNumber();
      case 1, 2, 3 -> String.valueOf(moment.epochSecond() + below(5) - 2);
      default -> oneOf(TTLS);
    };
  }

  String flags() {
    return oneIn(30) ? badNumber() : oneIn(2) ? "0" : String.valueOf(below(1 << 20));
  }

  String delta() {
    return oneIn(12) ? badNumber() : String.valueOf(below(oneIn(3) ? 2_000 : 12));
  }

  /** A CAS number that an item has, with luck. */
  String cas() {
    return oneIn(25) ? badNumber() : String.valueOf(Math.max(0, moment.cas() + below(11) - 2));
  }

  String value() {
    return switch (below(24)) {
      case 0 -> "";
      case 1 -> "a\r\nb";
      case 2 -> "\u0000\u00ff";
      case 3 -> "get " + key(0);
      case 4 -> "18446744073709551615\u0000";
      case 5 -> "18446744073709551616";
      case 6 -> "-5";
      case 7 -> "7  ";
      case 8 -> " 12";
      case 9 -> "5x";
      case 10 -> "+3";
      // The largest item, the largest that is of one piece, and a little more and less.
      case 11 -> oneIn(3) ? large(7_850 + below(350)) : "short";
      case 12 -> oneIn(3) ? large(3_980 + below(120)) : "text";
      case 13, 14, 15 -> "v".repeat(below(30)) + "end";
      default -> String.valueOf(below(oneIn(2) ? 12 : 1_200));
    };
  }

  /** A value of short lines, for it is taken for commands when its own command is broken. */
  private static String large(int length) {
    return ("v".repeat(998) + "\r\n").repeat(length / 1_000 + 1).substring(0, length);
  }

  /** Puts words on a line as clients do, or almost. */
  String line(List<String> words) {
    StringBuilder line = new StringBuilder(oneIn(80) ? " " : "");
    for (String word : words) {
      if (line.length() > 1) {
        line.append(oneIn(80) ? "  " : " ");
      }
      line.append(word);
    }
    return line.append(oneIn(80) ? " " : "").append(end()).toString();
  }

  private String end() {
    return switch (below(60)) {
      case 0, 1 -> "\n";
      case 2 -> "\r\r\n";
      default -> "\r\n";
    };
  }

  /**
   * A command that has a block of data, whose length may be wrong.
   *
   * @param length stands in the words for the block's length
   */
  Command withData(List<String> words, String length) {
    String value = value();
    String data = value + "\r\n";
    int declared = value.length();
    switch (below(50)) {
      case 0 -> declared += 1 + below(9);
      case 1 -> declared = below(value.length() + 1);
      case 2 -> data = value + "\n";
      case 3 -> data = value;
      case 4 -> data = "";
      default -> {}
    }
    int debt = Math.max(0, declared + 2 - data.length());
    // None of these is a length to wait for.
    String told = oneIn(40)
        ? oneOf(List.of("", "x", "-1", "5x", "2147483646", "2147483648", "4294967296"))
        : String.valueOf(declared);
    List<String> all =
        words.stream().map(word -> word.equals(length) ? told : word).toList();
    return new Command(line(all) + data, debt, false);
  }
}
