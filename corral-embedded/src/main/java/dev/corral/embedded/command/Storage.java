package dev.corral.embedded.command;

import dev.corral.embedded.stats.ClassFigure;
import dev.corral.embedded.stats.Figure;
import dev.corral.item.Entry;
import dev.corral.item.Entry.Birth;
import dev.corral.item.ItemTable.Change;
import org.jspecify.annotations.Nullable;

/** Stores values, for the classic and for the meta commands. */
final class Storage {
  private final Engine engine;

  Storage(Engine engine) {
    this.engine = engine;
  }

  /** On what condition a value is stored, and how. */
  enum Mode {
    SET,
    ADD,
    REPLACE,
    APPEND,
    PREPEND,
    CAS
  }

  /** What became of it, as the classic and the meta commands say it. */
  enum Verdict {
    STORED("HD"),
    EXISTS("EX"),
    NOT_FOUND("NF"),
    NOT_STORED("NS");

    final String code;

    Verdict(String code) {
      this.code = code;
    }
  }

  /**
   * A value to be stored.
   *
   * @param cas the state that the item must be in; 0 if none was given
   * @param takingLate whether a value of an older state is taken as stale
   * @param keyEncoded whether the key came in base64
   */
  record Wish(
      Mode mode,
      ItemKey key,
      int flags,
      long deadline,
      long cas,
      boolean takingLate,
      boolean keyEncoded) {}

  /** What became of a wish, and the number of the item's state if it was stored. */
  record Outcome(Verdict verdict, long cas) {}

  Outcome store(Wish wish, byte[] value) {
    engine.countValue(wish.key(), value.length, wish.flags());
    return engine.items().atomically(wish.key(), (found, birth) -> {
      Verdict refusal = found == null ? withoutItem(wish) : withItem(wish, found, value, birth);
      if (refusal != null) {
        return new Change<>(new Outcome(refusal, 0), found);
      }
      Entry next = next(wish, found, value, birth);
      engine.countItem(wish.key(), next);
      return new Change<>(new Outcome(Verdict.STORED, next.cas()), next);
    });
  }

  private @Nullable Verdict withoutItem(Wish wish) {
    return switch (wish.mode()) {
      case SET, ADD -> null;
      case REPLACE, APPEND, PREPEND -> Verdict.NOT_STORED;
      case CAS -> {
        engine.count(Figure.CAS_MISSES);
        yield Verdict.NOT_FOUND;
      }
    };
  }

  private @Nullable Verdict withItem(Wish wish, Entry found, byte[] value, Birth birth) {
    return switch (wish.mode()) {
      case SET, REPLACE -> null;
      case ADD -> {
        found.use(birth.moment());
        yield Verdict.NOT_STORED;
      }
      case APPEND, PREPEND -> {
        if (wish.cas() != 0 && wish.cas() != found.cas()) {
          yield Verdict.EXISTS;
        }
        yield engine.fits(wish.key(), found.value().length + value.length, found.flags())
            ? null
            : Verdict.NOT_STORED;
      }
      case CAS -> {
        boolean taken = wish.cas() != 0 && (wish.cas() == found.cas() || isLate(wish, found));
        engine.count(taken ? ClassFigure.CAS_HITS : ClassFigure.CAS_BADVAL, wish.key(), found);
        yield taken ? null : Verdict.EXISTS;
      }
    };
  }

  private static boolean isLate(Wish wish, Entry found) {
    return wish.takingLate() && Long.compareUnsigned(wish.cas(), found.cas()) < 0;
  }

  private Entry next(Wish wish, @Nullable Entry found, byte[] value, Birth birth) {
    long cas = engine.items().nextCas();
    if (found != null && (wish.mode() == Mode.APPEND || wish.mode() == Mode.PREPEND)) {
      return found.extended(value, wish.mode() == Mode.APPEND, cas, birth);
    }
    Entry next = Entry.stored(value, wish.flags(), cas, wish.deadline(), birth);
    if (wish.keyEncoded()) {
      next = next.withEncodedKey();
    }
    if (found == null || wish.mode() != Mode.CAS || !isLate(wish, found)) {
      return next;
    }
    next = next.asStale(cas, found.deadline());
    return found.isWon() ? next.asWon() : next;
  }

  /** Drops what is there: a value that is refused for its size must not leave an older one. */
  void drop(ItemKey key) {
    engine.count(Figure.STORE_TOO_LARGE);
    engine.items().atomically(key, (found, birth) -> new Change<>(true, null));
  }
}
