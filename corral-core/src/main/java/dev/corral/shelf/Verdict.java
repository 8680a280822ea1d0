package dev.corral.shelf;

import dev.corral.codec.Codec;
import dev.corral.codec.CorruptValueException;
import dev.corral.codec.Envelope;
import dev.corral.scope.Stamp;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a reply means to whoever asked.
 *
 * @param kind what is to be done
 * @param kept the value that came with the reply, if it belongs to the stamp, or to another where
 *     the terms allow that
 * @param servable whether that value, though not fresh, may be served
 * @param misfit whether the reply held something of another stamp, or that can't be read
 */
/* design
 *
 * A pure function of the reply, the stamp that the value must carry, the terms and, on a store that
 * can't tell how long an item lives, the time. Judged in this order:
 *
 *   no item                       UNLEASED on a store with leases: it is out of memory
 *   the right stamp, and fresh    FRESH, or REFRESH for who was chosen to load early
 *   no leases                     UNGUARDED, or DUE while it is fresh, but not for long
 *   else                          WON, LOST; and where nobody was chosen:
 *     the right stamp             EXPIRED: ask again, and if need be mark it stale first: one will be
 *     another, or none            MISFIT: mark it stale, with just the life of a stale value, and ask
 *
 * It is fresh while the store keeps it for at least the span that its own envelope names, whatever the
 * reader's terms say: so processes whose terms differ don't throw out one another's values. A
 * placeholder is an item with client flags 0; what the cache stores never has those.
 *
 * A misfit under a lease that somebody else holds is LOST, never MISFIT: to mark it stale would
 * take the lease from a live holder.
 */
public record Verdict<V>(Kind kind, @Nullable Kept<V> kept, boolean servable, boolean misfit) {
  /** What is to be done. */
  public enum Kind {
    /** Serve the value. */
    FRESH,
    /** Serve the value; this reader was chosen to load the next one. */
    REFRESH,
    /** This reader was chosen to load. */
    WON,
    /** Another was. */
    LOST,
    /** Nobody can be chosen now: load, and store nothing. */
    UNLEASED,
    /** The store can't choose who loads: let the gate. */
    UNGUARDED,
    /** The same, and meanwhile the value is still fresh. */
    DUE,
    /** Nobody was chosen: ask again, if need be with the item marked stale. */
    EXPIRED,
    /** Nobody was chosen: mark the item stale for as long as stale values live, and ask again. */
    MISFIT,
    /** The store did not answer. */
    DOWN
  }

  /** What is kept longer than any ttl has no end; in nanoseconds it might not even be a long. */
  private static final Duration FOR_EVER = Terms.LONGEST_TTL.multipliedBy(2);

  private static final Verdict<?> DOWN = new Verdict<>(Kind.DOWN, null, false, false);

  /** There was no reply. */
  @SuppressWarnings("unchecked") // it holds no value
  public static <V> Verdict<V> down() {
    return (Verdict<V>) DOWN;
  }

  /** Judges the reply of a store with leases. */
  static <V> Verdict<V> of(GetOutcome reply, Stamp stamp, Terms terms, Codec<V> codec) {
    if (!(reply instanceof Item item)) {
      return new Verdict<>(Kind.UNLEASED, null, false, false);
    }
    Kept<V> found = item.flags() == 0 ? null : open(item, codec, null);
    Verdict<V> plain = judge(found, item.isStale(), stamp, terms);
    if (plain.kind == Kind.FRESH) {
      return item.lease() != Lease.WON ? plain : plain.as(item.hasCas() ? Kind.REFRESH : Kind.DUE);
    }
    Verdict<V> fit = item.flags() == 0 ? plain.asFit() : plain;
    if (!item.hasCas()) {
      return fit;
    }
    return switch (item.lease()) {
      case WON -> fit.as(Kind.WON);
      case LOST -> fit.as(Kind.LOST);
      case NONE -> plain.as(plain.misfit ? Kind.MISFIT : Kind.EXPIRED);
    };
  }

  /**
   * Judges the reply of a store without leases, where the envelope has the soft expiry.
   *
   * @param early how long before that a value is due to be refreshed
   */
  static <V> Verdict<V> of(
      GetOutcome reply, Stamp stamp, Terms terms, Codec<V> codec, Instant now, Duration early) {
    if (!(reply instanceof Item item)) {
      return new Verdict<>(Kind.UNGUARDED, null, false, false);
    }
    Verdict<V> plain = judge(open(item, codec, now), false, stamp, terms);
    boolean due =
        plain.kind == Kind.FRESH && plain.kept != null && plain.kept.freshNanos() < early.toNanos();
    return due ? plain.as(Kind.DUE) : plain;
  }

  /** Fresh or not, by what was found alone. */
  private static <V> Verdict<V> judge(
      @Nullable Kept<V> found, boolean stale, Stamp stamp, Terms terms) {
    if (found == null) {
      return new Verdict<>(Kind.UNGUARDED, null, false, true);
    }
    boolean right = stamp.accepts(found.stamp());
    if (right && !stale && found.freshNanos() >= 0) {
      return new Verdict<>(Kind.FRESH, found, true, false);
    }
    boolean usable = right || terms.staleAfterInvalidation();
    boolean servable = usable && found.freshNanos() >= -terms.staleFor().toNanos();
    return new Verdict<>(Kind.UNGUARDED, usable ? found : null, servable, !right);
  }

  private static <V> @Nullable Kept<V> open(Item item, Codec<V> codec, @Nullable Instant now) {
    try {
      Envelope envelope = Envelope.open(item.value());
      long fresh = envelope.freshNanos(remaining(item, envelope, now));
      return new Kept<>(envelope.value(codec), envelope.stamp(), fresh, item.value());
    } catch (CorruptValueException e) {
      return null;
    }
  }

  private static long remaining(Item item, Envelope envelope, @Nullable Instant now) {
    if (now == null) {
      return item.remainingNanos();
    }
    Duration left = Duration.between(now, envelope.softExpiry()).plus(envelope.span());
    return left.compareTo(FOR_EVER) < 0 ? left.toNanos() : Long.MAX_VALUE;
  }

  /** Whether the value was not stored after the other, to be asked of one that was seen later. */
  public boolean isNoNewerThan(Verdict<V> other) {
    return kept != null && other.kept != null && kept.freshNanos() <= other.kept.freshNanos();
  }

  public Verdict<V> as(Kind other) {
    return new Verdict<>(other, kept, servable, misfit);
  }

  private Verdict<V> asFit() {
    return new Verdict<>(kind, kept, servable, false);
  }
}
