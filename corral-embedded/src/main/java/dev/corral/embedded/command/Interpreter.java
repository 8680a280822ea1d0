package dev.corral.embedded.command;

import dev.corral.embedded.command.Storage.Mode;
import dev.corral.embedded.stats.Settings;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;

/** Has each command carried out by those who know it. Safe for use by many threads. */
public final class Interpreter {
  private static final String UNKNOWN = "ERROR";

  private final ClassicCommands classic;
  private final MetaCommands meta;
  private final AdminCommands admin;

  /**
   * An interpreter.
   *
   * @param engine what commands work on
   * @param settings what the server was told
   */
  public Interpreter(Engine engine, Settings settings) {
    Storage storage = new Storage(engine);
    Arithmetic arithmetic = new Arithmetic(engine);
    this.classic = new ClassicCommands(engine, storage, arithmetic);
    this.meta = new MetaCommands(engine, storage, arithmetic);
    this.admin = new AdminCommands(engine, settings);
  }

  /**
   * Carries out a command, as far as it can be without a value that comes behind it.
   *
   * @param line the command
   * @param reply where it is answered
   * @return what comes behind the line
   */
  public Next run(CommandLine line, Reply reply) {
    if (line.length(0) < 2) {
      reply.say(UNKNOWN);
      return Next.COMMAND;
    }
    if (line.first(0) == 'm' && line.length(0) == 2) {
      return meta.run(line, reply);
    }
    switch (line.text(0)) {
      case "get", "bget" -> get(line, reply, false, false);
      case "gets" -> get(line, reply, true, false);
      case "gat" -> get(line, reply, false, true);
      case "gats" -> get(line, reply, true, true);
      case "set" -> {
        return store(line, reply, Mode.SET);
      }
      case "add" -> {
        return store(line, reply, Mode.ADD);
      }
      case "replace" -> {
        return store(line, reply, Mode.REPLACE);
      }
      case "append" -> {
        return store(line, reply, Mode.APPEND);
      }
      case "prepend" -> {
        return store(line, reply, Mode.PREPEND);
      }
      case "cas" -> {
        return store(line, reply, Mode.CAS);
      }
      case "incr" -> count(line, reply, false);
      case "decr" -> count(line, reply, true);
      case "touch" -> {
        if (line.words() == 3 || line.words() == 4) {
          classic.touch(line, reply);
        } else {
          reply.say(UNKNOWN);
        }
      }
      case "delete" -> {
        if (line.words() >= 2 && line.words() <= 4) {
          classic.delete(line, reply);
        } else {
          reply.say(UNKNOWN);
        }
      }
      default -> {
        return admin.run(line, reply);
      }
    }
    return Next.COMMAND;
  }

  private void get(CommandLine line, Reply reply, boolean withCas, boolean touching) {
    if (line.words() < 2) {
      reply.say(UNKNOWN);
    } else {
      classic.get(line, reply, withCas, touching);
    }
  }

  private Next store(CommandLine line, Reply reply, Mode mode) {
    int wanted = mode == Mode.CAS ? 6 : 5;
    if (line.words() == wanted || line.words() == wanted + 1) {
      return classic.store(line, reply, mode);
    }
    reply.say(UNKNOWN);
    return Next.COMMAND;
  }

  private void count(CommandLine line, Reply reply, boolean subtracting) {
    if (line.words() == 3 || line.words() == 4) {
      classic.count(line, reply, subtracting);
    } else {
      reply.say(UNKNOWN);
    }
  }
}
