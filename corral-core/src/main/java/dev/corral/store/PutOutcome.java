package dev.corral.store;

import org.jspecify.annotations.Nullable;

/** What became of a {@link Put}: it was {@link Stored}, or {@link Refused} and changed nothing. */
public sealed interface PutOutcome {
  /**
   * Whether the value was stored.
   *
   * @return false if it was refused
   */
  default boolean isStored() {
    return this instanceof Stored;
  }

  /**
   * The value was stored.
   *
   * @param cas the item's CAS, if the put asked for it and the server keeps one
   */
  record Stored(@Nullable Cas cas) implements PutOutcome {
    /** Stored, with no CAS to tell. */
    public static final Stored STORED = new Stored(null);
  }

  /** The item was not as the put demanded. */
  enum Refused implements PutOutcome {
    /** It is not in the state of the CAS any more. */
    EXISTS,
    /** A CAS was given, and there is no item. */
    NOT_FOUND,
    /** The mode's condition is not met. */
    NOT_STORED
  }
}
