package dev.corral.scope;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Something that cached values belong to and that can invalidate all of them at once: it changes
 * its stamp, and no value that carries the old one is right any more.
 *
 * <p>Safe for use by many threads.
 */
public interface Scope {
  /**
   * The scope's name, which is part of the keys of all that is cached in it.
   *
   * @return a name that no other scope has, the same in every process
   */
  String name();

  /**
   * Which stamp the values in the scope must carry now. Sent in the same flight as the read of the
   * value, before or after it.
   *
   * @param strict whether an invalidation that had returned before the call must be seen, whatever
   *     the scope's own settings allow
   * @return the stamp; fails with a {@link dev.corral.fault.CorralException} if it can't be known
   */
  CompletableFuture<Stamp> read(boolean strict);

  /**
   * Who is asked for the stamps of this scope and of all others that have the same source, where
   * together costs less than one by one.
   *
   * @return by default one that is asked for this scope alone
   */
  default Source source() {
    return (scopes, strict) -> read(strict);
  }

  /** What knows the stamps of several scopes. */
  @FunctionalInterface
  interface Source {
    /**
     * Which stamp the values that are in all of some scopes must carry now.
     *
     * @param scopes scopes of this source, sorted by name
     * @param strict as in {@link Scope#read}
     * @return one stamp for them all; fails as that does
     */
    CompletableFuture<Stamp> read(List<Scope> scopes, boolean strict);

    /**
     * As {@link #read}, for a thread that waits and can do itself what is to be done with the
     * answers. What must be asked is sent at once, and nothing is waited for: the value is asked
     * for next, in the same flight.
     *
     * @param scopes scopes of this source, sorted by name
     * @param strict as in {@link Scope#read}
     * @return goes on with the answers, on the thread that calls it, which waits for them; called
     *     at most once
     */
    default Supplier<CompletableFuture<Stamp>> ask(List<Scope> scopes, boolean strict) {
      CompletableFuture<Stamp> stamp = read(scopes, strict);
      return () -> stamp;
    }
  }
}
