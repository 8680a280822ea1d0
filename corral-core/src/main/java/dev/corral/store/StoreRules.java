package dev.corral.store;

import dev.corral.item.Counter;
import dev.corral.item.Entry;
import dev.corral.item.Entry.Birth;
import dev.corral.item.ItemTable;
import dev.corral.item.ItemTable.Change;
import dev.corral.key.Key;
import dev.corral.time.Ttl;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What each operation does to the items of a {@link MemoryStore}, atomically on its key. */
/* design
 *
 * A CAS is of the life of the table in which it was given; in another it is refused, as if it had
 * not been sent. A rule is told the life once, so that a clear in its midst comes either before all
 * or after all that it does.
 */
final class StoreRules {
  private final MemoryOptions options;
  private final ItemTable<Key> items;

  StoreRules(MemoryOptions options) {
    this.options = options;
    this.items = new ItemTable<>(
        options.ticker(), options.wholeSeconds(), options.maxBytes(), key -> key.bytes().length);
  }

  GetOutcome get(Get get) {
    Key key = get.key();
    Entry entry = items.find(key);
    if (entry == null && get.lease() == null) {
      return Miss.MISS;
    }
    if (entry != null && get.touch() == null && !isWonBy(get, entry)) {
      return item(get, entry, entry.isWon() ? Lease.LOST : Lease.NONE);
    }
    return items.atomically(key, (found, birth) -> {
      Ttl lease = get.lease();
      if (found == null) {
        return lease == null
            ? new Change<>(Miss.MISS, null)
            : given(
                get, Entry.placeholder(items.nextCas(), deadline(key, lease), birth), Lease.WON);
      }
      Ttl touch = get.touch();
      Entry next = touch == null ? found : found.until(deadline(key, touch));
      if (isWonBy(get, found)) {
        return given(get, next.asWon(), Lease.WON);
      }
      return given(get, next, found.isWon() ? Lease.LOST : Lease.NONE);
    });
  }

  private boolean isWonBy(Get get, Entry entry) {
    if (entry.isWon()) {
      return false;
    }
    boolean nearsItsEnd = get.refreshAhead() != null
        && entry.deadline() != Entry.NO_DEADLINE
        && entry.deadline() - items.now() < items.ticks(get.refreshAhead().toNanos());
    return entry.isStale() || nearsItsEnd;
  }

  private Change<GetOutcome> given(Get get, Entry entry, Lease lease) {
    return new Change<>(item(get, entry, lease), entry);
  }

  private Item item(Get get, Entry entry, Lease lease) {
    byte[] value = get.isValued() ? entry.value().clone() : new byte[0];
    Item item = Item.of(value, entry.flags(), lease, entry.isStale());
    return get.isDetailed()
        ? item.withDetails(
            entry.cas(),
            entry.life(),
            entry.deadline() == Entry.NO_DEADLINE ? Long.MAX_VALUE : entry.deadline() - items.now())
        : item;
  }

  PutOutcome put(Put put) {
    Key key = put.key();
    byte[] value = put.value().clone();
    return items.atomically(key, (found, birth) -> {
      PutOutcome refusal =
          isForeign(put.cas(), birth) ? PutOutcome.Refused.EXISTS : refusal(put, found);
      if (refusal != null) {
        return new Change<>(refusal, found);
      }
      Entry next = found != null && put.mode().extendsItem()
          ? found.extended(value, put.mode() == Put.Mode.APPEND, items.nextCas(), birth)
          : Entry.stored(value, put.flags(), items.nextCas(), deadline(key, put.ttl()), birth);
      return new Change<>(
          put.isReturningCas()
              ? new PutOutcome.Stored(new Cas(next.cas(), next.life()))
              : PutOutcome.Stored.STORED,
          next);
    });
  }

  /** Why the put can't be done, asked in the server's order; null if it can. */
  private PutOutcome.@Nullable Refused refusal(Put put, @Nullable Entry found) {
    boolean extending = put.mode().extendsItem();
    if (found == null) {
      if (put.cas() != null && !extending) {
        return PutOutcome.Refused.NOT_FOUND;
      }
      return extending || put.mode() == Put.Mode.REPLACE ? PutOutcome.Refused.NOT_STORED : null;
    }
    if (put.mode() == Put.Mode.ADD) {
      return PutOutcome.Refused.NOT_STORED;
    }
    if (!matches(put.cas(), found)) {
      return PutOutcome.Refused.EXISTS;
    }
    boolean tooLong = extending
        && put.value().length > maxValueBytes(put.key(), found.flags()) - found.value().length;
    return tooLong ? PutOutcome.Refused.NOT_STORED : null;
  }

  DeleteOutcome delete(Delete delete) {
    Key key = delete.key();
    return items.atomically(key, (found, birth) -> {
      if (isForeign(delete.cas(), birth)) {
        return new Change<>(DeleteOutcome.EXISTS, found);
      }
      if (found == null) {
        return new Change<>(DeleteOutcome.NOT_FOUND, null);
      }
      if (!matches(delete.cas(), found)) {
        return new Change<>(DeleteOutcome.EXISTS, found);
      }
      if (!delete.isMarkingStale()) {
        return new Change<>(DeleteOutcome.DELETED, null);
      }
      Ttl ttl = delete.ttl();
      long deadline = ttl == null ? found.deadline() : deadline(key, ttl);
      return new Change<>(DeleteOutcome.DELETED, found.asStale(items.nextCas(), deadline));
    });
  }

  ArithmeticOutcome count(Arithmetic operation) {
    Key key = operation.key();
    return items.atomically(key, (found, birth) -> {
      if (isForeign(operation.cas(), birth)) {
        return new Change<>(ArithmeticOutcome.Refused.EXISTS, found);
      }
      if (found == null) {
        Ttl ttl = operation.ttl();
        return ttl == null
            ? new Change<>(ArithmeticOutcome.Refused.NOT_FOUND, null)
            : new Change<>(
                new ArithmeticOutcome.Counted(operation.initial()),
                Entry.counter(operation.initial(), items.nextCas(), deadline(key, ttl), birth));
      }
      // The server sees that there are no digits before it looks at the CAS.
      if (found.value().length > 0 && !matches(operation.cas(), found)) {
        return new Change<>(ArithmeticOutcome.Refused.EXISTS, found);
      }
      OptionalLong number = Counter.parse(found.value());
      if (number.isEmpty()) {
        return new Change<>(ArithmeticOutcome.Refused.NOT_NUMERIC, found);
      }
      long result = Counter.apply(number.getAsLong(), operation.delta(), operation.isSubtracting());
      return new Change<>(
          new ArithmeticOutcome.Counted(result), found.counted(result, items.nextCas(), birth));
    });
  }

  void clear() {
    items.clear();
  }

  /** The largest value that fits beside the key and flags. */
  int maxValueBytes(Key key, int flags) {
    return options.maxItemBytes() - Entry.sizeOf(key.bytes().length, 0, flags);
  }

  /** A CAS of another life is refused before anything else is looked at, as if it were not sent. */
  private static boolean isForeign(@Nullable Cas cas, Birth birth) {
    return cas != null && cas.incarnation() != birth.life();
  }

  /** Whether the item is in the state of the CAS, if one was given at all. */
  private static boolean matches(@Nullable Cas cas, Entry entry) {
    return cas == null || cas.number() == entry.cas();
  }

  private long deadline(Key key, Ttl ttl) {
    return ttl.isLimited() && !options.ignoredTtls().test(key)
        ? items.now() + items.ticks(ttl.toNanos())
        : Entry.NO_DEADLINE;
  }
}
