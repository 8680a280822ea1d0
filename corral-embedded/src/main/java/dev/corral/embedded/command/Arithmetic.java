package dev.corral.embedded.command;

import dev.corral.embedded.stats.ClassFigure;
import dev.corral.embedded.stats.Figure;
import dev.corral.item.Counter;
import dev.corral.item.Entry;
import dev.corral.item.Entry.Birth;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Counts, for the classic and for the meta commands. */
final class Arithmetic {
  static final String NOT_NUMERIC = "CLIENT_ERROR cannot increment or decrement non-numeric value";

  private final Engine engine;

  Arithmetic(Engine engine) {
    this.engine = engine;
  }

  /** What becomes of a counter: its new state and number, or why it stays as it is. */
  record Count(@Nullable Entry next, long number, Verdict verdict) {
    private static Count refused(Verdict verdict) {
      return new Count(null, 0, verdict);
    }
  }

  enum Verdict {
    COUNTED,
    NOT_FOUND,
    NOT_NUMERIC,
    EXISTS
  }

  /** Counts an item on, if it is a counter and in the state of the CAS; 0 is any state. */
  Count count(
      ItemKey key, @Nullable Entry found, Birth birth, long delta, boolean subtracting, long cas) {
    if (found == null) {
      return Count.refused(Verdict.NOT_FOUND);
    }
    // What is empty, or too large for one chunk, is no number to the server, whatever its CAS.
    boolean countable = found.value().length > 0 && engine.isWhole(key, found);
    if (countable && cas != 0 && cas != found.cas()) {
      return Count.refused(Verdict.EXISTS);
    }
    OptionalLong number = countable ? Counter.parse(found.value()) : OptionalLong.empty();
    if (number.isEmpty()) {
      return Count.refused(Verdict.NOT_NUMERIC);
    }
    engine.count(subtracting ? ClassFigure.DECR_HITS : ClassFigure.INCR_HITS, key, found);
    long result = Counter.apply(number.getAsLong(), delta, subtracting);
    Entry next = found.counted(result, engine.items().nextCas(), birth);
    if (next.value().length > found.value().length) {
      engine.countItem(key, next);
    }
    return new Count(next, result, Verdict.COUNTED);
  }

  void countMiss(boolean subtracting) {
    engine.count(subtracting ? Figure.DECR_MISSES : Figure.INCR_MISSES);
  }
}
