package dev.corral.it.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.embedded.EmbeddedServer;
import dev.corral.it.Memcached;
import dev.corral.it.Table;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Says the same to both servers where a password is wanted, and wants to hear the same. */
class LoginIT {
  private static final String LOGIN = "set l 0 0 10|ada sesame|";
  private static final String WRONG = "set l 0 0 10|ada Sesame|";

  /** Lines end with |. Where there is a ~ a reply is awaited, and at a ! the server hangs up. */
  private static final List<String> DIALOGUES = List.of(
      LOGIN,
      WRONG,
      "mn|",
      "get a|",
      "version|",
      "quit|",
      "stats|",
      "x|x|x|",
      "x|~x|~x|",
      WRONG + WRONG,
      WRONG + "~" + WRONG + "~" + LOGIN,
      WRONG + LOGIN,
      LOGIN + WRONG + "get l|",
      LOGIN + LOGIN,
      LOGIN + "~" + LOGIN + "~get l|",
      LOGIN + "mn|get a|set a 0 0 1|1|get a|",
      LOGIN + "~mn|~bogus|~quit|!",
      LOGIN + "quit|!",
      "mn|" + LOGIN + "mn|",
      "x|".repeat(20),
      "x|".repeat(21),
      "x|".repeat(22),
      "x|".repeat(41),
      "x|".repeat(60) + LOGIN,
      "x|".repeat(25) + LOGIN + "mn|".repeat(30),
      "set l 0 0 10 noreply|ada sesame|",
      "set l 0 0 10 noreply|ada Sesame|",
      "set l 0 0 10 noreply|ada sesame|~mn|",
      "set l 0 0 7|bob x:y|~mn|",
      "set l 0 0 9|ada other|~mn|",
      "set l 0 0 3|ada|",
      "set l 0 0 4|ada |",
      "set l 0 0 0||",
      "set l 0 0 12|ada sesame  |~mn|",
      "set l 0 0 15|ada sesame more|~mn|",
      "set l 0 0 13|  ada  sesame|~mn|",
      "set l 0 0 10|ada\tsesame|",
      "set l 0 0 13|ada sesame\0xx|~mn|",
      "set l 0 0 13|ada\0 sesamexx|",
      "set l 0 0 12|ada sesame\r\r|",
      "set l 0 0 5|ada sesame|~mn|",
      "set l 0 0 9|ada sesame|~mn|",
      "set l 0 0 11|ada sesame|mn|",
      "set l 0 0 10|ada sesamexx",
      "set l 0 0 10\nada sesame|~mn|",
      "set l 0 0 9|ada sesam\nmn|",
      "set l 0 0 -1|",
      "set l 0 0 ten|",
      "set l 0 0 0x0a|ada sesame|",
      "set l 0 0 +10|ada sesame|~mn|",
      "set l 0 0 10x|ada sesame|",
      "set l 0 0 4294967306|ada sesame|~mn|",
      "set l 0 0 4294967295|a~mn|",
      "set l 0 0 4294967294|~mn|",
      "set l 0 0 18446744073709551616|",
      "set l 0 0|",
      "set|",
      "SET l 0 0 10|ada sesame|",
      " set l 0 0 10|ada sesame|~mn|",
      "add l 0 0 10|ada sesame|",
      "ms l 10|ada sesame|",
      "set l b c 10 d e f|ada sesame|~mn|",
      "set " + "l".repeat(300) + " 0 0 10|ada sesame|~mn|",
      "set l 0 0 10 " + "w ".repeat(40) + "|ada sesame|~mn|",
      "\u0080\0\0\0|",
      "GET / HTTP/1.1|",
      "\n\n",
      "a".repeat(2048) + "|",
      "a".repeat(3000) + "|",
      "a".repeat(2049) + "!",
      "x|" + "a".repeat(2049) + "!",
      "set l 0 0 16382|" + "a".repeat(16382) + "|",
      "set l 0 0 16383|" + "a".repeat(16383) + "|!");

  /** Those that are answered once, so that it does not matter how many bytes are read at once. */
  private static final List<String> PIECEMEAL = List.of(
      LOGIN,
      WRONG,
      "mn|",
      "set l 0 0 10 noreply|ada sesame|",
      "set l 0 0 10\nada sesame|",
      "set l 0 0 0||",
      "set l 0 0 3|ada|",
      "set l 0 0 10|ada sesamexx",
      "set l 0 0 -1|",
      "\u0080|");

  @TempDir
  private Path folder;

  @Test
  void bothServersAnswerLoginsAlike() throws IOException {
    Path file = Files.writeString(folder.resolve("accounts"), "ada:sesame\nbob:x:y\nada:other\n");
    try (Memcached real = Memcached.with("-Y", file.toString()).start();
        EmbeddedServer ours = EmbeddedServer.start(options -> options.passwordFile(file))) {
      for (String dialogue : DIALOGUES) {
        assertThat(talk(ours.address(), dialogue, false))
            .as(shown(dialogue))
            .isEqualTo(talk(real.address(), dialogue, false));
      }
      for (String dialogue : PIECEMEAL) {
        assertThat(talk(ours.address(), dialogue, true))
            .as(shown(dialogue))
            .isEqualTo(talk(real.address(), dialogue, true));
      }
      List<String> figures = figures(ours.address());
      assertThat(figures).hasSize(2).isEqualTo(figures(real.address()));
      Table.of("logins, embedded beside real", "dialogues", "byte by byte", "both counted")
          .row(DIALOGUES.size(), PIECEMEAL.size(), figures)
          .show();
    }
  }

  private static String shown(String dialogue) {
    return dialogue.length() < 100 ? dialogue : dialogue.substring(0, 100) + "…";
  }

  private static Reply talk(InetSocketAddress server, String dialogue, boolean piecemeal) {
    try (Dialogue client = new Dialogue(server)) {
      boolean hangingUp = dialogue.endsWith("!");
      String[] parts = dialogue.replace("!", "").replace("|", "\r\n").split("~", -1);
      StringBuilder heard = new StringBuilder();
      for (int part = 0; part < parts.length; part++) {
        if (part > 0) {
          heard.append(client.hear("\r\n").bytes());
        }
        client.say(piecemeal ? List.of(parts[part].split("")) : List.of(parts[part]));
      }
      if (!hangingUp) {
        client.endOutput();
      }
      Reply rest = client.hearAll();
      return new Reply(heard.append(rest.bytes()).toString(), rest.ending());
    }
  }

  private static List<String> figures(InetSocketAddress server) {
    return talk(server, LOGIN + "stats|", false)
        .bytes()
        .lines()
        .filter(line -> line.startsWith("STAT auth_"))
        .toList();
  }
}
