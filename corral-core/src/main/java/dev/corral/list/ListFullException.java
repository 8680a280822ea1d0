package dev.corral.list;

import dev.corral.fault.RejectedException;
import dev.corral.key.Key;

/**
 * A list has grown too large for an item of the store. It is no longer cached, so nothing is lost;
 * it will be loaded at each read if it is as large then. {@link Layout#SEGMENTED} has no such end.
 */
public final class ListFullException extends RejectedException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param key the list's
   * @param ids how many ids it has
   * @param cause what the store said
   */
  public ListFullException(Key key, int ids, Throwable cause) {
    super(
        "list " + key + " with " + ids + " ids is too large for an item, and no longer cached; a"
            + " segmented list may be larger",
        cause);
  }
}
