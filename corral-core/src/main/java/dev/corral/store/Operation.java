package dev.corral.store;

import dev.corral.key.Key;

/**
 * Something to do to the item of one key, as a value: made once, checked when it is made, sent as
 * often as one likes. Methods that refine an operation return a new one.
 *
 * @param <R> the kind of its outcome
 */
public sealed interface Operation<R> permits Get, Put, Delete, Arithmetic {
  /**
   * Whose item.
   *
   * @return the key
   */
  Key key();
}
