package dev.corral.lease;

import dev.corral.store.Item;
import dev.corral.store.Put;
import org.jspecify.annotations.Nullable;

/**
 * What an item stands for, and where it comes from.
 *
 * @param <T> the kind of content
 */
public interface Content<T> {
  /**
   * What an item says.
   *
   * @param item any item of the key that has bytes or flags
   * @return its content; null if it has none, because it is spoiled, or not complete yet
   */
  @Nullable
  T read(Item item);

  /**
   * Makes the content from its origin. It may block.
   *
   * @return the content
   * @throws Exception what the user's code throws
   */
  T load() throws Exception;

  /**
   * Whether others append and prepend to the item, and so may to the placeholder too.
   *
   * @return false if all others do is to replace it or to delete it
   */
  default boolean isExtended() {
    return false;
  }

  /**
   * How content is stored. Asked by the thread that has loaded it, which may block; and then again,
   * by any thread, when others have extended the placeholder.
   *
   * @param content what was loaded
   * @param before what others have prepended while it was loaded; empty if nothing
   * @param behind what others have appended while it was loaded; empty if nothing
   * @return a set, with flags or bytes, of the content and what has come since; null if that can't
   *     be stored
   */
  @Nullable
  Put put(T content, byte[] before, byte[] behind);
}
