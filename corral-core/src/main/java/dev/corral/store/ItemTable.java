package dev.corral.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.corral.key.Key;
import dev.corral.time.Ttl;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The items of a {@link MemoryStore}: what each operation does, atomically on its key. */
/* design
 *
 * Caffeine holds the entries and chooses which to evict when their bytes are too many. Whatever
 * changes an item is one compute on its key: a rule looks at the entry and says the outcome and the
 * entry that takes its place. A read that changes nothing, the usual one, takes no lock.
 *
 * An entry is alive while its deadline is ahead and the store is in the life that it was written in.
 * Both are judged here, on each access; that Caffeine too drops entries past their deadline only
 * gives their memory back. So clear() is one volatile write: from then on no old entry is alive and
 * no old CAS matches; the sweep that follows may take its time. A rule reads the life once, so that
 * a clear in its midst comes either before all or after all that it does.
 *
 * With whole seconds, time stands still between the ticks of a clock that ticks once a second, and
 * ttls and windows are rounded up, as on the server: an item with a ttl of 1 s dies at the next tick.
 */
final class ItemTable {
  private static final long SECOND = 1_000_000_000L;

  private final MemoryOptions options;
  private final Cache<Key, Entry> entries;
  private final AtomicLong lastCas = new AtomicLong();
  private final long origin;
  private volatile Object life = new Object();

  ItemTable(MemoryOptions options) {
    this.options = options;
    this.origin = options.ticker().nanos();
    this.entries = Caffeine.newBuilder()
        .maximumWeight(options.maxBytes())
        .<Key, Entry>weigher(
            (key, entry) -> Entry.sizeOf(key.bytes().length, entry.value.length, entry.flags))
        .expireAfter(new Deadlines())
        .ticker(options.ticker()::nanos)
        // Housekeeping on the thread that caused it: no thread of ours is left behind.
        .executor(Runnable::run)
        .build();
  }

  GetOutcome get(Get get) {
    Key key = get.key();
    Entry entry = alive(entries.getIfPresent(key), life);
    if (entry == null && get.lease() == null) {
      return Miss.MISS;
    }
    if (entry != null && get.touch() == null && !isWonBy(get, entry)) {
      return item(get, entry, entry.won ? Lease.LOST : Lease.NONE);
    }
    return atomically(key, (found, life) -> {
      Ttl lease = get.lease();
      if (found == null) {
        return lease == null
            ? new Change<>(Miss.MISS, null)
            : given(get, Entry.placeholder(nextCas(), deadline(key, lease), life), Lease.WON);
      }
      Ttl touch = get.touch();
      Entry next = touch == null ? found : found.until(deadline(key, touch));
      if (isWonBy(get, found)) {
        return given(get, next.asWon(), Lease.WON);
      }
      return given(get, next, found.won ? Lease.LOST : Lease.NONE);
    });
  }

  private boolean isWonBy(Get get, Entry entry) {
    if (entry.won) {
      return false;
    }
    boolean nearsItsEnd = get.refreshAhead() != null
        && entry.deadline != Entry.NO_DEADLINE
        && entry.deadline - now() < ticks(get.refreshAhead().toNanos());
    return entry.stale || nearsItsEnd;
  }

  private Change<GetOutcome> given(Get get, Entry entry, Lease lease) {
    return new Change<>(item(get, entry, lease), entry);
  }

  private Item item(Get get, Entry entry, Lease lease) {
    byte[] value = get.isValued() ? entry.value.clone() : new byte[0];
    Item item = Item.of(value, entry.flags, lease, entry.stale);
    return get.isDetailed()
        ? item.withDetails(
            entry.cas,
            entry.life,
            entry.deadline == Entry.NO_DEADLINE ? Long.MAX_VALUE : entry.deadline - now())
        : item;
  }

