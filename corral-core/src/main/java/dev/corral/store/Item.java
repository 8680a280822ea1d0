package dev.corral.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An item as it was when it was read. The value may be empty, which is something else than a
 * {@link Miss}.
 */
public final class Item implements GetOutcome {
  private static final long NO_DETAILS = -1;
  private static final long NO_END = Long.MAX_VALUE;

  private final byte[] value;
  private final int flags;
  private final Lease lease;
  private final boolean stale;
  private final long cas;
  private final @Nullable Object incarnation;
  private final long remainingNanos;

  private Item(
      byte[] value,
      int flags,
      Lease lease,
      boolean stale,
      long cas,
      @Nullable Object incarnation,
      long remainingNanos) {
    this.value = value;
    this.flags = flags;
    this.lease = lease;
    this.stale = stale;
    this.cas = cas;
    this.incarnation = incarnation;
    this.remainingNanos = remainingNanos;
  }

  /**
   * An item with nothing but a value, as a basic store has it.
   *
   * @param value its bytes, which become the item's own
   * @return the item
   */
  public static Item of(byte[] value) {
    return of(value, 0, Lease.NONE, false);
  }

  /**
   * An item without details.
   *
   * @param value its bytes, which become the item's own
   * @param flags the client flags that it was stored with
   * @param lease what the reader learned of the lease
   * @param stale whether it is marked stale
   * @return the item
   */
  public static Item of(byte[] value, int flags, Lease lease, boolean stale) {
    return new Item(value, flags, lease, stale, 0, null, NO_DETAILS);
  }

  /**
   * The same item, with details.
   *
   * @param number the CAS number; 0 where the server keeps none
   * @param incarnation who gave the number
   * @param remainingNanos how long it will live, {@link Long#MAX_VALUE} for without end
   * @return the item
   */
  public Item withDetails(long number, Object incarnation, long remainingNanos) {
    return new Item(value, flags, lease, stale, number, incarnation, Math.max(0, remainingNanos));
  }

  /**
   * The value. The array is the caller's own.
   *
   * @return its bytes; empty if the get left the value out
   */
  public byte[] value() {
    return value;
  }

  /**
   * The client flags that it was stored with.
   *
   * @return 32 bits, 0 for a placeholder
   */
  public int flags() {
    return flags;
  }

  /**
   * What the reader learned of the lease.
   *
   * @return whether this reader computes the next value
   */
  public Lease lease() {
    return lease;
  }

  /**
   * Whether it was marked stale.
   *
   * @return true from the mark until the next put
   */
  public boolean isStale() {
    return stale;
  }

  /**
   * Whether the CAS is known: the get asked for details, and the server keeps one.
   *
   * @return whether {@link #cas} may be called
   */
  public boolean hasCas() {
    return cas != 0;
  }

  /**
   * The item's state, for operations that insist on it.
   *
   * @return its CAS
   * @throws IllegalStateException if it is not known
   */
  public Cas cas() {
    Object source = incarnation;
    if (cas == 0 || source == null) {
      throw new IllegalStateException("this item was read without its CAS");
    }
    return new Cas(cas, source);
  }

  /**
   * Whether its life has an end.
   *
   * @return false if it lives until it is evicted
   * @throws IllegalStateException if the get did not ask for details
   */
  public boolean expires() {
    return remainingNanos() != NO_END;
  }

  /**
   * How long it had to live when it was read. A memcached server tells it in whole seconds.
   *
   * @return the remaining life
   * @throws IllegalStateException if the get did not ask for details, or its life has no end
   */
  public Duration remaining() {
    if (!expires()) {
      throw new IllegalStateException("this item's life has no end");
    }
    return Duration.ofNanos(remainingNanos);
  }

  /**
   * How long it had to live when it was read, in nanoseconds.
   *
   * @return the remaining life, {@link Long#MAX_VALUE} for without end
   * @throws IllegalStateException if the get did not ask for details
   */
  public long remainingNanos() {
    if (remainingNanos == NO_DETAILS) {
      throw new IllegalStateException("this item was read without its remaining life");
    }
    return remainingNanos;
  }

  /** Names everything but the value, which belongs in no log. */
  @Override
  public String toString() {
    return "Item[" + value.length + " bytes, flags " + flags + ", lease " + lease
        + (stale ? ", stale" : "") + (cas != 0 ? ", cas " + Long.toUnsignedString(cas) : "") + "]";
  }
}
