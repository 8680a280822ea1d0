package dev.corral.embedded.command;

import dev.corral.embedded.command.Storage.Mode;
import dev.corral.embedded.command.Storage.Outcome;
import dev.corral.embedded.command.Storage.Wish;
import dev.corral.embedded.stats.ClassFigure;
import dev.corral.embedded.stats.Figure;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;
import dev.corral.item.Entry;
import dev.corral.item.ItemTable.Change;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The commands that memcached had from the beginning. */
final class ClassicCommands {
  static final String BAD_FORMAT = "CLIENT_ERROR bad command line format";
  static final String BAD_EXPTIME = "CLIENT_ERROR invalid exptime argument";
  static final String BAD_CHUNK = "CLIENT_ERROR bad data chunk";
  static final String TOO_LARGE = "SERVER_ERROR object too large for cache";

  private final Engine engine;
  private final Storage storage;
  private final Arithmetic arithmetic;

  ClassicCommands(Engine engine, Storage storage, Arithmetic arithmetic) {
    this.engine = engine;
    this.storage = storage;
    this.arithmetic = arithmetic;
  }

  /** A last word that says that no reply is wanted. */
  static boolean silence(CommandLine line, Reply reply) {
    boolean silent = line.is(line.words() - 1, "noreply");
    if (silent) {
      reply.silence();
    }
    return silent;
  }

  /** Reads any number of items; with a life for them, if they are to be touched. */
  void get(CommandLine line, Reply reply, boolean withCas, boolean touching) {
    long deadline = 0;
    int first = 1;
    if (touching) {
      OptionalInt life = line.signed(1, 0);
      if (life.isEmpty()) {
        reply.say(BAD_EXPTIME);
        return;
      }
      deadline = engine.clock().deadline(life.getAsInt());
      first = 2;
    }
    while (true) {
      for (int word = first; word < line.words(); word++) {
        if (line.length(word) > ItemKey.MOST_BYTES) {
          reply.say(BAD_FORMAT);
          return;
        }
        ItemKey key = new ItemKey(line.bytes(word));
        Entry entry = touching ? touch(key, deadline) : read(key);
        if (entry != null) {
          tell(key, entry, reply, withCas);
        }
      }
      if (!line.hasRest()) {
        break;
      }
      line.next();
      first = 0;
    }
    reply.write("END").endLine();
  }

  private @Nullable Entry read(ItemKey key) {
    Entry entry = engine.items().find(key);
    engine.count(Figure.CMD_GET);
    if (entry == null) {
      engine.count(Figure.GET_MISSES);
    } else {
      engine.count(ClassFigure.GET_HITS, key, entry);
      entry.bump(engine.items().now());
    }
    return entry;
  }

  private @Nullable Entry touch(ItemKey key, long deadline) {
    Optional<Entry> touched = engine.items().atomically(key, (found, birth) -> {
      if (found == null) {
        engine.count(Figure.TOUCH_MISSES);
        return new Change<>(Optional.empty(), null);
      }
      engine.count(ClassFigure.TOUCH_HITS, key, found);
      Entry next = found.until(deadline);
      next.bump(birth.moment());
      return new Change<>(Optional.of(next), next);
    });
    engine.count(Figure.CMD_TOUCH);
    return touched.orElse(null);
  }

  private static void tell(ItemKey key, Entry entry, Reply reply, boolean withCas) {
    reply
        .write("VALUE ")
        .write(key.bytes())
        .write(" ")
        .write(Integer.toUnsignedLong(entry.flags()))
        .write(" ")
        .write(entry.value().length);
    if (withCas) {
      reply.write(" ").write(entry.cas());
    }
    reply.endLine();
    reply.write(entry.value()).endLine();
  }

  void touch(CommandLine line, Reply reply) {
    silence(line, reply);
    if (line.length(1) > ItemKey.MOST_BYTES) {
      reply.say(BAD_FORMAT);
      return;
    }
    OptionalInt life = line.signed(2, 0);
    if (life.isEmpty()) {
      reply.say(BAD_EXPTIME);
      return;
    }
    Entry touched = touch(new ItemKey(line.bytes(1)), engine.clock().deadline(life.getAsInt()));
    reply.say(touched == null ? "NOT_FOUND" : "TOUCHED");
  }

