package dev.corral.embedded.command;

import dev.corral.embedded.stats.ClassFigure;
import dev.corral.embedded.stats.Figure;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;
import dev.corral.item.Entry;
import dev.corral.item.Entry.Birth;
import dev.corral.item.ItemTable.Change;
import org.jspecify.annotations.Nullable;

/** {@code mg}: reads an item, and may touch it, take its win, or put a placeholder in its place. */
/* design
 *
 * Flags are obeyed in the order in which they are written, and the reply is written on the way: a
 * {@code t} before a {@code T} tells the old life. What a bad opaque finds done, stays done.
 */
final class MetaGet {
  private final Engine engine;

  MetaGet(Engine engine) {
    this.engine = engine;
  }

  void run(CommandLine line, Reply reply) {
    MetaFlags flags = MetaFlags.read(line, 2, engine.clock());
    String complaint = flags.complaint();
    if (complaint != null) {
      reply.insist(complaint);
      return;
    }
    ItemKey key = flags.itemKey();
    Entry found = engine.items().find(key);
    Reading reading = new Reading(line, flags, key, reply);
    if (flags.locking || (found != null && found.isStale() && !found.isWon())) {
      engine.items().<Boolean>atomically(key, (entry, birth) -> {
        Entry next = reading.of(entry, birth);
        return new Change<>(true, next);
      });
    } else {
      reading.of(found, null);
    }
  }

  /** One reading of an item. */
  private final class Reading {
    private final CommandLine line;
    private final MetaFlags flags;
    private final ItemKey key;
    private final Reply reply;

    Reading(CommandLine line, MetaFlags flags, ItemKey key, Reply reply) {
      this.line = line;
      this.flags = flags;
      this.key = key;
      this.reply = reply;
    }

    /** Writes the reply; returns the entry that takes the place of the one that was found. */
    @Nullable
    Entry of(@Nullable Entry found, @Nullable Birth birth) {
      Entry entry = found;
      if (entry == null && flags.creating && birth != null) {
        long cas = engine.items().nextCas();
        entry = Entry.stored(new byte[0], 0, cas, Entry.NO_DEADLINE, birth);
        engine.countItem(key, entry);
      }
      if (entry == null) {
        miss();
        return null;
      }
      return hit(entry, found == null);
    }

    private Entry hit(Entry found, boolean created) {
      Entry entry = found;
      boolean won = false;
      if (flags.valued) {
        reply.write("VA ").write(entry.value().length);
      } else {
        reply.write("HD");
      }
      for (int word = 2; word < line.words(); word++) {
        switch (line.first(word)) {
          case 'T' -> entry = entry.until(flags.deadline);
          case 'N' -> {
            if (created) {
              entry = entry.until(flags.creationDeadline);
              won = true;
            }
          }
          case 'R' -> won |= !created && isDue(entry);
          case 'O' -> {
            if (line.length(word) > MetaFlags.LONGEST_OPAQUE) {
              reply.insist(MetaFlags.OPAQUE_TOO_LONG);
              if (!flags.locking) {
                bump(entry);
              }
              return entry;
            }
            reply.echo(line, word);
          }
          default -> tell(entry, line.first(word));
        }
      }
      if (entry.isWon()) {
        reply.write(" Z");
      }
      if (entry.isStale()) {
        reply.write(" X");
        won |= !entry.isWon();
      }
      if (won) {
        reply.write(" W");
        entry = entry.asWon();
      }
      reply.endLine();
      if (flags.valued) {
        reply.write(entry.value()).endLine();
      }
      bump(entry);
      countHit(entry);
      return entry;
    }

    private boolean isDue(Entry entry) {
      return !entry.isWon()
          && entry.deadline() != Entry.NO_DEADLINE
          && flags.recacheDeadline != Entry.NO_DEADLINE
          && entry.deadline() < flags.recacheDeadline;
    }

    private void tell(Entry entry, int flag) {
      switch (flag) {
        case 's' -> reply.write(" s").write(entry.value().length);
        case 't' -> MetaCommands.tellLife(entry, engine.clock(), reply);
        case 'c' -> reply.write(" c").write(entry.cas());
        case 'f' -> reply.write(" f").write(Integer.toUnsignedLong(entry.flags()));
        case 'l' -> reply.write(" l").write(-engine.clock().until(entry.usedAt()));
        case 'h' -> reply.write(entry.isFetched() ? " h1" : " h0");
        case 'k' -> MetaCommands.tellKey(key.bytes(), entry.isKeyEncoded(), reply);
        default -> {}
      }
    }

    private void bump(Entry entry) {
      if (!flags.unbumped) {
        entry.bump(engine.items().now());
      }
    }

    private void countHit(Entry entry) {
      if (flags.touching) {
        engine.count(Figure.CMD_TOUCH);
        engine.count(ClassFigure.TOUCH_HITS, key, entry);
      } else {
        engine.count(Figure.CMD_GET);
        engine.count(ClassFigure.GET_HITS, key, entry);
      }
    }

    private void miss() {
      engine.count(Figure.CMD_GET);
      engine.count(Figure.GET_MISSES);
      reply.write("EN");
      if (MetaCommands.echo(line, flags, key, reply)) {
        reply.endLine();
        if (flags.quiet) {
          reply.discard();
        }
      }
    }
  }
}
