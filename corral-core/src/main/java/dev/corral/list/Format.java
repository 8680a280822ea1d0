package dev.corral.list;

import dev.corral.key.Key;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** How one item holds a list. */
interface Format {
  /** What makes a change without a look at the item. */
  Put extend(Key key, Change change);

  /** Whether a change that was made so may have no effect, and must be looked after. */
  boolean isUnsure(Change change);

  /**
   * Whether what extends a placeholder can be told from it and kept, as {@link #write(Key,
   * Collection, byte[], Ttl)} does.
   */
  boolean keepsOrder();

  /** The list that an item holds; null if it holds none, or not all of one. */
  @Nullable
  Ids read(Item item);

  /**
   * Writes a whole list.
   *
   * @param behind changes that were made since
   */
  Put write(Key key, Collection<Long> ids, byte[] behind, Ttl ttl);
}