  Next store(CommandLine line, Reply reply, Mode mode) {
    boolean silent = silence(line, reply);
    if (line.length(1) > ItemKey.MOST_BYTES) {
      reply.say(BAD_FORMAT);
      return Next.COMMAND;
    }
    OptionalLong flags = line.unsigned(2, 0);
    OptionalInt life = line.signed(3, 0);
    OptionalInt length = line.signed(4, 0);
    OptionalLong cas = mode == Mode.CAS ? line.unsigned(5, 0) : OptionalLong.of(0);
    if (flags.isEmpty()
        || life.isEmpty()
        || length.isEmpty()
        || cas.isEmpty()
        || length.getAsInt() < 0
        || length.getAsInt() > Integer.MAX_VALUE - 2) {
      reply.say(BAD_FORMAT);
      return Next.COMMAND;
    }
    ItemKey key = new ItemKey(line.bytes(1));
    int clientFlags = (int) flags.getAsLong();
    if (!engine.fits(key, length.getAsInt(), clientFlags)) {
      reply.say(TOO_LARGE);
      if (mode == Mode.SET) {
        storage.drop(key);
      } else {
        engine.count(Figure.STORE_TOO_LARGE);
      }
      return new Next.Swallow(length.getAsInt() + 2L);
    }
    Wish wish = new Wish(
        mode,
        key,
        clientFlags,
        engine.clock().deadline(life.getAsInt()),
        cas.getAsLong(),
        false,
        false);
    return new Next.Value(length.getAsInt(), (value, told) -> {
      if (silent) {
        told.silence();
      }
      if (value == null) {
        engine.countValue(key, length.getAsInt(), clientFlags);
        told.say(BAD_CHUNK);
      } else {
        Outcome outcome = storage.store(wish, value);
        told.say(outcome.verdict().name());
      }
    });
  }

  void count(CommandLine line, Reply reply, boolean subtracting) {
    silence(line, reply);
    if (line.length(1) > ItemKey.MOST_BYTES) {
      reply.say(BAD_FORMAT);
      return;
    }
    OptionalLong delta = line.unsigned(2, 0);
    if (delta.isEmpty()) {
      reply.say("CLIENT_ERROR invalid numeric delta argument");
      return;
    }
    ItemKey key = new ItemKey(line.bytes(1));
    Arithmetic.Count count = engine.items().atomically(key, (found, birth) -> {
      Arithmetic.Count made =
          arithmetic.count(key, found, birth, delta.getAsLong(), subtracting, 0);
      return new Change<>(made, made.next() == null ? found : made.next());
    });
    switch (count.verdict()) {
      case COUNTED -> reply.say(Long.toUnsignedString(count.number()));
      case NOT_NUMERIC -> reply.say(Arithmetic.NOT_NUMERIC);
      case NOT_FOUND, EXISTS -> {
        arithmetic.countMiss(subtracting);
        reply.say("NOT_FOUND");
      }
    }
  }

  void delete(CommandLine line, Reply reply) {
    if (line.words() > 2) {
      boolean zero = line.is(2, "0");
      boolean silent = silence(line, reply);
      boolean valid = line.words() == 3 ? zero || silent : line.words() == 4 && zero && silent;
      if (!valid) {
        reply.say(BAD_FORMAT + ".  Usage: delete <key> [noreply]");
        return;
      }
    }
    if (line.length(1) > ItemKey.MOST_BYTES) {
      reply.say(BAD_FORMAT);
      return;
    }
    ItemKey key = new ItemKey(line.bytes(1));
    boolean deleted = engine.items().atomically(key, (found, birth) -> {
      if (found == null) {
        engine.count(Figure.DELETE_MISSES);
      } else {
        engine.count(ClassFigure.DELETE_HITS, key, found);
      }
      return new Change<>(found != null, null);
    });
    reply.say(deleted ? "DELETED" : "NOT_FOUND");
  }
}
