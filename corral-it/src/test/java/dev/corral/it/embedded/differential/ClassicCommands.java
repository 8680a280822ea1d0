package dev.corral.it.embedded.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Commands of the classic protocol, most of them valid. */
final class ClassicCommands {
  private static final String LENGTH = "<length>";

  /** More than a server takes from a line. */
  private static final List<String> MANY_WORDS = Collections.nCopies(21, "7");

  private final Words words;

  ClassicCommands(Words words) {
    this.words = words;
  }

  Command any() {
    return switch (words.below(20)) {
      case 0, 1, 2, 3, 4, 5 -> store();
      case 6, 7, 8, 9 -> get();
      case 10, 11 -> getAndTouch();
      case 12, 13, 14, 15 -> count();
      case 16 -> withNoReply("touch", words.anyKey(), words.ttl());
      case 17, 18 -> delete();
      default -> words.oneIn(12) ? flush() : get();
    };
  }

  private Command store() {
    String verb = words.oneOf(
        List.of("set", "set", "set", "add", "replace", "append", "prepend", "cas", "cas"));
    List<String> line =
        new ArrayList<>(List.of(verb, words.anyKey(), words.flags(), words.ttl(), LENGTH));
    if (verb.equals("cas")) {
      line.add(words.cas());
    }
    addNoReply(line);
    loseOrAdd(line);
    return words.withData(line, LENGTH);
  }

  private Command get() {
    List<String> line =
        new ArrayList<>(List.of(words.oneOf(List.of("get", "get", "gets", "gets", "bget"))));
    addKeys(line);
    return read(line);
  }

  private Command getAndTouch() {
    List<String> line = new ArrayList<>(List.of(words.oneIn(2) ? "gat" : "gats", words.ttl()));
    addKeys(line);
    return read(line);
  }

  private void addKeys(List<String> line) {
    int count = words.oneIn(25) ? 20 + words.below(40) : words.below(4) + (words.oneIn(20) ? 0 : 1);
    // A line of more than 2,048 bytes is refused, or not, as it happens to arrive.
    for (int length = 0; count > 0 && length < 1_500; count--) {
      String key = words.anyKey();
      line.add(key);
      length += key.length();
    }
  }

  /**
   * A too long key makes a server forget all replies that it has not sent yet; those of earlier
   * commands too, if they came in one packet.
   */
  private Command read(List<String> line) {
    boolean hasLong = line.stream().anyMatch(word -> word.length() >= 249);
    return new Command(words.line(line), 0, hasLong);
  }

  /**
   * A counter is changed in place, and keeps its length, unless its item is still to be sent for an
   * earlier {@code mg}.
   */
  private Command count() {
    return Command.alone(
        withNoReply(words.oneIn(2) ? "incr" : "decr", words.anyKey(), words.delta())
            .bytes());
  }

  private Command delete() {
    List<String> line = new ArrayList<>(List.of("delete", words.anyKey()));
    if (words.oneIn(8)) {
      line.add(words.oneOf(List.of("0", "1", "00", "noreply")));
    }
    addNoReply(line);
    loseOrAdd(line);
    return Command.of(words.line(line));
  }

  /** At once: a later one, or one long ago, would undo it for the items that are still there. */
  private Command flush() {
    List<String> line = new ArrayList<>(List.of("flush_all"));
    if (words.oneIn(2)) {
      line.add(words.oneOf(
          List.of("0", "-1", "-2147483648", "4294967296", "x", "", "99999999999999999999")));
    }
    addNoReply(line);
    return Command.of(words.line(line));
  }

  private Command withNoReply(String... all) {
    List<String> line = new ArrayList<>(List.of(all));
    addNoReply(line);
    loseOrAdd(line);
    return Command.of(words.line(line));
  }

  private void addNoReply(List<String> line) {
    if (words.oneIn(8)) {
      line.add(words.oneIn(12) ? words.oneOf(List.of("noreply2", "NOREPLY", "norepl")) : "noreply");
    }
  }

  /** Has one word less or more than it should, sometimes; but not without its length. */
  private void loseOrAdd(List<String> line) {
    switch (words.below(60)) {
      case 0 -> line.remove(line.size() - 1);
      case 1 -> line.add(words.below(line.size()) + 1, "surplus");
      case 2 -> line.addAll(MANY_WORDS);
      default -> {}
    }
  }
}
