package dev.corral.embedded.command;

import dev.corral.embedded.command.Storage.Mode;
import dev.corral.embedded.command.Storage.Outcome;
import dev.corral.embedded.command.Storage.Verdict;
import dev.corral.embedded.command.Storage.Wish;
import dev.corral.embedded.stats.ClassFigure;
import dev.corral.embedded.stats.Figure;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.EncodedKey;
import dev.corral.embedded.wire.Reply;
import dev.corral.item.Entry;
import dev.corral.item.ItemTable.Change;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The meta commands: which there are, and what they have in common. */
final class MetaCommands {
  private final Engine engine;
  private final Storage storage;
  private final MetaGet get;
  private final MetaArithmetic arithmetic;

  MetaCommands(Engine engine, Storage storage, Arithmetic arithmetic) {
    this.engine = engine;
    this.storage = storage;
    this.get = new MetaGet(engine);
    this.arithmetic = new MetaArithmetic(engine, arithmetic);
  }

  Next run(CommandLine line, Reply reply) {
    int command = line.text(0).charAt(1);
    switch (command) {
      case 'n' -> reply.say("MN");
      case 'e' -> describe(line, reply);
      case 'g', 's', 'd', 'a' -> {
        if (line.words() < 2) {
          reply.say("ERROR");
        } else if (line.length(1) > ItemKey.MOST_BYTES) {
          reply.say(ClassicCommands.BAD_FORMAT);
        } else if (command == 's' && line.words() == 2) {
          reply.say(ClassicCommands.BAD_FORMAT);
        } else if (line.words() >= MetaFlags.MOST_WORDS + 1) {
          reply.say("CLIENT_ERROR options flags " + (command == 'g' ? "are " : "") + "too long");
        } else {
          return run(command, line, reply);
        }
      }
      default -> reply.say("ERROR");
    }
    return Next.COMMAND;
  }

  private Next run(int command, CommandLine line, Reply reply) {
    switch (command) {
      case 'g' -> get.run(line, reply);
      case 'd' -> delete(line, reply);
      case 'a' -> arithmetic.run(line, reply);
      default -> {
        return store(line, reply);
      }
    }
    return Next.COMMAND;
  }

  private Next store(CommandLine line, Reply reply) {
    OptionalInt length = line.signed(2, 0);
    if (length.isEmpty() || length.getAsInt() < 0 || length.getAsInt() > Integer.MAX_VALUE - 2) {
      reply.say(ClassicCommands.BAD_FORMAT);
      return Next.COMMAND;
    }
    MetaFlags flags = MetaFlags.read(line, 3, engine.clock());
    String complaint = flags.complaint();
    Mode mode = Mode.SET;
    if (complaint == null) {
      Mode wanted = mode(flags);
      if (wanted == null) {
        complaint = "CLIENT_ERROR invalid mode for ms M token";
      } else {
        mode = wanted;
        complaint = hasLongOpaque(line) ? MetaFlags.OPAQUE_TOO_LONG : null;
      }
    }
    ItemKey key = flags.itemKey();
    if (complaint == null && !engine.fits(key, length.getAsInt(), flags.clientFlags)) {
      storage.drop(key);
      complaint = ClassicCommands.TOO_LARGE;
    }
    if (complaint != null) {
      reply.insist(complaint);
      return new Next.Swallow(length.getAsInt() + 2L);
    }
    boolean late = flags.marking && mode == Mode.CAS;
    Wish wish =
        new Wish(mode, key, flags.clientFlags, flags.deadline, flags.cas, late, flags.keyEncoded);
    Echo echo = Echo.of(line);
    return new Next.Value(length.getAsInt(), (value, told) -> {
      if (value == null) {
        engine.countValue(key, length.getAsInt(), flags.clientFlags);
        told.insist(ClassicCommands.BAD_CHUNK);
        return;
      }
      Outcome outcome = storage.store(wish, value);
      if (outcome.verdict() != Verdict.STORED || !flags.quiet) {
        told.write(outcome.verdict().code);
        echo.tell(wish, outcome, told);
        told.endLine();
      }
    });
  }

  /** The mode of a store, or null if there is no such mode. */
  private static @Nullable Mode mode(MetaFlags flags) {
    Mode mode = switch (flags.mode) {
      case 0, 'S' -> Mode.SET;
      case 'E' -> Mode.ADD;
      case 'A' -> Mode.APPEND;
      case 'P' -> Mode.PREPEND;
      case 'R' -> Mode.REPLACE;
      default -> null;
    };
    return flags.conditional && (mode == Mode.SET || mode == Mode.REPLACE) ? Mode.CAS : mode;
  }

