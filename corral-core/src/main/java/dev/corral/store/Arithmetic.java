package dev.corral.store;

import dev.corral.check.Argument;
import dev.corral.key.Key;
import dev.corral.time.Ttl;
import org.jspecify.annotations.Nullable;

/**
 * Changes a counter: an item whose value is an unsigned 64-bit number in decimal digits. Adding
 * wraps at 2<sup>64</sup>, subtracting stops at 0. The item keeps its flags and remaining life and
 * gets a new CAS; what becomes of a lease or a stale mark is left open. Some servers take a number
 * from 2<sup>63</sup> on for none, by chance.
 */
public final class Arithmetic implements Operation<ArithmeticOutcome> {
  private final Key key;
  private final long delta;
  private final boolean subtracting;
  private final long initial;
  private final @Nullable Ttl ttl;
  private final @Nullable Cas cas;

  private Arithmetic(
      Key key,
      long delta,
      boolean subtracting,
      long initial,
      @Nullable Ttl ttl,
      @Nullable Cas cas) {
    this.key = Argument.required("key", key);
    this.delta = delta;
    this.subtracting = subtracting;
    this.initial = initial;
    this.ttl = ttl;
    this.cas = cas;
  }

  /**
   * Adds to a counter.
   *
   * @param key whose item
   * @param delta how much, unsigned
   * @return the operation
   */
  public static Arithmetic add(Key key, long delta) {
    return new Arithmetic(key, delta, false, 0, null, null);
  }

  /**
   * Subtracts from a counter.
   *
   * @param key whose item
   * @param delta how much, unsigned
   * @return the operation
   */
  public static Arithmetic subtract(Key key, long delta) {
    return new Arithmetic(key, delta, true, 0, null, null);
  }

  /**
   * Creates the counter where there is none. The outcome is then the initial value: the delta is
   * not applied to it, and the number of the CAS, if any, not asked for.
   *
   * @param initial its first value, unsigned
   * @param ttl how long the new counter lives
   * @return the operation so refined
   */
  public Arithmetic orCreate(long initial, Ttl ttl) {
    return new Arithmetic(key, delta, subtracting, initial, Argument.required("ttl", ttl), cas);
  }

  /**
   * Only if the item has not changed since; otherwise the outcome is
   * {@link ArithmeticOutcome.Refused#EXISTS}.
   *
   * @param cas the state that the item must be in
   * @return the operation so refined
   */
  public Arithmetic ifCas(Cas cas) {
    return new Arithmetic(key, delta, subtracting, initial, ttl, Argument.required("cas", cas));
  }

  @Override
  public Key key() {
    return key;
  }

  /**
   * How much to add or subtract.
   *
   * @return the delta, unsigned
   */
  public long delta() {
    return delta;
  }

  /**
   * Whether the delta is subtracted.
   *
   * @return false if it is added
   */
  public boolean isSubtracting() {
    return subtracting;
  }

  /**
   * The first value of a counter that this operation creates.
   *
   * @return the value, unsigned; it means nothing without a {@link #ttl}
   */
  public long initial() {
    return initial;
  }

  /**
   * The life of a counter that this operation creates.
   *
   * @return the ttl, or null to create none
   */
  public @Nullable Ttl ttl() {
    return ttl;
  }

  /**
   * The state that the item must be in.
   *
   * @return the CAS, or null for any
   */
  public @Nullable Cas cas() {
    return cas;
  }

  @Override
  public String toString() {
    return (subtracting ? "subtract " : "add ")
        + Long.toUnsignedString(delta)
        + (subtracting ? " from " : " to ")
        + key
        + (ttl == null ? "" : " or create " + Long.toUnsignedString(initial))
        + (cas == null ? "" : " if cas " + cas);
  }
}
