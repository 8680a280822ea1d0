package dev.corral.store;

import dev.corral.fault.RejectedException;
import dev.corral.key.Key;

/** A value is larger than the store takes. Nothing was sent, and what is stored stays as it is. */
public final class ValueTooLargeException extends RejectedException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param key whose item
   * @param size the size of the value in bytes
   * @param limit the largest that the store takes for this key
   */
  public ValueTooLargeException(Key key, int size, int limit) {
    super("the value of " + key + " has " + size + " bytes, but at most " + limit + " fit");
  }
}
