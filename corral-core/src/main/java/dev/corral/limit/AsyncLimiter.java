package dev.corral.limit;

import java.util.concurrent.CompletableFuture;

/**
 * A {@link Limiter} whose calls return at once. Callbacks get a fault as it is, and run on
 * whichever thread brought the answer; bad arguments are refused by the call itself. A request
 * whose future is cancelled takes its permits all the same.
 *
 * <p>Safe for use by many threads.
 *
 * @param <K> the kind of keys
 */
public final class AsyncLimiter<K> {
  private final Limiter<K> limiter;

  AsyncLimiter(Limiter<K> limiter) {
    this.limiter = limiter;
  }

  /**
   * As {@link Limiter#tryAcquire(Object)}.
   *
   * @param key whose permit
   * @return whether there was one
   */
  public CompletableFuture<Decision> tryAcquire(K key) {
    return tryAcquire(key, 1);
  }

  /**
   * As {@link Limiter#tryAcquire(Object, long)}.
   *
   * @param key whose permits
   * @param permits how many, from 1 to as many as there can be at once
   * @return whether there were so many
   */
  public CompletableFuture<Decision> tryAcquire(K key, long permits) {
    return limiter.ask(key, permits);
  }

  @Override
  public String toString() {
    return limiter.toString();
  }
}
