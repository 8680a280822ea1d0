package dev.corral.it.embedded;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A client that waits for all of a reply, however long that is, before it says more. */
final class StatsClient implements AutoCloseable {
  /** Its reply comes behind all others, and it leaves no trace but its bytes. */
  private static final String LAST_WORD = "mn\r\n";

  private static final String LAST_REPLY = "MN\r\n";

  private final Dialogue dialogue;

  StatsClient(InetSocketAddress address) {
    dialogue = new Dialogue(address);
  }

  String ask(String command) {
    dialogue.say(List.of(command + "\r\n" + LAST_WORD));
    Reply reply = dialogue.hear(LAST_REPLY);
    if (reply.ending() != Reply.Ending.COMPLETE) {
      throw new AssertionError(reply.ending() + " in the reply to " + command);
    }
    return reply.bytes().substring(0, reply.bytes().length() - LAST_REPLY.length());
  }

  /** Names and values, in the order in which they are told. */
  Map<String, String> stats(String command) {
    Map<String, String> stats = new LinkedHashMap<>();
    for (String line : ask(command).split("\r\n", -1)) {
      String[] words = line.split(" ", 3);
      if (words[0].equals("STAT")) {
        stats.put(words[1], words[2]);
      }
    }
    return stats;
  }

  @Override
  public void close() {
    dialogue.close();
  }
}
