package dev.corral.store;

import org.jspecify.annotations.Nullable;

/**
 * The state of an item at one moment, so that a later operation can insist that nothing has changed
 * since. The number alone would not do: a server counts anew when it restarts, and an old number
 * could match a new item. So it carries the incarnation that gave it: the connection, or the life
 * of the memory store. Any other refuses it with EXISTS, whether or not there is an item.
 *
 * @param number the server's number, unsigned
 * @param incarnation who gave it, compared by identity
 */
public record Cas(long number, Object incarnation) {
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cas cas && cas.number == number && cas.incarnation == incarnation;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  /** Shows the number only: the incarnation has no name. */
  @Override
  public String toString() {
    return Long.toUnsignedString(number);
  }
}
