package dev.corral.embedded.command;

import dev.corral.embedded.stats.Figure;
import dev.corral.embedded.stats.Settings;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The commands that concern the server rather than an item. */
final class AdminCommands {
  /** The server whose dialect this one speaks. */
  static final String VERSION = "1.6.18";

  private final Engine engine;
  private final StatsCommand stats;

  AdminCommands(Engine engine, Settings settings) {
    this.engine = engine;
    this.stats = new StatsCommand(engine, settings);
  }

  Next run(CommandLine line, Reply reply) {
    switch (line.text(0)) {
      case "version" -> reply.say("VERSION " + VERSION);
      case "verbosity" -> verbosity(line, reply);
      case "flush_all" -> flushAll(line, reply);
      case "stats" -> stats.run(line, reply);
      case "shutdown" -> reply.say("ERROR: shutdown not enabled");
      case "quit" -> {
        return Next.END;
      }
      default -> {
        // Somebody's browser: nothing that follows is a command.
        if (line.startsWith(line.words() - 1, "HTTP/")) {
          return Next.END;
        }
        reply.say("ERROR");
      }
    }
    return Next.COMMAND;
  }

  private void verbosity(CommandLine line, Reply reply) {
    if (line.words() != 2 && line.words() != 3) {
      reply.say("ERROR");
      return;
    }
    ClassicCommands.silence(line, reply);
    OptionalLong level = line.unsigned(1, 0);
    if (level.isEmpty()) {
      reply.say(ClassicCommands.BAD_FORMAT);
      return;
    }
    engine.verbosity(level.getAsLong());
    reply.say("OK");
  }

  private void flushAll(CommandLine line, Reply reply) {
    if (line.words() > 3) {
      reply.say("ERROR");
      return;
    }
    boolean silent = ClassicCommands.silence(line, reply);
    engine.count(Figure.CMD_FLUSH);
    int delay = 0;
    if (line.words() != (silent ? 2 : 1)) {
      OptionalInt given = line.signed(1, 0);
      if (given.isEmpty()) {
        reply.say(ClassicCommands.BAD_EXPTIME);
        return;
      }
      delay = given.getAsInt();
    }
    ServerClock clock = engine.clock();
    long moment = delay > 0 ? clock.moment(delay) : clock.seconds();
    boolean striking = moment - 1 <= clock.seconds();
    long spared = striking ? engine.items().nextCas() : engine.items().flushedBelow();
    // To the server, a flush at its second 0 is none: a date that has passed undoes a flush.
    long struck = moment == 1 ? Long.MAX_VALUE : clock.tableTime(moment - 1);
    engine.items().flush(struck, spared);
    engine.flushed(moment - 1);
    reply.say("OK");
  }
}