  private static boolean hasLongOpaque(CommandLine line) {
    for (int word = 2; word < line.words(); word++) {
      if (line.first(word) == 'O' && line.length(word) > MetaFlags.LONGEST_OPAQUE) {
        return true;
      }
    }
    return false;
  }

  private void delete(CommandLine line, Reply reply) {
    MetaFlags flags = MetaFlags.read(line, 2, engine.clock());
    if (flags.complaint() != null) {
      reply.insist("CLIENT_ERROR invalid or duplicate flag");
      return;
    }
    if (hasLongOpaque(line)) {
      reply.insist(MetaFlags.OPAQUE_TOO_LONG);
      return;
    }
    ItemKey key = flags.itemKey();
    String code = engine.items().atomically(key, (found, birth) -> {
      if (found == null) {
        engine.count(Figure.DELETE_MISSES);
        return new Change<>("NF", null);
      }
      if (flags.conditional && flags.cas != found.cas()) {
        engine.count(Figure.DELETE_MISSES);
        return new Change<>("EX", found);
      }
      if (!flags.marking) {
        engine.count(ClassFigure.DELETE_HITS, key, found);
        return new Change<>("HD", null);
      }
      long deadline = flags.touching ? flags.deadline : found.deadline();
      return new Change<>("HD", found.asStale(engine.items().nextCas(), deadline));
    });
    if (!code.equals("HD") || !flags.quiet) {
      reply.write(code);
      echo(line, flags, key, reply);
      reply.endLine();
    }
  }

  /** {@code me}: what the server knows of an item. */
  private void describe(CommandLine line, Reply reply) {
    if (line.words() < 2 || line.length(1) > ItemKey.MOST_BYTES) {
      reply.say(ClassicCommands.BAD_FORMAT);
      return;
    }
    byte[] bytes = line.bytes(1);
    if (line.is(2, "b")) {
      bytes = EncodedKey.decode(bytes);
      if (bytes == null) {
        reply.say(ClassicCommands.BAD_FORMAT);
        return;
      }
    }
    engine.count(Figure.CMD_META);
    ItemKey key = new ItemKey(bytes);
    Entry entry = engine.items().find(key);
    if (entry == null) {
      reply.say("EN");
      return;
    }
    int size = entry.size(key.length());
    ServerClock clock = engine.clock();
    reply
        .write("ME ")
        .write(entry.isKeyEncoded() ? EncodedKey.encode(bytes) : bytes)
        .write(" exp=")
        .write(
            entry.deadline() == Entry.NO_DEADLINE
                ? "-1"
                : Long.toString(-clock.until(entry.deadline())))
        .write(" la=")
        .write(-clock.until(entry.usedAt()))
        .write(" cas=")
        .write(entry.cas())
        .write(entry.isFetched() ? " fetch=yes" : " fetch=no")
        .write(" cls=")
        .write(engine.classes().classOf(size))
        .write(" size=")
        .write(size)
        .endLine();
  }

  /**
   * Repeats the opaque and the key where they were asked for; with an opaque that is too long it
   * complains instead, and returns false.
   */
  static boolean echo(CommandLine line, MetaFlags flags, ItemKey key, Reply reply) {
    for (int word = 2; word < line.words(); word++) {
      switch (line.first(word)) {
        case 'O' -> {
          if (line.length(word) > MetaFlags.LONGEST_OPAQUE) {
            reply.insist(MetaFlags.OPAQUE_TOO_LONG);
            return false;
          }
          reply.echo(line, word);
        }
        case 'k' -> tellKey(key.bytes(), flags.keyEncoded, reply);
        default -> {}
      }
    }
    return true;
  }

  static void tellKey(byte[] key, boolean encoded, Reply reply) {
    reply.write(" k");
    if (encoded) {
      reply.write(EncodedKey.encode(key)).write(" b");
    } else {
      reply.write(key);
    }
  }

  static void tellLife(Entry entry, ServerClock clock, Reply reply) {
    reply.write(" t");
    if (entry.deadline() == Entry.NO_DEADLINE) {
      reply.write("-1");
    } else {
      reply.write(Integer.toUnsignedLong((int) clock.until(entry.deadline())));
    }
  }
}
