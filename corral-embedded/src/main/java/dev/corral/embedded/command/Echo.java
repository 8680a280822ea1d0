package dev.corral.embedded.command;

import dev.corral.embedded.command.Storage.Outcome;
import dev.corral.embedded.command.Storage.Wish;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What an {@code ms} wants to be told behind its outcome, kept until its value has come. */
record Echo(List<String> wanted) {
  static Echo of(CommandLine line) {
    List<String> wanted = new ArrayList<>();
    for (int word = 3; word < line.words(); word++) {
      int flag = line.first(word);
      if (flag == 'O' || flag == 'k' || flag == 'c') {
        wanted.add(line.text(word));
      }
    }
    return new Echo(wanted);
  }

  void tell(Wish wish, Outcome outcome, Reply reply) {
    for (String word : wanted) {
      switch (word.charAt(0)) {
        case 'O' -> reply.write(" ").write(word.getBytes(StandardCharsets.ISO_8859_1));
        case 'k' -> MetaCommands.tellKey(wish.key().bytes(), wish.keyEncoded(), reply);
        default -> reply.write(" c").write(outcome.cas());
      }
    }
  }
}
