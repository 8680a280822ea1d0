package dev.corral.item;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.corral.item.Entry.Birth;
import dev.corral.time.Ticker;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Items by their keys, bounded in bytes, each changed atomically. Safe for use by many threads.
 *
 * @param <K> what keys are, by their {@code equals}
 */
/* design
 *
 * Caffeine holds the entries and chooses which to evict when their bytes are too many. Whatever
 * changes an item is one compute on its key: a rule looks at the entry and says the outcome and the
 * entry that takes its place. A read that changes nothing, the usual one, takes no lock.
 *
 * An entry is alive while its deadline is ahead, the table is in the life that it was written in,
 * and no flush has struck it. All are judged here, on each access; that Caffeine too drops entries
 * past their deadline only gives their memory back. So clear() is one volatile write: from then on
 * no old entry is alive; the sweep that follows may take its time. A rule is told the life once, so
 * that a clear in its midst comes either before all or after all that it does.
 *
 * A flush is what a server does on flush_all: it strikes at a moment that may lie ahead, what was
 * not used since, and what has a lower number. One flush takes the place of another, even if that
 * one has struck: what nobody asked for meanwhile comes back to life, as on the server. So nothing is
 * swept at once. But Caffeine, to whom the struck are as dear as before, would keep them and turn new
 * items away: the first eviction after a flush has struck has them swept, once.
 *
 * With whole seconds, time stands still between the ticks of a clock that ticks once a second, and
 * lengths of time are rounded up, as on the server: an item with a ttl of 1 s dies at the next tick.
 */
public final class ItemTable<K> {
  private static final long SECOND = 1_000_000_000L;

  private final Ticker ticker;
  private final boolean wholeSeconds;
  private final Cache<K, Entry> entries;
  private final AtomicLong lastCas = new AtomicLong();
  private final LongAdder evictions = new LongAdder();
  private final long origin;
  private volatile Object life = new Object();
  private volatile Flush flush = Flush.NONE;

  /**
   * An empty table.
   *
   * @param ticker where it takes the time from
   * @param wholeSeconds whether its time goes in whole seconds
   * @param maxBytes how much it may hold, by {@link Entry#sizeOf}
   * @param keyLength how many bytes a key has
   */
  public ItemTable(Ticker ticker, boolean wholeSeconds, long maxBytes, ToIntFunction<K> keyLength) {
    this.ticker = ticker;
    this.wholeSeconds = wholeSeconds;
    this.origin = ticker.nanos();
    this.entries = Caffeine.newBuilder()
        .maximumWeight(maxBytes)
        .<K, Entry>weigher((key, entry) -> entry.size(keyLength.applyAsInt(key)))
        .expireAfter(new Deadlines())
        .evictionListener((key, entry, cause) -> {
          if (cause == RemovalCause.SIZE) {
            evictions.increment();
            flush.wantRoom(now());
          }
        })
        .ticker(ticker::nanos)
        // Housekeeping on the thread that caused it: no thread of ours is left behind.
        .executor(Runnable::run)
        .build();
  }

  /**
   * Reads without a lock.
   *
   * @param key whose item
   * @return the entry, or null if there is none that is alive
   */
  public @Nullable Entry find(K key) {
    Entry entry = entries.getIfPresent(key);
    Entry found = alive(entry, life);
    if (entry != null && found == null) {
      // As on the server, whoever asks for a dead one buries it: a later flush can't revive it.
      entries.asMap().remove(key, entry);
    }
    return found;
  }

  /**
   * Changes an item: nobody else changes it meanwhile.
   *
   * @param key whose item
   * @param rule what becomes of it
   * @param <R> the kind of its outcome
   * @return the rule's outcome
   */
  public <R> R atomically(K key, Rule<R> rule) {
    AtomicReference<Change<R>> made = new AtomicReference<>();
    entries.asMap().compute(key, (k, entry) -> {
      Object current = life;
      Change<R> change = rule.on(alive(entry, current), new Birth(current, now()));
      made.setPlain(change);
      return change.next();
    });
    if (flush.isRoomToBeMade()) {
      entries.asMap().values().removeIf(entry -> alive(entry, life) == null);
    }
    return made.getPlain().outcome();
  }