  PutOutcome put(Put put) {
    Key key = put.key();
    byte[] value = put.value().clone();
    return atomically(key, (found, life) -> {
      PutOutcome refusal =
          isForeign(put.cas(), life) ? PutOutcome.Refused.EXISTS : refusal(put, found);
      if (refusal != null) {
        return new Change<>(refusal, found);
      }
      Entry next = found != null && put.mode().extendsItem()
          ? found.extended(value, put.mode() == Put.Mode.APPEND, nextCas())
          : Entry.stored(value, put.flags(), nextCas(), deadline(key, put.ttl()), life);
      return new Change<>(
          put.isReturningCas()
              ? new PutOutcome.Stored(new Cas(next.cas, next.life))
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
        && put.value().length > maxValueBytes(put.key(), found.flags) - found.value.length;
    return tooLong ? PutOutcome.Refused.NOT_STORED : null;
  }

  DeleteOutcome delete(Delete delete) {
    Key key = delete.key();
    return atomically(key, (found, life) -> {
      if (isForeign(delete.cas(), life)) {
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
      long deadline = ttl == null ? found.deadline : deadline(key, ttl);
      return new Change<>(DeleteOutcome.DELETED, found.asStale(nextCas(), deadline));
    });
  }

  ArithmeticOutcome count(Arithmetic operation) {
    Key key = operation.key();
    return atomically(key, (found, life) -> {
      if (isForeign(operation.cas(), life)) {
        return new Change<>(ArithmeticOutcome.Refused.EXISTS, found);
      }
      if (found == null) {
        Ttl ttl = operation.ttl();
        return ttl == null
            ? new Change<>(ArithmeticOutcome.Refused.NOT_FOUND, null)
            : new Change<>(
                new ArithmeticOutcome.Counted(operation.initial()),
                Entry.counter(operation.initial(), nextCas(), deadline(key, ttl), life));
      }
      // The server sees that there are no digits before it looks at the CAS.
      if (found.value.length > 0 && !matches(operation.cas(), found)) {
        return new Change<>(ArithmeticOutcome.Refused.EXISTS, found);
      }
      OptionalLong number = Counter.parse(found.value);
      if (number.isEmpty()) {
        return new Change<>(ArithmeticOutcome.Refused.NOT_NUMERIC, found);
      }
      long result = Counter.apply(number.getAsLong(), operation);
      return new Change<>(new ArithmeticOutcome.Counted(result), found.counted(result, nextCas()));
    });
  }

  void clear() {
    life = new Object();
    entries.asMap().values().removeIf(entry -> entry.life != life);
  }

  /** The largest value that fits beside the key and flags. */
  int maxValueBytes(Key key, int flags) {
    return options.maxItemBytes() - Entry.sizeOf(key.bytes().length, 0, flags);
  }

  /** Tells Caffeine when an entry may go, by the very reading of the clock that it counts from. */
  private final class Deadlines implements Expiry<Key, Entry> {
    @Override
    public long expireAfterCreate(Key key, Entry entry, long currentTime) {
      return Math.max(0, entry.deadline - (currentTime - origin));
    }

    @Override
    public long expireAfterUpdate(Key key, Entry entry, long currentTime, long currentDuration) {
      return expireAfterCreate(key, entry, currentTime);
    }

    @Override
    public long expireAfterRead(Key key, Entry entry, long currentTime, long currentDuration) {
      return currentDuration;
    }
  }

  /** What a rule decides: the outcome, and the entry that takes the place of the one it found. */
  private record Change<R>(R outcome, @Nullable Entry next) {}

  @FunctionalInterface
  private interface Rule<R> {
    Change<R> on(@Nullable Entry found, Object life);
  }

  private <R> R atomically(Key key, Rule<R> rule) {
    AtomicReference<Change<R>> made = new AtomicReference<>();
    entries.asMap().compute(key, (k, entry) -> {
      Object current = life;
      Change<R> change = rule.on(alive(entry, current), current);
      made.setPlain(change);
      return change.next();
    });
    return made.getPlain().outcome();
  }

  private @Nullable Entry alive(@Nullable Entry entry, Object current) {
    return entry != null && entry.life == current && entry.deadline > now() ? entry : null;
  }

  /** A CAS of another life is refused before anything else is looked at, as if it were not sent. */
  private static boolean isForeign(@Nullable Cas cas, Object current) {
    return cas != null && cas.incarnation() != current;
  }

  /** Whether the item is in the state of the CAS, if one was given at all. */
  private static boolean matches(@Nullable Cas cas, Entry entry) {
    return cas == null || cas.number() == entry.cas;
  }

  private long nextCas() {
    return lastCas.incrementAndGet();
  }

  private long deadline(Key key, Ttl ttl) {
    return ttl.isLimited() && !options.ignoredTtls().test(key)
        ? now() + ticks(ttl.toNanos())
        : Entry.NO_DEADLINE;
  }

  /** The time since the table was made, up to the last tick. */
  private long now() {
    long elapsed = elapsed();
    return options.wholeSeconds() ? elapsed - elapsed % SECOND : elapsed;
  }

  private long elapsed() {
    return options.ticker().nanos() - origin;
  }

  /** A length of time, rounded up to whole ticks. */
  private long ticks(long nanos) {
    return options.wholeSeconds() ? (nanos + SECOND - 1) / SECOND * SECOND : nanos;
  }
}
