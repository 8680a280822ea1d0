package dev.corral.counter;

/**
 * Counts where the truth is, as {@code select count(*)} does.
 *
 * @param <K> the kind of keys
 */
@FunctionalInterface
public interface CountLoader<K> {
  /**
   * Counts. It must see all that was committed before it was called: in a statement or transaction
   * that begins now, on the server that takes the writes. A transaction that is open already may
   * have an older snapshot, and a replica may lag behind.
   *
   * @param key what of
   * @return how many, 0 or more
   * @throws Exception if it can't be counted; unchecked ones reach the caller as they are, checked
   *     ones as the cause of a {@link dev.corral.load.LoadException}
   */
  long count(K key) throws Exception;
}