  private @Nullable Entry alive(@Nullable Entry entry, Object current) {
    if (entry == null || entry.life() != current) {
      return null;
    }
    long now = now();
    return entry.deadline() > now && !flush.strikes(entry, now) ? entry : null;
  }

  /** Drops all items at once, and forgets what was to be flushed. */
  public void clear() {
    life = new Object();
    flush = Flush.NONE; // behind the life, or what it has struck would come back
    entries.asMap().values().removeIf(entry -> entry.life() != life);
  }

  /**
   * Drops, from a moment on, the items that were last used at that moment or before, or whose
   * number is lower. It takes the place of an earlier flush.
   *
   * @param moment in the table's time
   * @param cas the lowest number that is spared; 0 to spare them all
   */
  public void flush(long moment, long cas) {
    flush = new Flush(moment, cas);
  }

  /**
   * The lowest number that the last flush spared.
   *
   * @return 0 if there was none
   */
  public long flushedBelow() {
    return flush.cas;
  }

  /**
   * A number that no state of an item has had yet.
   *
   * @return from 1 on
   */
  public long nextCas() {
    return lastCas.incrementAndGet();
  }

  /**
   * The time since the table was made, up to the last tick.
   *
   * @return nanoseconds
   */
  public long now() {
    long elapsed = elapsed();
    return wholeSeconds ? elapsed - elapsed % SECOND : elapsed;
  }

  /**
   * A length of time, rounded up to whole ticks.
   *
   * @param nanos the length
   * @return nanoseconds
   */
  public long ticks(long nanos) {
    return wholeSeconds ? (nanos + SECOND - 1) / SECOND * SECOND : nanos;
  }

  private long elapsed() {
    return ticker.nanos() - origin;
  }

  /**
   * Looks at the items that are alive, in no order, while others change them.
   *
   * @param viewer told of each
   */
  public void forEach(BiConsumer<K, Entry> viewer) {
    Object current = life;
    entries.asMap().forEach((key, entry) -> {
      if (alive(entry, current) != null) {
        viewer.accept(key, entry);
      }
    });
  }

  /**
   * How many items were dropped because there were too many bytes.
   *
   * @return since the table was made
   */
  public long evictions() {
    return evictions.sum();
  }

  /** Tells Caffeine when an entry may go, by the very reading of the clock that it counts from. */
  private final class Deadlines implements Expiry<K, Entry> {
    @Override
    public long expireAfterCreate(K key, Entry entry, long currentTime) {
      return Math.max(0, entry.deadline() - (currentTime - origin));
    }

    @Override
    public long expireAfterUpdate(K key, Entry entry, long currentTime, long currentDuration) {
      return expireAfterCreate(key, entry, currentTime);
    }

    @Override
    public long expireAfterRead(K key, Entry entry, long currentTime, long currentDuration) {
      return currentDuration;
    }
  }

  /**
   * What a rule decides.
   *
   * @param outcome what the caller is told
   * @param next the entry that takes the place of the one it found, null for none
   * @param <R> the kind of the outcome
   */
  public record Change<R>(R outcome, @Nullable Entry next) {}

  /**
   * What is done to an item.
   *
   * @param <R> the kind of its outcome
   */
  @FunctionalInterface
  public interface Rule<R> {
    /**
     * Decides, quickly: others wait for it.
     *
     * @param found the item, or null if there is none that is alive
     * @param birth what entries newly written carry
     * @return the outcome, and what takes the item's place
     */
    Change<R> on(@Nullable Entry found, Birth birth);
  }

  private static final class Flush {
    static final Flush NONE = new Flush(Long.MAX_VALUE, 0);

    private enum Room {
      ENOUGH,
      WANTED,
      MADE
    }

    final long cas;
    private final long moment;
    private final AtomicReference<Room> room = new AtomicReference<>(Room.ENOUGH);

    Flush(long moment, long cas) {
      this.moment = moment;
      this.cas = cas;
    }

    boolean strikes(Entry entry, long now) {
      return moment <= now && (entry.usedAt() <= moment || entry.cas() < cas);
    }

    void wantRoom(long now) {
      if (moment <= now) {
        room.compareAndSet(Room.ENOUGH, Room.WANTED);
      }
    }

    /** True once, for one thread. */
    boolean isRoomToBeMade() {
      return room.get() == Room.WANTED && room.compareAndSet(Room.WANTED, Room.MADE);
    }
  }
}
