package dev.corral.store;

import dev.corral.check.Argument;
import dev.corral.key.Key;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes an item. It clears a stale mark and whatever lease there was.
 *
 * <p>Appending and prepending keep the item's flags and remaining life. They work on a placeholder
 * as on any item, which then holds just what was added.
 */
public final class Put implements Operation<PutOutcome> {
  /** On which condition, and where, the value goes. */
  public enum Mode {
    /** In any case. */
    SET,
    /** Only where there is no item. */
    ADD,
    /** Only where there is one. */
    REPLACE,
    /** Behind the value that is there. */
    APPEND,
    /** Before the value that is there. */
    PREPEND;

    /**
     * Whether the item keeps its flags and life, and only its value grows.
     *
     * @return true for {@link #APPEND} and {@link #PREPEND}
     */
    public boolean extendsItem() {
      return this == APPEND || this == PREPEND;
    }
  }

  private final Key key;
  private final Mode mode;
  private final byte[] value;
  private final Ttl ttl;
  private final Duration linger;
  private final int flags;
  private final @Nullable Cas cas;
  private final boolean returningCas;

  private Put(
      Key key,
      Mode mode,
      byte[] value,
      Ttl ttl,
      Duration linger,
      int flags,
      @Nullable Cas cas,
      boolean returningCas) {
    this.key = Argument.required("key", key);
    this.mode = mode;
    this.value = Argument.required("value", value);
    this.ttl = Argument.required("ttl", ttl);
    this.linger = Argument.required("linger", linger);
    this.flags = flags;
    this.cas = cas;
    this.returningCas = returningCas;
  }

  /**
   * Writes the item in any case.
   *
   * @param key whose item
   * @param value its bytes, not to be changed until the operation is done
   * @param ttl how long it lives
   * @return the operation
   */
  public static Put set(Key key, byte[] value, Ttl ttl) {
    return new Put(key, Mode.SET, value, ttl, Duration.ZERO, 0, null, false);
  }

  /**
   * Writes the item if there is none; if there is, the outcome is
   * {@link PutOutcome.Refused#NOT_STORED}.
   *
   * @param key whose item
   * @param value its bytes, not to be changed until the operation is done
   * @param ttl how long it lives
   * @return the operation
   */
  public static Put add(Key key, byte[] value, Ttl ttl) {
    return new Put(key, Mode.ADD, value, ttl, Duration.ZERO, 0, null, false);
  }

  /**
   * Writes the item if there is one; if not, the outcome is {@link PutOutcome.Refused#NOT_STORED}.
   *
   * @param key whose item
   * @param value its bytes, not to be changed until the operation is done
   * @param ttl how long it lives
   * @return the operation
   */
  public static Put replace(Key key, byte[] value, Ttl ttl) {
    return new Put(key, Mode.REPLACE, value, ttl, Duration.ZERO, 0, null, false);
  }

  /**
   * Adds bytes behind the value. Without an item, or where the value would grow too large, the
   * outcome is {@link PutOutcome.Refused#NOT_STORED} and nothing changes.
   *
   * @param key whose item
   * @param value the bytes to add, not to be changed until the operation is done
   * @return the operation
   */
  public static Put append(Key key, byte[] value) {
    return new Put(key, Mode.APPEND, value, Ttl.NEVER, Duration.ZERO, 0, null, false);
  }

  /**
   * Adds bytes before the value. Without an item, or where the value would grow too large, the
   * outcome is {@link PutOutcome.Refused#NOT_STORED} and nothing changes.
   *
   * @param key whose item
   * @param value the bytes to add, not to be changed until the operation is done
   * @return the operation
   */
  public static Put prepend(Key key, byte[] value) {
    return new Put(key, Mode.PREPEND, value, Ttl.NEVER, Duration.ZERO, 0, null, false);
  }

  /**
   * Stores client flags beside the value, 0 by default. Not for appending and prepending, which
   * keep those that are there.
   *
   * @param flags 32 bits
   * @return the operation so refined
   */
  public Put withFlags(int flags) {
    if (mode.extendsItem()) {
      throw new IllegalArgumentException(mode + " keeps the item's flags");
    }
    return new Put(key, mode, value, ttl, linger, flags, cas, returningCas);
  }

  /**
   * Gives the item another life. Not for appending and prepending, which keep the one that it has.
   *
   * @param ttl how long it lives
   * @return the operation so refined
   */
  public Put withTtl(Ttl ttl) {
    if (mode.extendsItem()) {
      throw new IllegalArgumentException(mode + " keeps the item's life");
    }
    return new Put(key, mode, value, ttl, linger, flags, cas, returningCas);
  }

  /**
   * Tells how much of its life the item is kept past its use, as an old value say; none by default.
   * A store that can't give an item the life that is asked for, and gives it a shorter one, cuts
   * the rest of it and not this.
   *
   * @param linger 0 or more
   * @return the operation so refined
   */
  public Put withLinger(Duration linger) {
    if (linger != null && linger.isNegative()) {
      throw new IllegalArgumentException("linger must not be negative, but is " + linger);
    }
    return new Put(key, mode, value, ttl, linger, flags, cas, returningCas);
  }

  /**
   * Writes only if the item has not changed since. Otherwise the outcome is
   * {@link PutOutcome.Refused#EXISTS} where there is another item or the CAS is of another
   * incarnation; and where there is none, {@link PutOutcome.Refused#NOT_FOUND}, or, for appending
   * and prepending, {@link PutOutcome.Refused#NOT_STORED}. Not for {@link Mode#ADD}.
   *
   * @param cas the state that the item must be in
   * @return the operation so refined
   */
  public Put ifCas(Cas cas) {
    if (mode == Mode.ADD) {
      throw new IllegalArgumentException("ADD needs that there is no item, so it has no CAS");
    }
    return new Put(
        key, mode, value, ttl, linger, flags, Argument.required("cas", cas), returningCas);
  }

  /**
   * Asks for the CAS of the item as stored.
   *
   * @return the operation so refined
   */
  public Put returningCas() {
    return new Put(key, mode, value, ttl, linger, flags, cas, true);
  }

  @Override
  public Key key() {
    return key;
  }

  /**
   * On which condition, and where, the value goes.
   *
   * @return the mode
   */
  public Mode mode() {
    return mode;
  }

  /**
   * The value: the very array that was given.
   *
   * @return its bytes
   */
  public byte[] value() {
    return value;
  }

  /**
   * How long the item lives.
   *
   * @return the ttl; it means nothing where {@link Mode#extendsItem}
   */
  public Ttl ttl() {
    return ttl;
  }

  /**
   * How much of its life the item is kept past its use.
   *
   * @return 0 or more
   */
  public Duration linger() {
    return linger;
  }

  /**
   * The client flags.
   *
   * @return 32 bits
   */
  public int flags() {
    return flags;
  }

  /**
   * The state that the item must be in.
   *
   * @return the CAS, or null for any
   */
  public @Nullable Cas cas() {
    return cas;
  }

  /**
   * Whether the CAS of the item as stored is wanted.
   *
   * @return false by default
   */
  public boolean isReturningCas() {
    return returningCas;
  }

  /** Names everything but the value, which belongs in no log. */
  @Override
  public String toString() {
    return mode.name().toLowerCase(Locale.ROOT) + " " + key + " " + value.length + " bytes"
        + (cas == null ? "" : " if cas " + cas);
  }
}
