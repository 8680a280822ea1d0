package dev.corral.list;

import dev.corral.key.Key;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Lists as they are kept in a store, each under a key. */
interface ListItems {
  /**
   * Reads a list.
   *
   * @param origin makes it if it is missing, on the executor
   */
  CompletableFuture<List<Long>> read(Key key, Callable<Ids> origin, Executor executor);

  /** Changes a list if it is there, or is being loaded. */
  CompletableFuture<@Nullable Void> change(Key key, Change change);

  /** Gets rid of dead records; false if there are none, or others were faster. */
  CompletableFuture<Boolean> compact(Key key);

  /** How long what takes the place of an item may live: as long as that had to live when read. */
  static Ttl remaining(Item item) {
    if (!item.expires()) {
      return Ttl.NEVER;
    }
    // Whole seconds on a server, so it may be 0.
    return Ttl.of(Duration.ofNanos(Math.max(1, item.remaining().toNanos())));
  }
}
