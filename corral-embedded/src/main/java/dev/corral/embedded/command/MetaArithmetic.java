package dev.corral.embedded.command;

import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;
import dev.corral.item.Entry;
import dev.corral.item.Entry.Birth;
import dev.corral.item.ItemTable.Change;
import org.jspecify.annotations.Nullable;

/** {@code ma}: counts an item, and may create it. */
/* design
 *
 * As with mg, flags are obeyed in their order. When a number needs more digits than before, the
 * server makes a new item, but goes on to write and to read the life of the old one: a T is then
 * told by a t behind it, and lost.
 */
final class MetaArithmetic {
  private final Engine engine;
  private final Arithmetic arithmetic;

  MetaArithmetic(Engine engine, Arithmetic arithmetic) {
    this.engine = engine;
    this.arithmetic = arithmetic;
  }

  void run(CommandLine line, Reply reply) {
    MetaFlags flags = MetaFlags.read(line, 2, engine.clock());
    if (flags.complaint() != null) {
      reply.insist("CLIENT_ERROR invalid or duplicate flag");
      return;
    }
    Boolean subtracting = switch (flags.mode) {
      case 0, 'I', '+' -> false;
      case 'D', '-' -> true;
      default -> null;
    };
    if (subtracting == null) {
      reply.insist("CLIENT_ERROR invalid mode for ma M token");
      return;
    }
    ItemKey key = flags.itemKey();
    Counting counting = new Counting(line, flags, key, reply);
    engine
        .items()
        .<Boolean>atomically(
            key, (found, birth) -> new Change<>(true, counting.of(found, birth, subtracting)));
  }

  /** One counting of an item. */
  private final class Counting {
    private final CommandLine line;
    private final MetaFlags flags;
    private final ItemKey key;
    private final Reply reply;
    private boolean refused;

    Counting(CommandLine line, MetaFlags flags, ItemKey key, Reply reply) {
      this.line = line;
      this.flags = flags;
      this.key = key;
      this.reply = reply;
    }

    /** Writes the reply; returns the entry that takes the place of the one that was found. */
    @Nullable
    Entry of(@Nullable Entry found, Birth birth, boolean subtracting) {
      Arithmetic.Count count =
          arithmetic.count(key, found, birth, flags.delta, subtracting, flags.cas);
      switch (count.verdict()) {
        case NOT_NUMERIC -> reply.insist(Arithmetic.NOT_NUMERIC);
        case EXISTS -> refuse("EX");
        case NOT_FOUND -> {
          if (flags.creating) {
            long cas = engine.items().nextCas();
            Entry created = Entry.counter(flags.initial, cas, Entry.NO_DEADLINE, birth);
            engine.countItem(key, created);
            return tell(created, flags.initial, true);
          }
          arithmetic.countMiss(subtracting);
          refuse("NF");
        }
        case COUNTED -> {
          Entry next = count.next();
          if (found == null || next == null) {
            throw new IllegalStateException("counted without an item");
          }
          boolean grown = next.value().length > found.value().length;
          Entry told = tell(next, count.number(), false);
          if (flags.quiet && !refused) {
            reply.discard();
          }
          return grown ? next : told;
        }
      }
      return found;
    }

    private void refuse(String code) {
      reply.write(code);
      if (MetaCommands.echo(line, flags, key, reply)) {
        reply.endLine();
      }
    }

    /** Writes the reply of a counter; returns it with the life that it was given. */
    private Entry tell(Entry counter, long number, boolean created) {
      Entry entry = counter;
      String digits = Long.toUnsignedString(number);
      if (flags.valued) {
        reply.write("VA ").write(digits.length());
      } else {
        reply.write("HD");
      }
      for (int word = 2; word < line.words(); word++) {
        switch (line.first(word)) {
          case 'c' -> reply.write(" c").write(entry.cas());
          case 't' -> MetaCommands.tellLife(entry, engine.clock(), reply);
          case 'T' -> entry = entry.until(flags.deadline);
          case 'N' -> entry = created ? entry.until(flags.creationDeadline) : entry;
          case 'O' -> {
            if (line.length(word) > MetaFlags.LONGEST_OPAQUE) {
              refused = true;
              reply.insist(MetaFlags.OPAQUE_TOO_LONG);
              return entry;
            }
            reply.echo(line, word);
          }
          case 'k' -> MetaCommands.tellKey(key.bytes(), flags.keyEncoded, reply);
          default -> {}
        }
      }
      reply.endLine();
      if (flags.valued) {
        reply.write(digits).endLine();
      }
      return entry;
    }
  }
}
