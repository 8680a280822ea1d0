package dev.corral.it.embedded.differential;

import java.util.BitSet;
import java.util.List;

/**
 * Commands for one connection.
 *
 * @param seed what it was made of
 * @param opening forgets what earlier sequences have left in the keys of this one
 * @param commands those to send at once
 * @param later those to send when the servers' clocks have gone on
 * @param last what to send then, and to end the connection with; or nothing
 */
record Sequence(
    long seed, String opening, List<Command> commands, List<Command> later, String last) {

  /** The same with only some of the commands that are sent at once. */
  Sequence keep(BitSet indexes) {
    return new Sequence(
        seed, opening, indexes.stream().mapToObj(commands::get).toList(), later, last);
  }

  int size() {
    return commands.size() + later.size() + (last.isEmpty() ? 0 : 1);
  }

  /** The commands, and so much more that no server can still wait for data after it. */
  static String complete(List<Command> commands) {
    StringBuilder bytes = new StringBuilder();
    int debt = 0;
    for (Command command : commands) {
      if (command.isAlone()) {
        pay(debt, bytes);
        bytes.append("mn\r\n"); // which has all replies sent
        debt = 0;
      }
      bytes.append(command.bytes());
      debt += command.debt();
    }
    pay(debt, bytes);
    return bytes.toString();
  }

  private static void pay(int debt, StringBuilder bytes) {
    if (bytes.length() > 0 && bytes.charAt(bytes.length() - 1) != '\n') {
      bytes.append("\r\n");
    }
    // In lines that are short enough to be answered.
    for (int paid = 0; paid < debt; paid += 1_000) {
      bytes.append("x".repeat(Math.min(1_000, debt - paid))).append("\r\n");
    }
  }
}
