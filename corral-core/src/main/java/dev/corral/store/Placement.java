package dev.corral.store;

import dev.corral.key.Key;
import java.util.concurrent.CompletableFuture;

/**
 * On which server a store keeps each key, as of one moment. For what must not be looked for where
 * it does not belong: bookkeeping, of which an old copy would be worse than none. Another placement
 * follows when servers join or leave. Whoever needs to know compares them by {@code equals}: an
 * implementation must make them equal as long as nothing has changed, and different from then on.
 *
 * <p>Safe for use by many threads.
 */
public interface Placement {
  /**
   * What the servers are, in short.
   *
   * @return the same number in all processes whose server lists are equal, and hardly in another
   */
  long fingerprint();

  /**
   * Whether a key has another server than in an earlier placement.
   *
   * @param key which
   * @param before an earlier placement of the same store
   * @return whether it has moved
   */
  boolean moves(Key key, Placement before);

  /**
   * Where a key is, for those who want keys on different servers.
   *
   * @param key which
   * @return something that is equal for keys of the same server, and for no others
   */
  Object home(Key key);

  /**
   * Carries out an operation on the key's own server: on no other, though that one be down or have
   * left since.
   *
   * @param operation what to do, on which key
   * @param <R> the kind of its outcome
   * @return its outcome
   */
  <R> CompletableFuture<R> execute(Operation<R> operation);

  /**
   * The placement of a store that has one server, so to speak.
   *
   * @param store the store
   * @return a placement in which no key ever moves
   */
  static Placement fixed(Store store) {
    return new FixedPlacement(store);
  }
}
